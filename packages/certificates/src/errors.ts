// The error of invalid input: it is not a certificate, or a certificate cannot be issued for it.

// Symbol.for: two copies of this package recognise each other's errors.
const certificateErrorBrand: symbol = Symbol.for("@kubewright/certificates/CertificateError");

/** A certificate cannot be read or issued because of invalid input. A retry with the same input fails again. */
export class CertificateError extends Error {
  override readonly name = "CertificateError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, certificateErrorBrand, { value: true });
  }
}

/** Whether `error` is a `CertificateError`, of this copy of the package or another. */
export function isCertificateError(error: unknown): error is CertificateError {
  return typeof error === "object" && error !== null && certificateErrorBrand in error;
}
