// A request ends without an outcome at its deadline, or when its client disconnects. It waits only for webhooks, converters and reservations, and
// calls `assertActive` after the wait, before it stores anything.
import { apiErrorFrom } from "@kubewright/apimachinery";
import type { ApiError } from "@kubewright/apimachinery";
import { abortable, deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";

export interface Deadline {
  /** By the clock's `now()`. */
  readonly atMs: number;
  /** Creates the error of a request that has no outcome by then. */
  readonly exceeded: () => Error;
}

/** The events that end the wait of a request. */
export interface RequestEnd {
  readonly clock: Clock;
  readonly deadline: Deadline;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined;
}

/**
 * The maximum duration of a create, update, patch or delete. A longer timeout in the request has no effect.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/handlers/rest.go (requestTimeoutUpperBound)
 */
export const writeTimeLimitMs = 34_000;

/** The deadline of a write that begins now. */
export function writeDeadline(startedAtMs: number): Deadline {
  return { atMs: startedAtMs + writeTimeLimitMs, exceeded: writeTimeout };
}

/** The deadline of requests that may take any time. */
export const noDeadline: Deadline = { atMs: Number.POSITIVE_INFINITY, exceeded: writeTimeout };

/**
 * Checks that the client is still connected and the deadline has not passed.
 *
 * @throws the reason of the request's signal if the client has disconnected; the deadline's error once it has passed.
 */
export function assertActive({ clock, deadline, signal }: RequestEnd): void {
  signal?.throwIfAborted();
  if (clock.now() >= deadline.atMs) throw deadline.exceeded();
}

/** Waits for an operation until the request ends. The operation then continues. Rejects with the error of `assertActive`. */
export async function untilEnd<T>(request: RequestEnd, operation: Promise<T>): Promise<T> {
  const { clock, deadline, signal } = request;
  if (deadline.atMs === Number.POSITIVE_INFINITY) return await abortable(operation, signal);
  using ended = deadlineSignal(clock, Math.max(deadline.atMs - clock.now(), 0), signal);
  try {
    return await abortable(operation, ended.signal);
  } catch (error) {
    if (ended.signal.aborted) assertActive(request);
    throw error;
  }
}

/**
 * 504: the deadline of the write has passed.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/handlers/finisher/finisher.go
 */
function writeTimeout(): ApiError {
  return apiErrorFrom({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
    reason: "Timeout",
    details: {},
    code: 504,
  });
}
