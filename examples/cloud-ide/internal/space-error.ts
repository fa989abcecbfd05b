/** Errors that callers of the service can correct: a reason for programs, and a message. */

const spaceErrorBrand: symbol = Symbol.for("kubewright-examples/cloud-ide/SpaceError");

/**
 * - `InvalidArgument`: a field of the request is invalid.
 * - `PermissionDenied`: the policy does not allow the namespace or the image.
 * - `NotFound`, `AlreadyExists`: the workspace does not exist, or another call created it.
 * - `FailedPrecondition`: the workspace has ended, and must be deleted before it can be created again.
 * - `Aborted`: the workspace was deleted during the call, which can be repeated.
 */
export type SpaceErrorReason =
  | "InvalidArgument"
  | "PermissionDenied"
  | "NotFound"
  | "AlreadyExists"
  | "FailedPrecondition"
  | "Aborted";

export class SpaceError extends Error {
  override readonly name = "SpaceError";
  readonly reason: SpaceErrorReason;

  constructor(reason: SpaceErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, spaceErrorBrand, { value: true });
    this.reason = reason;
  }
}

/** Whether `error` is a `SpaceError`. */
export function isSpaceError(error: unknown): error is SpaceError {
  return error instanceof Error && spaceErrorBrand in error;
}
