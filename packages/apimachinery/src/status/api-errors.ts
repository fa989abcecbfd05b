// Creates the errors of kube-apiserver with identical fields and messages. A server throws them. `action` is the
// part of the `ApiError` message that a Status does not have.

import type { GroupKind, GroupResource } from "../object/group-version.ts";
import { formatGroupKind, formatGroupResource } from "../object/group-version.ts";
import type { FieldError } from "../field/field-error.ts";
import { FieldErrorFormatter, formatErrorMessages } from "../field/field-error.ts";
import { quoteGoString } from "../go/go-format.ts";
import type { Work } from "../json/steps.ts";
import { afterPause, eachInSteps, finish } from "../json/steps.ts";
import { ApiError } from "./api-error.ts";
import type { Status, StatusCause, StatusDetails, StatusReason } from "./status.ts";

/** 404 `pods "x" not found`. */
export function notFound(resource: GroupResource, name: string): ApiError {
  const message = `${formatGroupResource(resource)} ${quoteGoString(name)} not found`;
  return failure(404, "NotFound", message, aboutResource(resource, name));
}

/** 404 without an object: the resource is not served. */
export function resourceNotFound(): ApiError {
  return failure(404, "NotFound", "the server could not find the requested resource", {});
}

/** 409 `pods "x" already exists`. */
export function alreadyExists(resource: GroupResource, name: string): ApiError {
  const message = `${formatGroupResource(resource)} ${quoteGoString(name)} already exists`;
  return failure(409, "AlreadyExists", message, aboutResource(resource, name));
}

/** 409: every name generated from `generateName` exists. */
export function generateNameConflict(resource: GroupResource, name: string, retryAfterSeconds: number): ApiError {
  const message =
    `${formatGroupResource(resource)} ${quoteGoString(name)} already exists, ` +
    "the server was not able to generate a unique name for the object";
  return failure(409, "AlreadyExists", message, { ...aboutResource(resource, name), retryAfterSeconds });
}

/** 409 `Operation cannot be fulfilled on pods "x": why`. */
export function conflict(resource: GroupResource, name: string, why: string): ApiError {
  const message = `Operation cannot be fulfilled on ${formatGroupResource(resource)} ${quoteGoString(name)}: ${why}`;
  return failure(409, "Conflict", message, aboutResource(resource, name));
}

/** The message of a conflict about an old `resourceVersion`. */
export const modifiedMessage =
  "the object has been modified; please apply your changes to the latest version and try again";

/** 409 of a server-side apply: other managers own fields. */
export function applyConflict(message: string, causes: readonly StatusCause[]): ApiError {
  return failure(409, "Conflict", message, { causes });
}

/** 422 `Pod "x" is invalid: spec.containers: Required value`, with one cause for each error. */
export function invalid(kind: GroupKind, name: string, errors: readonly FieldError[]): ApiError {
  return finish(invalidInSteps(kind, name, errors));
}

/** Like `invalid`, in steps. */
export function invalidInSteps(kind: GroupKind, name: string, errors: readonly FieldError[]): Work<ApiError> {
  const lead = `${formatGroupKind(kind)} ${quoteGoString(name)} is invalid`;
  const formatter = new FieldErrorFormatter();
  const causes: StatusCause[] = [];
  const messages = new Set<string>();
  let length = 0;
  const formatting = eachInSteps(
    errors,
    (error) => {
      if (length > causesLengthMax) return;
      const body = formatter.body(error);
      length += body.length;
      if (length > causesLengthMax) return;
      causes.push({ reason: error.type, message: body, field: error.field });
      if (!formatter.isRepeated(error)) messages.add(`${error.field}: ${body}`);
    },
    errorsPerStep,
  );
  return afterPause(formatting, () => {
    const details = withoutEmpty({ name, group: kind.group, kind: kind.kind, causes });
    const text = formatErrorMessages(messages);
    return failure(422, "Invalid", errors.length === 0 ? lead : `${lead}: ${text}`, details);
  });
}

const errorsPerStep = 1024;

/**
 * The causes of an error have at most this number of characters in all; further ones are left out. kube-apiserver has no limit: it needs gigabytes
 * for 20,000 errors that each show a list of 20,000 items.
 */
const causesLengthMax = 16 * 1024 * 1024;

