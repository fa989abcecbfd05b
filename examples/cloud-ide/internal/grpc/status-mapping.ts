/** Maps errors to gRPC statuses. Details of internal errors are in the log only. */
import { Metadata, status } from "@grpc/grpc-js";
import type { StatusObject } from "@grpc/grpc-js";
import { isApiError } from "@kubewright/apimachinery";
import { isDeadlineError, isStoppedError } from "@kubewright/async";
import { isTransportError } from "@kubewright/transport";
import { isSpaceError } from "../space-error.ts";
import type { SpaceErrorReason } from "../space-error.ts";

const codeOfSpaceError: Readonly<Record<SpaceErrorReason, status>> = {
  InvalidArgument: status.INVALID_ARGUMENT,
  PermissionDenied: status.PERMISSION_DENIED,
  NotFound: status.NOT_FOUND,
  AlreadyExists: status.ALREADY_EXISTS,
  FailedPrecondition: status.FAILED_PRECONDITION,
  Aborted: status.ABORTED,
};

// Codes by the reason of the API server. The caller cannot correct errors with other reasons, such as a missing permission of the service.
const codeOfApiReason: ReadonlyMap<string, status> = new Map([
  ["Invalid", status.INVALID_ARGUMENT],
  ["BadRequest", status.INVALID_ARGUMENT],
  ["RequestEntityTooLarge", status.INVALID_ARGUMENT],
  ["NotFound", status.NOT_FOUND],
  ["AlreadyExists", status.ALREADY_EXISTS],
  ["Conflict", status.ABORTED],
  ["Forbidden", status.FAILED_PRECONDITION], // An exceeded quota, or an admission policy.
  ["TooManyRequests", status.RESOURCE_EXHAUSTED],
  ["ServiceUnavailable", status.UNAVAILABLE],
  ["Timeout", status.UNAVAILABLE],
  ["ServerTimeout", status.UNAVAILABLE],
]);

/** The status for the error of a call. */
export function statusOf(error: unknown): StatusObject {
  const metadata = new Metadata();
  if (isSpaceError(error)) return { code: codeOfSpaceError[error.reason], details: error.message, metadata };
  if (isApiError(error)) {
    const code = codeOfApiReason.get(error.status.reason ?? "");
    if (code !== undefined) return { code, details: error.message, metadata };
  }
  if (isTransportError(error)) {
    return { code: status.UNAVAILABLE, details: "The API server cannot be reached", metadata };
  }
  if (isDeadlineError(error)) return { code: status.DEADLINE_EXCEEDED, details: error.message, metadata };
  if (isStoppedError(error)) return { code: status.UNAVAILABLE, details: error.message, metadata };
  return { code: status.INTERNAL, details: "Internal error", metadata };
}

/** The metadata key of the details of a status. */
const detailsKey = "grpc-status-details-bin";

/**
 * The status with a message as its detail: a `google.rpc.Status` with the message in an `Any`, in the trailers
 * (https://github.com/googleapis/googleapis/blob/master/google/rpc/status.proto).
 */
export function withDetail(base: StatusObject, typeName: string, message: Uint8Array): StatusObject {
  const any = [...bytesField(1, Buffer.from(`type.googleapis.com/${typeName}`)), ...bytesField(2, message)];
  const rpcStatus = [
    0x08, // Field 1, the code.
    ...varint(base.code),
    ...bytesField(2, Buffer.from(base.details)),
    ...bytesField(3, Uint8Array.from(any)),
  ];
  const metadata = base.metadata.clone();
  metadata.set(detailsKey, Buffer.from(rpcStatus));
  return { ...base, metadata };
}

/** A length-delimited field. */
function bytesField(field: number, bytes: Uint8Array): readonly number[] {
  return [(field << 3) | 2, ...varint(bytes.length), ...bytes];
}

function varint(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
