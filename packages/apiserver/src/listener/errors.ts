// Errors of opening a listener.

const listenErrorBrand = Symbol.for("@kubewright/apiserver/ListenError");

/** The server could not listen on the requested address. The message says what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  /** Host and port, `127.0.0.1:6443`. */
  readonly address: string;
  /** The error code of the system, such as `EADDRINUSE`; empty if it has none. */
  readonly code: string;

  constructor(address: string, code: string, options?: ErrorOptions) {
    super(`Cannot listen on ${address}: ${adviceFor(code, options?.cause)}`, options);
    Object.defineProperty(this, listenErrorBrand, { value: true });
    this.address = address;
    this.code = code;
  }
}

/** Whether a value is a `ListenError`, of this copy of the package or another one. */
export function isListenError(error: unknown): error is ListenError {
  return typeof error === "object" && error !== null && listenErrorBrand in error;
}

function adviceFor(code: string, cause: unknown): string {
  switch (code) {
    case "EADDRINUSE":
      return "the port is in use; choose another port, or 0 for any free port";
    case "EACCES":
      return "the port needs privileges; choose a port above 1023, or 0 for any free port";
    case "EADDRNOTAVAIL":
      return "this machine does not have the address; 127.0.0.1 always exists";
    default:
      return cause instanceof Error ? cause.message : "the system rejected the address";
  }
}
