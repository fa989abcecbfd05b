// What can go wrong with objects that are kept in a directory.

const storageErrorBrand = Symbol.for("@kubewright/apiserver/StorageError");

/** A directory with objects could not be opened or written to. A server whose directory fails answers no more requests: 500 to each. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly directory: string;

  constructor(action: string, directory: string, problem: string, options?: ErrorOptions) {
    super(`Cannot ${action} "${directory}": ${problem}`, options);
    Object.defineProperty(this, storageErrorBrand, { value: true });
    this.directory = directory;
  }
}

/** Whether a value is a `StorageError`, of this copy of the package or another one. */
export function isStorageError(error: unknown): error is StorageError {
  return typeof error === "object" && error !== null && storageErrorBrand in error;
}
