// Status: the answer of an API server when there is no object to give, above all when a request failed. Its shape, its
// reasons and its texts are interface: clients branch on `reason`, people read `message`.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/

import type { ListMeta } from "../object/kubernetes-object.ts";

/** An API server's answer without an object. `code` is the HTTP status. */
export interface Status {
  readonly kind?: "Status";
  readonly apiVersion?: "v1";
  readonly metadata?: ListMeta;
  readonly status?: "Success" | "Failure";
  readonly message?: string;
  /** Why, for programs. Empty or absent: not known, go by `code`. */
  readonly reason?: StatusReason | (string & {});
  readonly details?: StatusDetails;
  readonly code?: number;
}

/** What the answer is about. `kind` is the resource for most reasons, and the kind for `Invalid`. */
export interface StatusDetails {
  readonly name?: string;
  readonly group?: string;
  readonly kind?: string;
  readonly uid?: string;
  readonly causes?: readonly StatusCause[];
  /** Also sent as the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
}

/** One of several things that went wrong. `field` is a path such as `spec.ports[0].name`. */
export interface StatusCause {
  readonly reason?: CauseReason | (string & {});
  readonly message?: string;
  readonly field?: string;
}

/** The reasons a kube-apiserver gives. */
export type StatusReason = (typeof statusReasons)[number];

/** The reasons a kube-apiserver gives; for any other the HTTP status decides. */
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

/** The reasons of causes that a kube-apiserver gives. */
export type CauseReason =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooShort"
  | "FieldValueTooMany"
  | "FieldValueTooFew"
  | "FieldValueTypeInvalid"
  | "InternalError"
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
