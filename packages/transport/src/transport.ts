/**
 * The interface between this toolkit and an API server.
 *
 * A request is text and bytes; a response is a status, headers and a stream of bytes. A `Transport` sends requests: over sockets
 * (`createSocketTransport`), to an API server in the same process, or through a wrapper that injects faults. Callers do not depend on which.
 */

/**
 * Headers by name in lower case. A header that occurs several times has a list of values; `headerOf` handles both.
 */
export type HeaderMap = Readonly<Record<string, string | readonly string[]>>;

/**
 * Lanes separate requests over HTTP/2: each lane has its own connections. On one connection a response waits until the bytes of long responses before
 * it have been read: with four lists in flight a Lease renewal takes ten times as long. `bulk` is for lists, watches and logs.
 */
export type RequestLane = "default" | "bulk";

/** One request. It can be sent again. */
export interface TransportRequest {
  /** `GET`, `POST` and so on, in upper case. */
  readonly method: string;
  /** The path from the server's root on, with its query, percent-encoded: `/api/v1/pods?limit=500`. */
  readonly path: string;
  readonly headers?: HeaderMap;
  /** A string is sent as UTF-8. Absent means that there is no body. */
  readonly body?: Uint8Array | string;
  /** Default: `default`. Transports without HTTP/2 ignore it. */
  readonly lane?: RequestLane;
  /** Aborts the exchange, before the response and while its body is read. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called synchronously right before the first byte goes out, after credentials and connecting, and again if the request is sent
   * again. If it throws, nothing is sent, and the request rejects with what it throws.
   */
  readonly beforeSend?: () => void;
}

/** A response with any status. Redirects are not followed. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  /**
   * The body while it arrives. It must be read once, to its end or left by `break`, because the exchange occupies its stream until then.
   * Leaving early cancels the exchange. To skip the whole body, call `discardBody`.
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

/** The two-way stream of raw bytes after `101 Switching Protocols`. Framing is the caller's. Disposing it closes it. */
export interface UpgradedConnection extends AsyncDisposable {
  /** The headers of the 101 answer, with the subprotocol the server chose. */
  readonly headers: HeaderMap;
  /** What the server sends; it ends when the server ends its side. It can be read once. */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Sends bytes; resolves when more may be sent. Rejects with a `TransportError` once the connection has ended. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends our side: the server sees the end of the stream, and may still send. */
  end(): Promise<void>;
}

/** Sends requests to one API server. Disposing it aborts everything in flight and closes its connections. */
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
