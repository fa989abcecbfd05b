// Errors in the options of PodSecurity.

const brand = Symbol.for("@kubewright/apiserver/PodSecurityOptionError");

/** A level, version or name in `podSecurity` cannot be used. The message names each bad field, its value and what it must be. */
export class PodSecurityOptionError extends Error {
  override readonly name = "PodSecurityOptionError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Whether a value is a `PodSecurityOptionError`, from this copy of the package or another one. */
export function isPodSecurityOptionError(error: unknown): error is PodSecurityOptionError {
  return typeof error === "object" && error !== null && brand in error;
}
