// Limits the requests in flight: of those that change something, and of the others. kube-apiserver does so with `--enable-priority-and-fairness=false`; its
// default divides the sum of both limits among priority levels, and queues requests before it rejects them.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/server/filters/maxinflight.go
import { mastersGroup } from "../authentication/user-info.ts";
import { textResponse } from "../http/responses.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { RequestHandler } from "./request-state.ts";

/** As in kube-apiserver. */
export const maxRequestsInflightDefault = 400;
export const maxMutatingRequestsInflightDefault = 200;

/** The limits of requests in flight, as the flags of kube-apiserver with these names. 0 means no limit. */
export interface InflightLimits {
  /** Requests that read. Default 400. */
  readonly maxRequestsInflight?: number | undefined;
  /** Requests that write. Default 200. */
  readonly maxMutatingRequestsInflight?: number | undefined;
}

const nonMutatingVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);
const retryAfterSeconds = "1";

/**
 * Responds with 429 to requests beyond the limits. Watches, logs and connections are not counted. Administrators (`system:masters`) are served beyond
 * the limits.
 */
export function withMaxInflight(next: RequestHandler, limits: InflightLimits): RequestHandler {
  const reading = { count: 0, max: limits.maxRequestsInflight ?? maxRequestsInflightDefault };
  const writing = { count: 0, max: limits.maxMutatingRequestsInflight ?? maxMutatingRequestsInflightDefault };
  return (state) => {
    const { info, user } = state;
    if (info.isLongRunning) return next(state);
    const counter = nonMutatingVerbs.has(info.access.verb) ? reading : writing;
    if (counter.max === 0) return next(state);
    if (counter.count >= counter.max) {
      return user.groups.includes(mastersGroup) ? next(state) : tooManyRequests();
    }
    counter.count++;
    state.onEnd = () => void counter.count--;
    return next(state);
  };
}

function tooManyRequests(): ServerResponse {
  const headers = { "retry-after": retryAfterSeconds, "x-content-type-options": "nosniff" };
  return textResponse(429, "Too many requests, please try again later.\n", headers);
}
