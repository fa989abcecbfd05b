// What can be wrong with bytes that should be protobuf.

const protobufErrorBrand = Symbol.for("@kubewright/apiserver/ProtobufError");

/** Bytes that are no protobuf message of their type. The message is the reference's; as the body of a request they are answered with 400. */
export class ProtobufError extends Error {
  override readonly name = "ProtobufError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, protobufErrorBrand, { value: true });
  }
}

/** Whether a value is a `ProtobufError`, of this copy of the package or another one. */
export function isProtobufError(error: unknown): error is ProtobufError {
  return typeof error === "object" && error !== null && protobufErrorBrand in error;
}
