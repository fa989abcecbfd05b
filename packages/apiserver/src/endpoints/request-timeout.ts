// How long a request may take. Three limits apply: 60 s for every request, `?timeout=` if it is shorter, and 34 s for a write of one object. As in
// kube-apiserver the first two are those of a filter around the whole server, whose response differs from that of the third.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/filters/request_deadline.go
import { badRequest, goDurationProblem, parseGoDuration } from "@kubewright/apimachinery";
import type { Deadline } from "../registry/deadline.ts";
import { noDeadline, writeDeadline, writeTimeLimitMs } from "../registry/deadline.ts";
import type { RequestTarget, ResourceTarget } from "./path.ts";
import { isWatch, verbOf } from "./path.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { textResponse } from "../http/responses.ts";

/** The filter's deadline has passed. `requestTimeoutResponse` is the response. */
export class RequestTimeoutError extends Error {
  override readonly name = "RequestTimeoutError";
}

/**
 * The deadline of a request that began at `startedAtMs`. Its `timeout` has been checked. A `timeout` of up to 34 s ends a write before its own limit
 * does, and a delete of a collection has only the filter's limits.
 */
export function deadlineOf(request: ServerRequest, target: ResourceTarget, startedAtMs: number): Deadline {
  if (isLongRunning(request, target)) return noDeadline;
  const limitMs = timeLimitOf(request.query);
  const verb = verbOf(request.method, target, false);
  if (limitMs > writeTimeLimitMs && verb !== "deletecollection") return writeDeadline(startedAtMs);
  return { atMs: startedAtMs + limitMs, exceeded: () => new RequestTimeoutError("The request took too long") };
}

/** How long the body of a request may take to arrive. The handler rejects an invalid `timeout` later. */
export function bodyTimeLimitMs({ query }: Pick<ServerRequest, "query">): number {
  return timeLimitOf(query);
}

/** When the filter ends a request that began at `startedAtMs`. */
export function filterEndsAtMs(
  request: ServerRequest,
  target: RequestTarget | undefined,
  startedAtMs: number,
): number | undefined {
  return isLongRunning(request, target) ? undefined : startedAtMs + timeLimitOf(request.query);
}

/** Whether a request has no deadline, because it is a watch, a stream or a profile. `undefined`: the path is malformed. */
export function isLongRunning({ method, path, query }: ServerRequest, target: RequestTarget | undefined): boolean {
  if (target?.type !== "resource") return path.startsWith("/debug/pprof/");
  return longRunningSubresources.has(target.subresource) || verbOf(method, target, isWatch(query)) === "watch";
}

export const longRunningSubresources: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** 504 of the filter: a Status without kind, as text, and without the headers of the filters inside. */
export function requestTimeoutResponse(): ServerResponse {
  const status = {
    metadata: {},
    status: "Failure",
    message: "Timeout: request did not complete within the allotted timeout",
    reason: "Timeout",
    details: {},
    code: 504,
  };
  return { ...textResponse(504, `${JSON.stringify(status)}\n`), skipsInnerFilters: true };
}

/** The default of `--request-timeout`. */
const timeLimitMaxMs = 60_000;

/** @throws {ApiError} 400 for a `timeout` that is not a duration. */
export function assertTimeout(query: URLSearchParams): void {
  const timeout = query.get("timeout") ?? "";
  if (timeout === "" || parseGoDuration(timeout) !== undefined) return;
  throw badRequest(`invalid timeout specified in the request URL - ${goDurationProblem(timeout)}`);
}

/** An absent or invalid `timeout` and one that is not positive have the default limit. */
function timeLimitOf(query: URLSearchParams): number {
  const ms = parseGoDuration(query.get("timeout") ?? "") ?? 0;
  return ms > 0 ? Math.min(ms, timeLimitMaxMs) : timeLimitMaxMs;
}
