/** Why a patch could not be applied. Servers return another status for each kind. */
export type PatchErrorKind =
  /** The patch is malformed: 400. */
  | "malformed"
  /** There are more operations than a server accepts: 413. */
  | "tooManyOperations"
  /** It does not fit the object, or a test failed: 422. */
  | "failed";

/** A patch that could not be applied. Messages of kinds other than `failed` are those of kube-apiserver. */
export class PatchError extends Error {
  override readonly name = "PatchError";
  readonly kind: PatchErrorKind;

  constructor(kind: PatchErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
