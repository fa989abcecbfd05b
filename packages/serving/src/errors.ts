/** Errors of this package. */
import type { BindAddress } from "./bind-address.ts";

const listenErrorBrand: symbol = Symbol.for("@kubewright/serving/ListenError");

export interface ListenErrorOptions extends ErrorOptions {
  /** The error code of the system. */
  readonly code?: string | undefined;
}

/** A server cannot listen. The message is one line for the user and says what to do. */
export class ListenError extends Error {
  override readonly name = "ListenError";
  /** The error code of the system, such as `EADDRINUSE`; empty without one. */
  readonly code: string;

  constructor(message: string, { code = "", ...options }: ListenErrorOptions = {}) {
    super(message, options);
    Object.defineProperty(this, listenErrorBrand, { value: true });
    this.code = code;
  }
}

/** Whether a value is a `ListenError`, of this copy of the package or another one. */
export function isListenError(error: unknown): error is ListenError {
  return error instanceof Error && listenErrorBrand in error;
}

/** The error of a server that cannot listen on an address. */
export function listenError(
  what: string,
  { host = "", port }: BindAddress,
  cause: Error & { readonly code?: string | undefined },
): ListenError {
  const { code } = cause;
  return new ListenError(`Cannot serve ${what} on "${host}:${port}": ${adviceFor(code, cause.message)}`, {
    cause,
    code,
  });
}

function adviceFor(code: string | undefined, message: string): string {
  switch (code) {
    case "EADDRINUSE":
      return "the port is taken by another program: end it, or choose another port";
    case "EACCES":
      return "the port needs privileges: choose a port above 1023";
    case "EADDRNOTAVAIL":
      return "this machine does not have the address: choose another one, such as 127.0.0.1";
    default:
      return message;
  }
}
