/** Limits that protect a server against slow, broken and hostile clients. A client that exceeds one of them is disconnected. */
import type { ServerOptions } from "node:http";

export interface HttpLimits {
  /** Connections at a time; further ones are closed at once. */
  readonly connectionsMax: number;
  /** From the connection to the end of the TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** From the first moment of a request to the last byte of its headers. */
  readonly headersTimeoutMs: number;
  /** From the first moment of a request to the last byte of its body, over HTTP/1.1. Default: no limit, so the handler needs one. */
  readonly requestTimeoutMs?: number;
  /**
   * Without a byte in either direction during a request, such as a client that does not read its response, over HTTP/1.1. Default: no limit, for
   * servers with watches.
   */
  readonly stallTimeoutMs?: number;
  /** A connection without a request. */
  readonly idleTimeoutMs: number;
  /** Over HTTP/1.1, more is rejected with 431. Default `headerBytesMaxDefault`. */
  readonly headerBytesMax?: number;
}

/** The limit of Node. */
export const headerBytesMaxDefault: number = 16 * 1024;

/** The limits as options of Node's HTTP/1.1 server. */
export function nodeLimits(limits: HttpLimits): ServerOptions {
  const { headersTimeoutMs, requestTimeoutMs = 0, idleTimeoutMs, headerBytesMax = headerBytesMaxDefault } = limits;
  return {
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: idleTimeoutMs,
    maxHeaderSize: headerBytesMax,
    // Node checks the first two timeouts at this interval, by default every 30 s.
    connectionsCheckingInterval: Math.ceil(headersTimeoutMs / 5),
  };
}
