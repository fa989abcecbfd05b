/**
 * Decides which requests a client retries, and after which pause. A pure function of the policy and the failure.
 *
 * Requests that are not idempotent (POST, JSON patches) are retried only after a rejection by the server's flow control (429 with `Retry-After` and plain
 * text): the server has not executed such a request. After other failures it may have executed the request. By default,
 * a client retries a request only if the server requests it with `Retry-After`. Reflectors and work queues retry with their own backoff, and retries
 * below them would multiply the requests during an outage.
 */
import { backoffMs } from "@kubewright/async";
import type { Backoff, Random } from "@kubewright/async";
import { isTransportError } from "@kubewright/transport";

/** The verbs whose requests may be retried. */
export type RetriedVerb = "get" | "create" | "list" | "watch" | "update" | "patch" | "delete" | "deletecollection";

export interface RetryPolicy {
  /** The largest number of retries of a request. A call may set its own number. Default `defaultRetriesMax`; 0 for watches. */
  readonly retriesMax?: number | undefined;
  /** Default: all. */
  readonly verbs?: readonly RetriedVerb[] | undefined;
  /** The statuses after which a request is retried if the response has `Retry-After`. Default: 429 and 503. */
  readonly statuses?: readonly number[] | undefined;
  /** The statuses after which a read (get, list) is retried without `Retry-After`, after `backoff`. Default: none. */
  readonly readStatuses?: readonly number[] | undefined;
  /** Whether a read is retried, after `backoff`, if no response has begun. Default false. */
  readonly readFailures?: boolean | undefined;
  /** Default `defaultRetryBackoff`. */
  readonly backoff?: Backoff | undefined;
}

export const defaultRetriesMax = 5;

/** The pause without `Retry-After`. */
export const defaultRetryBackoff: Backoff = { initialMs: 500, maxMs: 10_000, jitter: 0.5 };

/** A `Retry-After` is prolonged by a random fraction of at most this size, so that clients that were rejected together do not retry together. */
const retryAfterJitter = 0.2;

/** The fields of a request that the policy uses. */
export interface RepeatableRequest {
  readonly method: string;
  readonly verb: string;
  readonly isIdempotent: boolean;
  /** The number of retries that the call has set. */
  readonly retriesMax?: number | undefined;
}

/** Why a request has failed. */
export type RequestFailure =
  | {
      readonly kind: "status";
      readonly status: number;
      readonly retryAfterSeconds: number | undefined;
      /** The server's flow control has rejected the request. */
      readonly isOverloaded?: boolean;
    }
  | { readonly kind: "error"; readonly error: unknown };

/** The milliseconds before the retry, or undefined if the request is not retried. `attempt` is 1 after the first failure. */
export function retryDelayMs(
  policy: RetryPolicy,
  request: RepeatableRequest,
  failure: RequestFailure,
  { attempt, random }: { readonly attempt: number; readonly random: Random },
): number | undefined {
  if (attempt > retriesMaxOf(policy, request) || !(request.isIdempotent || isUnexecuted(failure))) return undefined;
  const { verbs, statuses = [429, 503], backoff = defaultRetryBackoff } = policy;
  // Raw requests have no API verb.
  if (verbs !== undefined && !(verbs as readonly string[]).includes(request.verb) && request.verb !== "raw")
    return undefined;

  if (failure.kind === "status" && failure.retryAfterSeconds !== undefined) {
    if (!statuses.includes(failure.status)) return undefined;
    return failure.retryAfterSeconds * 1000 * (1 + retryAfterJitter * random.next());
  }
  return isRead(request) && isRetriedRead(policy, failure) ? backoffMs(backoff, attempt, random) : undefined;
}

function retriesMaxOf(policy: RetryPolicy, { verb, retriesMax }: RepeatableRequest): number {
  // A retried watch would start from an old version. Its reader starts the next watch from the last version that it has received.
  return retriesMax ?? (verb === "watch" ? 0 : (policy.retriesMax ?? defaultRetriesMax));
}

/** Flow control rejects a request before any handler receives it. A 429 of a handler, as of an eviction, is for the caller. */
function isUnexecuted(failure: RequestFailure): boolean {
  return failure.kind === "status" && failure.isOverloaded === true && failure.retryAfterSeconds !== undefined;
}

function isRead({ method, verb }: RepeatableRequest): boolean {
  return method === "GET" && verb !== "watch";
}

function isRetriedRead({ readStatuses = [], readFailures = false }: RetryPolicy, failure: RequestFailure): boolean {
  if (failure.kind === "status") return readStatuses.includes(failure.status);
  return readFailures && isTransportError(failure.error) && !finalKinds.includes(failure.error.kind);
}

/** Failures that a retry would repeat. */
const finalKinds: readonly string[] = ["closed", "unsupported"];
