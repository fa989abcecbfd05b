// One request to a resource, once it is known who sends it and what it names: what all verbs work with.
import type { AdmissionContext } from "../registry/admission-plugin.ts";
import { headerOf } from "@kubewright/transport";
import { deadlineOf } from "./request-deadline.ts";
import type { AccessRequest } from "../authorization/authorizer.ts";
import type { ServerRequest } from "../http/server-request.ts";
import type { ResourceTarget } from "./path.ts";
import type { MediaTypeOptions } from "../negotiation/accept.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import type { Engine } from "../registry/engine.ts";
import type { Verb } from "../registry/strategy.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { UserInfo } from "../authentication/user-info.ts";

export interface Scope {
  readonly engine: Engine;
  readonly request: ServerRequest;
  readonly target: ResourceTarget;
  /** `undefined` for a method that no resource has. */
  readonly verb: Verb | undefined;
  readonly resource: VersionedResource;
  readonly user: UserInfo;
  readonly accept: MediaTypeOptions;
  /** When the request arrived, by the clock's `now()`. */
  readonly startedAtMs: number;
  /** When the request ends; `undefined` if it is long-running. */
  readonly endsAtMs: number | undefined;
  /** The namespace objects are looked up in; `""` for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  readonly metrics: ServerMetrics;
  /** Texts for `Warning` headers. */
  readonly warnings: Set<string>;
  /** What authorization has allowed. A request that turns out to have another verb is authorized again. */
  readonly access: AccessRequest;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** What hooks may know of the request. */
export function contextOf(scope: Scope, dryRun: boolean): AdmissionContext {
  const { engine, user, resource, target, warnings, request } = scope;
  return {
    ...engine.context,
    user,
    version: resource.version.name,
    name: target.name,
    subresource: target.subresource,
    userAgent: userAgentOf(request),
    dryRun,
    deadline: deadlineOf(scope),
    signal: request.signal,
    warn: (text) => void warnings.add(text),
  };
}

/** How the client calls itself; `""` when it does not. */
export function userAgentOf({ headers }: ServerRequest): string {
  return headerOf(headers, "user-agent") ?? "";
}
