/** Errors of this package. */

const environmentErrorBrand: symbol = Symbol.for("@kubewright/envtest/EnvironmentError");

/** A test environment could not be created. The message is one line and contains a solution. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, environmentErrorBrand, { value: true });
  }
}

export function isEnvironmentError(error: unknown): error is EnvironmentError {
  return error instanceof Error && environmentErrorBrand in error;
}
