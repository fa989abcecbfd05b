// Errors in the options of service account tokens.

const brand = Symbol.for("@kubewright/apiserver/ServiceAccountOptionError");

/** A key, issuer or URL in `serviceAccounts` cannot be used. The message names the option, its value and what it must be. */
export class ServiceAccountOptionError extends Error {
  override readonly name = "ServiceAccountOptionError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Whether a value is a `ServiceAccountOptionError`, from this copy of the package or another one. */
export function isServiceAccountOptionError(error: unknown): error is ServiceAccountOptionError {
  return typeof error === "object" && error !== null && brand in error;
}
