/** The errors of requests without a response. A response with an error status is a response. */
import type { TransportResponse } from "./transport.ts";

// Symbol.for: two copies of this package recognise each other's errors.
const transportErrorBrand: symbol = Symbol.for("@kubewright/transport/TransportError");
const upgradeRefusedErrorBrand: symbol = Symbol.for("@kubewright/transport/UpgradeRefusedError");
const webSocketProtocolErrorBrand: symbol = Symbol.for("@kubewright/transport/WebSocketProtocolError");
const bodyTooLargeErrorBrand: symbol = Symbol.for("@kubewright/transport/BodyTooLargeError");

/**
 * The kinds of transport errors:
 *
 * - `dns`: the name of the server does not resolve.
 * - `connect`: the address does not accept connections (refused, unreachable).
 * - `proxy`: the proxy did not open a tunnel.
 * - `tls`: the handshake failed, for lack of trust or of a common version.
 * - `reset`: the peer aborted the exchange.
 * - `ended`: the connection or the body ended before the response was complete.
 * - `timeout`: the peer stopped responding, or a connection attempt took too long.
 * - `protocol`: the peer violated HTTP.
 * - `closed`: this transport has been disposed.
 * - `unsupported`: this transport does not support the request.
 */
export type TransportErrorKind =
  | "dns"
  | "connect"
  | "proxy"
  | "tls"
  | "reset"
  | "ended"
  | "timeout"
  | "protocol"
  | "closed"
  | "unsupported";

/** The fields of a `TransportError`. */
export interface TransportErrorDetails {
  readonly kind: TransportErrorKind;
  /** The action that failed, as it follows "Cannot": `GET "/api/v1/pods" from https://10.0.0.1:6443`. */
  readonly action: string;
  /** Host and port of the server, never with credentials: `10.0.0.1:6443`. */
  readonly address: string;
  /** The problem, and advice. */
  readonly found: string;
  /** Whether the server may have executed the request. */
  readonly mayHaveBeenProcessed: boolean;
  readonly cause?: unknown;
}

/** The server could not be reached, or the exchange was interrupted. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly kind: TransportErrorKind;
  /** Host and port of the server. */
  readonly address: string;
  /** The message without the failed action: the problem, and advice. */
  readonly found: string;
  /**
   * False if the server cannot have executed the request, so that a retry is safe. True if that is unknown.
   */
  readonly mayHaveBeenProcessed: boolean;

  constructor(details: TransportErrorDetails) {
    super(`Cannot ${details.action}: ${details.found}`, { cause: details.cause });
    Object.defineProperty(this, transportErrorBrand, { value: true });
    this.kind = details.kind;
    this.address = details.address;
    this.found = details.found;
    this.mayHaveBeenProcessed = details.mayHaveBeenProcessed;
  }
}

/** The server did not respond to an upgrade with 101. `response` is its response, whose body has not been read. */
export class UpgradeRefusedError extends Error {
  override readonly name = "UpgradeRefusedError";
  readonly response: TransportResponse;

  constructor(path: string, response: TransportResponse, options?: ErrorOptions) {
    super(
      `Cannot upgrade "${path}": the server responded with ${response.status}, must be 101 Switching Protocols`,
      options,
    );
    Object.defineProperty(this, upgradeRefusedErrorBrand, { value: true });
    this.response = response;
  }
}

/** The peer violated the WebSocket protocol, or ended the connection without a close frame. */
export class WebSocketProtocolError extends Error {
  override readonly name = "WebSocketProtocolError";
  /** The close code of this error (RFC 6455, section 7.4.1): 1002 for an invalid frame, 1006 for an abnormal end, 1009 for a message that is too large. */
  readonly code: number;

  constructor(problem: string, code: number, options?: ErrorOptions) {
    super(`Cannot read a WebSocket: ${problem}`, options);
    Object.defineProperty(this, webSocketProtocolErrorBrand, { value: true });
    this.code = code;
  }
}

/** A body was longer than its reader allows. */
export class BodyTooLargeError extends Error {
  override readonly name = "BodyTooLargeError";
  readonly limitBytes: number;

  constructor(limitBytes: number, options?: ErrorOptions) {
    super(`Cannot read body: it is longer than the ${limitBytes} bytes allowed`, options);
    Object.defineProperty(this, bodyTooLargeErrorBrand, { value: true });
    this.limitBytes = limitBytes;
  }
}

/** Whether `error` is a `TransportError`, of this or another copy of this package. */
export function isTransportError(error: unknown): error is TransportError {
  return error instanceof Error && transportErrorBrand in error;
}

/** Whether `error` is an `UpgradeRefusedError`, of this or another copy of this package. */
export function isUpgradeRefused(error: unknown): error is UpgradeRefusedError {
  return error instanceof Error && upgradeRefusedErrorBrand in error;
}

/** Whether `error` is a `BodyTooLargeError`, of this or another copy of this package. */
export function isBodyTooLarge(error: unknown): error is BodyTooLargeError {
  return error instanceof Error && bodyTooLargeErrorBrand in error;
}

/** Whether `error` is a `WebSocketProtocolError`, of this or another copy of this package. */
export function isWebSocketProtocolError(error: unknown): error is WebSocketProtocolError {
  return error instanceof Error && webSocketProtocolErrorBrand in error;
}
