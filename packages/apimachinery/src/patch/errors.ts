/** Why a patch could not be applied; servers answer each kind with another status. */
export type PatchErrorKind =
  /** The patch itself makes no sense: 400. */
  | "malformed"
  /** There are more operations than a server takes: 413. */
  | "tooManyOperations"
  /** It does not fit the object, or a test failed: 422. */
  | "failed";

/** A patch that could not be applied. Messages of kinds other than `failed` are a kube-apiserver's. */
export class PatchError extends Error {
  override readonly name = "PatchError";
  readonly kind: PatchErrorKind;

  constructor(kind: PatchErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
