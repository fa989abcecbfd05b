// The error of malformed protobuf.

const protobufErrorBrand = Symbol.for("@kubewright/apiserver/ProtobufError");

/** Bytes that are not a protobuf message of the expected type. The message is that of Go; a request with such a body gets 400. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, protobufErrorBrand, { value: true });
  }
}

/** Whether a value is a `ProtobufError`, from this copy of the package or another one. */
export function isProtobufError(error: unknown): error is ProtobufError {
  return typeof error === "object" && error !== null && protobufErrorBrand in error;
}
