// Status: the response of an API server without an object, usually for a failed request. Its fields, reasons and messages are
// part of the API: clients depend on `reason`, and people read `message`.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/

import type { FieldErrorType } from "../field/field-error.ts";
import type { ListMeta } from "../object/kubernetes-object.ts";

/** A response of an API server without an object. `code` is the HTTP status. */
export interface Status {
  readonly kind?: "Status";
  readonly apiVersion?: "v1";
  readonly metadata?: ListMeta;
  readonly status?: "Success" | "Failure";
  readonly message?: string;
  /** The reason for programs. Empty or absent: unknown, use `code`. */
  readonly reason?: StatusReason | (string & {});
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** The object of the request. `kind` is the resource for most reasons, and the kind for `Invalid`. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  /** Also sent as the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
}

/** One of several errors. `field` is a path such as `spec.ports[0].name`. */
export interface StatusCause {
  readonly reason?: CauseReason | (string & {});
  readonly message?: string;
  readonly field?: string;
}

/** The reasons of kube-apiserver. */
export type StatusReason = (typeof statusReasons)[number];

/** The reasons of kube-apiserver. For other reasons the HTTP status decides. */
export const statusReasons = [
  "Unauthorized",
  "Forbidden",
  "NotFound",
  "AlreadyExists",
  "Conflict",
  "Gone",
  "Invalid",
  "ServerTimeout",
  "StorageReadError",
  "Timeout",
  "TooManyRequests",
  "BadRequest",
  "MethodNotAllowed",
  "NotAcceptable",
  "RequestEntityTooLarge",
  "UnsupportedMediaType",
  "InternalError",
  "Expired",
  "ServiceUnavailable",
] as const;

/** The reasons of causes of kube-apiserver. */
export type CauseReason =
  | FieldErrorType
  | "UnexpectedServerResponse"
  | "FieldManagerConflict"
  | "ResourceVersionTooLarge";

/** Whether a decoded body is a Status. */
export function isStatus(value: unknown): value is Status {
  return (
    typeof value === "object" &&
    value !== null &&
    "kind" in value &&
    value.kind === "Status" &&
    "apiVersion" in value &&
    (value.apiVersion === "v1" || value.apiVersion === "meta.k8s.io/v1")
  );
}
