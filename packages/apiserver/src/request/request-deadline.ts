// The deadline of a request to a resource. Two limits apply: that of every request (60 s, or `?timeout=` if it is shorter), and 34 s for a write of
// one object. As in kube-apiserver, the first one is the limit of a filter, whose response differs from that of the second.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/filters/request_deadline.go
import type { Deadline } from "../turns/deadline.ts";
import { noDeadline, writeDeadline, writeTimeLimitMs } from "../turns/deadline.ts";
import type { Verb } from "../contracts/strategy.ts";

/** The limit of every request has passed. A filter writes the response. */
export class RequestTimeoutError extends Error {
  override readonly name = "RequestTimeoutError";

  constructor() {
    super("the request took too long");
  }
}

export interface RequestTimes {
  readonly startedAtMs: number;
  /** The limit of every request; `undefined` for a long-running one. */
  readonly endsAtMs: number | undefined;
  readonly verb: Verb | undefined;
}

/** The deadline of a request. A delete of a collection has the limit of every request only. */
export function deadlineOf({ startedAtMs, endsAtMs, verb }: RequestTimes): Deadline {
  if (endsAtMs === undefined) return noDeadline;
  if (endsAtMs - startedAtMs > writeTimeLimitMs && verb !== "deletecollection") return writeDeadline(startedAtMs);
  return { atMs: endsAtMs, exceeded: () => new RequestTimeoutError() };
}
