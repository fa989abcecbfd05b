// An authorized request to a resource, as all verbs receive it.
import type { AdmissionContext } from "../registry/admission-plugin.ts";
import type { DecodedRequest } from "../contracts/server-context.ts";
import { headerOf } from "@kubewright/transport";
import type { RequestEnd } from "../turns/deadline.ts";
import { pauseBetweenSlices } from "../turns/time-slices.ts";
import { deadlineOf } from "./request-deadline.ts";
import type { AccessRequest } from "../authorization/authorizer.ts";
import type { AuditedRequest } from "../http/audited-object.ts";
import type { ServerRequest } from "../http/server-request.ts";
import type { ResourceTarget } from "./path.ts";
import type { MediaTypeOptions } from "../negotiation/accept.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import type { Engine } from "../registry/engine.ts";
import type { Verb } from "../contracts/strategy.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { WriteTarget } from "../writes/write-request.ts";
import type { UserInfo } from "../authentication/user-info.ts";

export interface Scope {
  readonly engine: Engine;
  readonly request: ServerRequest;
  readonly target: ResourceTarget;
  /** `undefined` for a method without a verb. */
  readonly verb: Verb | undefined;
  readonly resource: VersionedResource;
  readonly user: UserInfo;
  readonly accept: MediaTypeOptions;
  /** When the request arrived, by the clock's `now()`. */
  readonly startedAtMs: number;
  /** When the request ends; `undefined` if it is long-running. */
  readonly endsAtMs: number | undefined;
  /** The namespace of the objects; `""` for cluster-scoped resources and for all namespaces. */
  readonly namespace: string;
  readonly metrics: ServerMetrics;
  /** The messages of `Warning` headers. */
  readonly warnings: Set<string>;
  /** The annotations of the audit event. */
  readonly auditAnnotations: Map<string, string>;
  readonly decoded: DecodedRequest;
  /** Receives what the audit event shows of the request's work. */
  readonly audited: AuditedRequest;
  /** The authorized access. An update that creates an object is authorized again as a create. */
  readonly access: AccessRequest;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** The request, as admission plugins and strategies receive it. */
export function contextOf(scope: Scope, dryRun: boolean): AdmissionContext {
  const { engine, user, resource, target, warnings, auditAnnotations, audited, request } = scope;
  const end = requestEndOf(scope);
  return {
    ...engine.context,
    user,
    verb: scope.verb ?? "",
    version: resource.version.name,
    name: target.name,
    subresource: target.subresource,
    userAgent: userAgentOf(request),
    dryRun,
    deadline: end.deadline,
    signal: end.signal,
    decoded: scope.decoded,
    ...pauseBetweenSlices(end),
    warn: (text) => void warnings.add(text),
    annotate: (key, value) => {
      if (!auditAnnotations.has(key)) auditAnnotations.set(key, value);
    },
    trackWebhook: (type, ms) => {
      if (type === "mutating") audited.mutatingWebhookMs = (audited.mutatingWebhookMs ?? 0) + ms;
      else audited.validatingWebhookMs = Math.max(audited.validatingWebhookMs ?? 0, ms);
    },
  };
}

/** The target of a request that writes. */
export function targetOf(scope: Scope, { dryRun }: { readonly dryRun: boolean }): WriteTarget {
  const { engine, resource, namespace, target } = scope;
  return { engine, resource, namespace, name: target.name, context: contextOf(scope, dryRun) };
}

/** The events that end the waits of the request. */
export function requestEndOf(scope: Scope): RequestEnd {
  return { clock: scope.engine.clock, deadline: deadlineOf(scope), signal: scope.request.signal };
}

/** The User-Agent of the client; `""` without this header. */
export function userAgentOf({ headers }: ServerRequest): string {
  return headerOf(headers, "user-agent") ?? "";
}
