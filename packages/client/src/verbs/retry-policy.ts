/**
 * Which requests a client sends again, and after which pause. A pure function of the policy and the failure.
 *
 * Requests that are not idempotent (POST, JSON patches) are never sent again: the server may have executed a request whose response was lost. By default a
 * client sends a request again only if the server requests it with `Retry-After`. Reflectors and work queues repeat their work with a backoff of their own,
 * and retries below them would multiply the requests of an outage.
 */
import { backoffMs } from "@kubewright/async";
import type { Backoff, Random } from "@kubewright/async";
import { isTransportError } from "@kubewright/transport";

/** The verbs whose requests may be sent again. A create is not one of them. */
export type RetriedVerb = "get" | "list" | "watch" | "update" | "patch" | "delete" | "deletecollection";

export interface RetryPolicy {
  /** How often a request is sent again at most. A call may have its own number. 0: never. Default `defaultRetriesMax`; 0 for watches. */
  readonly retriesMax?: number | undefined;
  /** Default: all of them. */
  readonly verbs?: readonly RetriedVerb[] | undefined;
  /** The statuses after which a request is sent again if the response has `Retry-After`. Default: 429 and 503. */
  readonly statuses?: readonly number[] | undefined;
  /** The statuses after which a read (get, list) is sent again without `Retry-After`, after `backoff`. Default: none. */
  readonly readStatuses?: readonly number[] | undefined;
  /** Whether a read is sent again, after `backoff`, if no response has begun. Default false. */
  readonly readFailures?: boolean | undefined;
  /** Default `defaultRetryBackoff`. */
  readonly backoff?: Backoff | undefined;
}

export const defaultRetriesMax = 5;

/** The pause without `Retry-After`. */
export const defaultRetryBackoff: Backoff = { initialMs: 500, maxMs: 10_000, jitter: 0.5 };

/** A `Retry-After` is prolonged by a random part of at most this size, so that clients that were rejected together do not return together. */
const retryAfterJitter = 0.2;

/** What the policy knows of a request. */
export interface RepeatableRequest {
  readonly method: string;
  readonly verb: string;
  readonly isIdempotent: boolean;
  /** The number of the call, if it has one. */
  readonly retriesMax?: number | undefined;
}

/** Why a request has failed. */
export type RequestFailure =
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds: number | undefined }
  | { readonly kind: "error"; readonly error: unknown };

/** The milliseconds before the request is sent again, or undefined if it is not. `attempt` is 1 after the first failure. */
export function retryDelayMs(
  policy: RetryPolicy,
  request: RepeatableRequest,
  failure: RequestFailure,
  { attempt, random }: { readonly attempt: number; readonly random: Random },
): number | undefined {
  if (!request.isIdempotent || attempt > retriesMaxOf(policy, request)) return undefined;
  const { verbs, statuses = [429, 503], backoff = defaultRetryBackoff } = policy;
  // Raw requests have no verb of the API.
  if (verbs !== undefined && !(verbs as readonly string[]).includes(request.verb) && request.verb !== "raw")
    return undefined;

  if (failure.kind === "status" && failure.retryAfterSeconds !== undefined) {
    if (!statuses.includes(failure.status)) return undefined;
    return failure.retryAfterSeconds * 1000 * (1 + retryAfterJitter * random.next());
  }
  return isRead(request) && isRetriedRead(policy, failure) ? backoffMs(backoff, attempt, random) : undefined;
}

function retriesMaxOf(policy: RetryPolicy, { verb, retriesMax }: RepeatableRequest): number {
  // A watch starts from the version that its reader has reached, so its reader starts it again.
  return retriesMax ?? (verb === "watch" ? 0 : (policy.retriesMax ?? defaultRetriesMax));
}

function isRead({ method, verb }: RepeatableRequest): boolean {
  return method === "GET" && verb !== "watch";
}

function isRetriedRead({ readStatuses = [], readFailures = false }: RetryPolicy, failure: RequestFailure): boolean {
  if (failure.kind === "status") return readStatuses.includes(failure.status);
  return readFailures && isTransportError(failure.error) && !finalKinds.includes(failure.error.kind);
}

/** Failures that a repetition meets again. */
const finalKinds: readonly string[] = ["closed", "unsupported"];
