// The innermost handler: passes a request to the verbs of a resource, or to the route of its path. Requests for aggregated APIs will be proxied here.
import { headerOf } from "@kubewright/transport";
import type { Engine } from "../registry/engine.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { ResourceTarget } from "../request/path.ts";
import { resolveTarget, serveResource } from "../endpoints/resource.ts";
import { pathNotFound } from "../http/responses.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { negotiate } from "../negotiation/accept.ts";
import type { RouteOptions } from "../routes/routes.ts";
import { serveRoute } from "../routes/routes.ts";
import type { RequestHandler, RequestState } from "./request-state.ts";

export interface EndpointOptions extends RouteOptions {
  readonly engine: Engine;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** Serves all requests that pass the filters. */
export function createEndpoint(options: EndpointOptions): RequestHandler {
  return (state) => {
    const { request, info } = state;
    const { target } = info;
    state.isRouted = true;
    if (target.type === "path") return serveRoute(options, target.segments, { ...request, path: info.path });
    return apiRoot.test(info.path) ? serveTarget(options, state, target) : pathNotFound();
  };
}

/** The root of a group. More slashes are permitted below it, but not in front of it. */
const apiRoot = /^\/(?:api|apis\/[^/]+)\//;

function serveTarget(
  { engine, metrics, closing }: EndpointOptions,
  state: RequestState,
  target: ResourceTarget,
): ServerResponse | Promise<ServerResponse> {
  const { request, info, user, warnings, auditAnnotations } = state;
  const resolution = resolveTarget(engine.registry, target, info.verb);
  if (!resolution.found) return resolution.response();
  const { resource, namespace } = resolution;
  state.resource = resource;
  const accept = negotiate(headerOf(request.headers, "accept"), {
    custom: resource.custom,
    collection: target.name === "" && target.subresource === "" && request.method === "GET",
    tables: hasTables(resource, target.subresource),
  });
  return serveResource({
    engine,
    metrics,
    closing,
    request,
    target,
    verb: info.verb,
    resource,
    namespace,
    user,
    access: { user, ...info.access },
    accept,
    warnings,
    auditAnnotations,
    decoded: {},
    audited: state.audited,
    startedAtMs: state.receivedAtMs,
    endsAtMs: state.endsAtMs,
  });
}

/** Whether a response can be a table: actions and connections return no objects that have one. */
function hasTables(resource: VersionedResource, subresource: string): boolean {
  if (subresource === "") return resource.verbs.includes("get");
  const type = resource.subresources?.find(({ name }) => name === subresource)?.type;
  return type !== "action" && type !== "connect";
}
