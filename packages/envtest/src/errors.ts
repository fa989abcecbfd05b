/** Errors of this package. */

const environmentErrorBrand = Symbol.for("@kubewright/envtest/EnvironmentError");

/** A test environment could not be made. The message is one line and says what to do. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  readonly [environmentErrorBrand] = true;
}

export function isEnvironmentError(error: unknown): error is EnvironmentError {
  return error instanceof Error && environmentErrorBrand in error;
}
