// Ends requests that take too long: after 60 s, or after `?timeout=` if that is shorter. Long-running requests have no limit.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/filters/request_deadline.go
import { badRequest, goDurationProblem, parseGoDuration } from "@kubewright/apimachinery";
import { textResponse } from "../http/responses.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { RequestHandler, RequestState } from "./request-state.ts";

/** The default of `--request-timeout`. */
const timeLimitMaxMs = 60_000;

/** Sets when a request ends. Throws 400 for a `timeout` that is not a duration. */
export function withRequestDeadline(next: RequestHandler): RequestHandler {
  return (state) => {
    if (!state.info.isLongRunning) {
      const { query } = state.request;
      assertTimeout(query);
      state.endsAtMs = state.receivedAtMs + timeLimitOf(query);
    }
    return next(state);
  };
}

/** How long a request may take. An absent or invalid `timeout` and one that is not positive mean the default. */
export function timeLimitOf(query: URLSearchParams): number {
  const timeout = query.get("timeout");
  if (timeout === null) return timeLimitMaxMs;
  const ms = Number(parseGoDuration(timeout) ?? 0n) / 1e6;
  return ms > 0 ? Math.min(ms, timeLimitMaxMs) : timeLimitMaxMs;
}

/** 504: a Status without a kind, as text. kube-apiserver drops the headers that filters inside this one have set. */
export function requestTimeoutResponse(state: RequestState): ServerResponse {
  state.flow = undefined;
  state.warnings.clear();
  const status = {
    metadata: {},
    status: "Failure",
    message: "Timeout: request did not complete within the allotted timeout",
    reason: "Timeout",
    details: {},
    code: 504,
  };
  return textResponse(504, `${JSON.stringify(status)}\n`);
}

function assertTimeout(query: URLSearchParams): void {
  const timeout = query.get("timeout") ?? "";
  const problem = timeout === "" ? undefined : goDurationProblem(timeout);
  if (problem !== undefined) throw badRequest(`invalid timeout specified in the request URL - ${problem}`);
}
