// Counts requests to resources, health checks and status pages, with the labels of kube-apiserver.
import type { Clock } from "@kubewright/async";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import type { RequestLabels } from "../metrics/request-metrics.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { Verb } from "../contracts/strategy.ts";
import { isHealthEndpoint } from "../routes/health.ts";
import { longRunningSubresources } from "./request-info.ts";
import type { RequestInfo } from "./request-info.ts";
import type { RequestHandler, RequestState } from "./request-state.ts";

export interface MetricsOptions {
  readonly metrics: ServerMetrics;
  readonly clock: Clock;
}

/** Counts requests in flight, and each request by its response. */
export function withMetrics(next: RequestHandler, { metrics, clock }: MetricsOptions): RequestHandler {
  return async (state) => {
    const inflight = metrics.inflight[isReadOnly(state.request.method) ? "readOnly" : "mutating"];
    inflight.value++;
    try {
      const response = await next(state);
      countRequest(metrics, state, response, (clock.now() - state.receivedAtMs) / 1000);
      return response;
    } finally {
      inflight.value--;
    }
  };
}

function isReadOnly(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function countRequest(
  { requests }: ServerMetrics,
  { request, info, resource, isRouted }: RequestState,
  { status, counted }: ServerResponse,
  seconds: number,
): void {
  const { method } = request;
  const { path } = info;
  if (resource !== undefined) {
    const labels = labelsOf(resource, info, request);
    if (labels === undefined) return;
    // A watch lasts until its client closes it, so its duration is not a latency.
    requests.countResource(resource, labels, status, labels.verb === "WATCH" ? undefined : seconds);
  } else if (counted !== undefined) {
    requests.countPage(counted, pageVerb(method), status, seconds);
  } else if (isRouted && isHealthEndpoint(path.slice(1))) {
    requests.countPath(path, methods.has(method) ? method : "OTHER", status, seconds);
  }
}

const methods: ReadonlySet<string> = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"]);

/** As in kube-apiserver, methods that read share a label, and unknown methods are `other`. */
function pageVerb(method: string): string {
  if (isReadOnly(method)) return "GET";
  return methods.has(method) && method !== "OPTIONS" ? method : "other";
}

/** `undefined` for a verb or a subresource that the resource does not have: clients must not be able to add label values. */
function labelsOf(
  resource: VersionedResource,
  { target, verb }: RequestInfo,
  request: ServerRequest,
): RequestLabels | undefined {
  if (verb === undefined || target.type !== "resource") return undefined;
  const { subresource } = target;
  if (subresource !== "" && resource.subresources?.some(({ name }) => name === subresource) !== true) {
    return undefined;
  }
  return {
    verb: longRunningSubresources.has(subresource) ? "CONNECT" : verbLabel(verb, request),
    subresource,
    scope: target.name !== "" || verb === "create" ? "resource" : target.inNamespace ? "namespace" : "cluster",
    dryRun: dryRunLabel(request.query),
  };
}

function verbLabel(verb: Verb, { method, headers }: ServerRequest): string {
  if (verb === "list" || verb === "watch") return verb.toUpperCase();
  if (verb === "get") return "GET";
  return verb === "patch" && headerOf(headers, "content-type") === "application/apply-patch+yaml" ? "APPLY" : method;
}

function dryRunLabel(query: URLSearchParams): RequestLabels["dryRun"] {
  if (!query.has("dryRun")) return "";
  return query.getAll("dryRun").every((value) => value === "All") ? "All" : "invalid";
}