/** 403 `pods "x" is forbidden: why`; without a name `pods is forbidden: why`, without a resource `forbidden: why`. */
export function forbidden(resource: GroupResource | undefined, name: string, why: string): ApiError {
  if (resource === undefined || formatGroupResource(resource) === "") {
    return failure(403, "Forbidden", `forbidden: ${why}`, name === "" ? {} : { name });
  }
  const subject = formatGroupResource(resource) + (name === "" ? "" : ` ${quoteGoString(name)}`);
  return failure(403, "Forbidden", `${subject} is forbidden: ${why}`, aboutResource(resource, name));
}

/** 401. */
export function unauthorized(message = "Unauthorized"): ApiError {
  return failure(401, "Unauthorized", message);
}

/** 400. */
export function badRequest(message: string): ApiError {
  return failure(400, "BadRequest", message);
}

/** 405 for a whole resource. */
export function methodNotAllowed(): ApiError {
  return failure(405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {});
}

/** 405 `delete is not supported on resources of kind "pods"`. */
export function methodNotSupported(resource: GroupResource, action: string): ApiError {
  const message = `${action} is not supported on resources of kind ${quoteGoString(formatGroupResource(resource))}`;
  return failure(405, "MethodNotAllowed", message, aboutResource(resource, ""));
}

/** 406. */
export function notAcceptable(message: string): ApiError {
  return failure(406, "NotAcceptable", message);
}

/** 415. */
export function unsupportedMediaType(message: string): ApiError {
  return failure(415, "UnsupportedMediaType", message);
}

/** 410: the requested history is compacted. */
export function expired(message: string): ApiError {
  return failure(410, "Expired", message);
}

/** 413 `Request entity too large: message`. */
export function requestEntityTooLarge(message: string): ApiError {
  return failure(413, "RequestEntityTooLarge", `Request entity too large: ${message}`);
}

/** 429. With 0 seconds, the response has no delay. */
export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return failure(429, "TooManyRequests", message, withoutEmpty({ retryAfterSeconds }));
}

/** 500: an internal error of the server. */
export function internalError(message: string, options?: ErrorOptions): ApiError {
  const details = { causes: [{ message }] };
  return failure(500, "InternalError", `Internal error occurred: ${message}`, details, options);
}

/** 500 without reason and details: kube-apiserver's response to an error without a Status. */
export function unclassifiedError(message: string, options?: ErrorOptions): ApiError {
  return failure(500, undefined, message, undefined, options);
}

/** 500: the server cannot complete the request now. The client tries again. */
export function serverTimeout(resource: GroupResource, operation: string, retryAfterSeconds: number): ApiError {
  const subject = formatGroupResource(resource);
  const message = `The ${operation} operation against ${subject} could not be completed at this time, please try again.`;
  return failure(
    500,
    "ServerTimeout",
    message,
    withoutEmpty({ ...aboutResource(resource, operation), retryAfterSeconds }),
  );
}

/** 503. */
export function serviceUnavailable(message: string): ApiError {
  return failure(503, "ServiceUnavailable", message);
}

/** 504 `Timeout: message`. */
export function timeout(message: string, retryAfterSeconds: number): ApiError {
  return failure(504, "Timeout", `Timeout: ${message}`, withoutEmpty({ retryAfterSeconds }));
}

/** 504: the requested resourceVersion is newer than the state of the server. */
export function tooLargeResourceVersion(requested: string, current: string, retryAfterSeconds: number): ApiError {
  return failure(504, "Timeout", `Timeout: Too large resource version: ${requested}, current: ${current}`, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds,
  });
}

/** An error with any Status. The predicates depend on its `code` and `reason`. */
export function apiErrorFrom(status: Status, action = "complete the request", options?: ErrorOptions): ApiError {
  return new ApiError(action, status, options);
}

function failure(
  code: number,
  reason: StatusReason | undefined,
  message: string,
  details?: StatusDetails,
  options?: ErrorOptions,
): ApiError {
  const status: Status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
  return apiErrorFrom(status, undefined, options);
}

function aboutResource({ group, resource }: GroupResource, name: string): StatusDetails {
  return withoutEmpty({ name, group, kind: resource });
}

// A Status omits empty fields: the name for a collection, and the group for the core group.
function withoutEmpty(details: StatusDetails): StatusDetails {
  return Object.fromEntries(
    Object.entries(details).filter(
      ([, value]) => value !== "" && value !== 0 && !(Array.isArray(value) && value.length === 0),
    ),
  );
}
