/** What a caller of the service may hear, whatever carries the answer: a reason that a program can act on, and a sentence. */

const spaceErrorBrand: symbol = Symbol.for("kubewright-examples/cloud-ide/SpaceError");

/**
 * - `InvalidArgument`: the request can never succeed as it is.
 * - `PermissionDenied`: it asks for a namespace or an image that this service does not give.
 * - `NotFound`, `AlreadyExists`: of the workspace.
 * - `FailedPrecondition`: the workspace has ended; it must be deleted before it can be made again.
 * - `Aborted`: the workspace was deleted meanwhile; the call may be made again.
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
