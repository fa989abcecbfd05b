// The error of a server whose objects are in a directory.

const storageErrorBrand = Symbol.for("@kubewright/apiserver/StorageError");

/** The directory of a server could not be opened, read or written. The server then rejects every request with 500. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly directory: string;

  constructor(action: string, directory: string, problem: string, options?: ErrorOptions) {
    super(`Cannot ${action} "${directory}": ${problem}`, options);
    Object.defineProperty(this, storageErrorBrand, { value: true });
    this.directory = directory;
  }
}

/** Whether a value is a `StorageError`, from this copy of the package or another one. */
export function isStorageError(error: unknown): error is StorageError {
  return typeof error === "object" && error !== null && storageErrorBrand in error;
}

/** The message of a foreign error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
