// ApiError: a request that an API server rejected. The server throws these, the client creates them from the body, and both use the same
// predicates. As in upstream, the reason decides; for an unknown or absent reason, the HTTP status does.

import { shortMessage } from "./short-message.ts";
import type { Status, StatusReason } from "./status.ts";
import { statusReasons } from "./status.ts";

// Marks our errors across two copies of this package.
const apiErrorBrand = Symbol.for("@kubewright/apimachinery/ApiError");

/** A request that an API server rejected. `status` is the response; `message` has the attempted action and the reason, without long values. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: Status;

  /** @param action the attempted action, which continues "Cannot": `update MyJob "default/pi"`. */
  constructor(action: string, status: Status, options?: ErrorOptions) {
    const message = shortMessage(status.message ?? "no message");
    super(`Cannot ${action}: ${status.reason ? `${status.reason}: ` : ""}${message}`, options);
    this.status = status;
    Object.defineProperty(this, apiErrorBrand, { value: true });
  }
}

/** Whether a value is an ApiError, of this copy of the package or another one. */
export function isApiError(error: unknown): error is ApiError {
  return typeof error === "object" && error !== null && apiErrorBrand in error;
}

/** 404: the object or the resource does not exist. */
export const isNotFound = (error: unknown): error is ApiError => has(error, "NotFound", 404);
/** 409: an object of this name already exists. */
export const isAlreadyExists = (error: unknown): error is ApiError => hasReason(error, "AlreadyExists");
/** 409: a concurrent write, or a precondition that does not hold. Read the object again and repeat the decision. */
export const isConflict = (error: unknown): error is ApiError => has(error, "Conflict", 409);
/**
 * 409: other managers own fields that a server-side apply would change; `details.causes` names each field and its owner. Apply with `force` to take
 * them, or omit them to leave them to their managers.
 */
export const isApplyConflict = (error: unknown): error is ApiError =>
  isConflict(error) && hasCause(error, "FieldManagerConflict");
/** 422: the object is invalid; `details.causes` names the fields. */
export const isInvalid = (error: unknown): error is ApiError => has(error, "Invalid", 422);
/** 403: forbidden for this user, or rejected by admission. */
export const isForbidden = (error: unknown): error is ApiError => has(error, "Forbidden", 403);
/** 401: the server cannot authenticate the client. */
export const isUnauthorized = (error: unknown): error is ApiError => has(error, "Unauthorized", 401);
/** 400: the request is malformed. */
export const isBadRequest = (error: unknown): error is ApiError => has(error, "BadRequest", 400);
/** 405: the resource does not support the verb. */
export const isMethodNotAllowed = (error: unknown): error is ApiError => has(error, "MethodNotAllowed", 405);
/** 406: the server supports no media type that the client accepts. */
export const isNotAcceptable = (error: unknown): error is ApiError => has(error, "NotAcceptable", 406);
/** 415: the server does not support the media type of the body. */
export const isUnsupportedMediaType = (error: unknown): error is ApiError => has(error, "UnsupportedMediaType", 415);
/** 410: the history that a watch or a paged list requires is compacted: list again. */
export const isExpired = (error: unknown): error is ApiError => hasReason(error, "Expired") || has(error, "Gone", 410);
/** 500 with reason ServerTimeout: the server cannot complete the request now. Try again after `retryAfterSecondsOf`. */
export const isServerTimeout = (error: unknown): error is ApiError => hasReason(error, "ServerTimeout");
/** 504: the request timed out. The action may still happen. */
export const isTimeout = (error: unknown): error is ApiError => has(error, "Timeout", 504);
/** 429: too many requests, or an eviction is not possible now. */
export const isTooManyRequests = (error: unknown): error is ApiError =>
  hasReason(error, "TooManyRequests") || hasCode(error, 429);
/** 413: the body exceeds the limit of the server. */
export const isRequestEntityTooLarge = (error: unknown): error is ApiError =>
  hasReason(error, "RequestEntityTooLarge") || hasCode(error, 413);
/** 500: an internal error of the server. */
export const isInternalError = (error: unknown): error is ApiError => has(error, "InternalError", 500);
/** 503: the server is temporarily unavailable. */
export const isServiceUnavailable = (error: unknown): error is ApiError => has(error, "ServiceUnavailable", 503);

/** 504: the requested resourceVersion is newer than the state of the server. */
export function isTooLargeResourceVersion(error: unknown): error is ApiError {
  return isTimeout(error) && hasCause(error, "ResourceVersionTooLarge");
}

/** 403: an object cannot be created because its namespace is terminating. */
export function isNamespaceTerminating(error: unknown): error is ApiError {
  return isForbidden(error) && hasCause(error, "NamespaceTerminating");
}

/** Whether one of the causes has this reason. */
export function hasCause(error: unknown, reason: string): error is ApiError {
  return isApiError(error) && (error.status.details?.causes?.some((cause) => cause.reason === reason) ?? false);
}

/** The delay before a retry that the server requests; `undefined` if it requests none. */
export function retryAfterSecondsOf(error: unknown): number | undefined {
  if (!isApiError(error)) return undefined;
  const seconds = error.status.details?.retryAfterSeconds ?? 0;
  return seconds > 0 || error.status.reason === "ServerTimeout" ? seconds : undefined;
}

function has(error: unknown, reason: StatusReason, code: number): error is ApiError {
  return hasReason(error, reason) || (hasCode(error, code) && !hasKnownReason(error));
}

function hasReason(error: unknown, reason: StatusReason): error is ApiError {
  return isApiError(error) && error.status.reason === reason;
}

function hasCode(error: unknown, code: number): error is ApiError {
  return isApiError(error) && error.status.code === code;
}

function hasKnownReason(error: ApiError): boolean {
  return statusReasons.some((reason) => reason === error.status.reason);
}
