/** Errors of this package. */

const listenErrorBrand: symbol = Symbol.for("@kubewright/telemetry/ListenError");

/** A server could not begin to listen. The message is one line for the user and says what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, listenErrorBrand, { value: true });
  }
}

export function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && listenErrorBrand in error;
}
