/**
 * The interface between this toolkit and an API server.
 *
 * A `Transport` sends requests over sockets (`createSocketTransport`), to an API server in the same process, or through a wrapper that injects
 * faults. Callers do not depend on the implementation. A response is a status, headers and a stream of bytes.
 */

/**
 * Headers by name in lower case. A header that occurs several times has a list of values; `headerOf` handles both.
 */
export type HeaderMap = Readonly<Record<string, string | readonly string[]>>;

/**
 * Lanes separate requests over HTTP/2: each lane has its own connections. On one connection a response waits until the bytes of earlier, long responses
 * have been read: with four lists in flight a Lease renewal takes ten times as long. `bulk` is for lists, watches and logs.
 */
export type RequestLane = "default" | "bulk";

/** One request. It can be sent again. */
export interface TransportRequest {
  /** `GET`, `POST` and so on, in upper case. */
  readonly method: string;
  /** The path from the server's root, with its query, percent-encoded: `/api/v1/pods?limit=500`. */
  readonly path: string;
  readonly headers?: HeaderMap;
  /** A string is sent as UTF-8. Absent: no body. */
  readonly body?: Uint8Array | string;
  /**
   * Whether the response may be so long that compressing it can be faster. A transport over sockets requests and decodes gzip then, depending on
   * its options. Default: false.
   */
  readonly acceptsGzip?: boolean;
  /** Default: `default`. Transports without HTTP/2 ignore it. */
  readonly lane?: RequestLane;
  /** Aborts the exchange, before the response and while its body is read. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called synchronously right before the first byte is sent, after credentials were read and the connection was established, and again if the
   * request is sent again. If it throws, nothing is sent, and the request rejects with its error.
   */
  readonly beforeSend?: () => void;
}

/** A response with any status. Redirects are not followed. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  /**
   * The body as a stream. It must be read once, to its end or until `break`, because the exchange occupies its HTTP/2 stream until then. `break`
   * cancels the exchange. To skip the whole body, call `discardBody`.
   *
   * Reading fails with a `TransportError` if the connection ends before the body, and with the reason of the request's signal after an abort.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A request to turn the connection into a two-way stream, such as a WebSocket for exec, attach and port-forward. */
export interface UpgradeRequest {
  /** `GET` by default. */
  readonly method?: string;
  readonly path: string;
  /**
   * The headers that the protocol requires except `connection` and `upgrade`, for a WebSocket `sec-websocket-key`,
   * `sec-websocket-version` and `sec-websocket-protocol` (RFC 6455, section 4.1).
   */
  readonly headers?: HeaderMap;
  /** The value of the `upgrade` header, `websocket` by default. */
  readonly protocol?: string;
  readonly signal?: AbortSignal | undefined;
  /** As in `TransportRequest`. */
  readonly beforeSend?: () => void;
}

/** The two-way stream of raw bytes after `101 Switching Protocols`. The caller implements the framing. Disposing closes the stream. */
export interface UpgradedConnection extends AsyncDisposable {
  /** The headers of the 101 response, with the subprotocol that the server has selected. */
  readonly headers: HeaderMap;
  /** The bytes of the server, until the server ends its side. Can be read once. */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Sends bytes; resolves when more may be sent. Rejects with a `TransportError` once the connection has ended. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the client's side: the server reads the end of the stream, and may still send. */
  end(): Promise<void>;
}

/** Sends requests to one API server. Disposing aborts all requests in flight and closes the connections. */
export interface Transport extends AsyncDisposable {
  /**
   * Sends one request and resolves once status and headers have arrived.
   *
   * Resolves with any status. Rejects with a `TransportError` without a response, and with `signal.reason` if the signal is aborted
   * before.
   */
  request(request: TransportRequest): Promise<TransportResponse>;

  /**
   * Requests a two-way stream. Rejects with an `UpgradeRefusedError`, which contains the response, if the status is not 101; otherwise as
   * `request` does.
   */
  upgrade(request: UpgradeRequest): Promise<UpgradedConnection>;
}
