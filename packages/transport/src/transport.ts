/**
 * The one seam between this toolkit and an API server.
 *
 * A request is text and bytes, an answer is a status, headers and a stream of bytes. Whatever can answer a request is a
 * `Transport`: sockets (`createSocketTransport`), an API server in the same process called directly, or something between
 * the two that injects faults. Nothing above knows which one it has.
 */

/**
 * Headers, by name in lower case. A header that occurred several times has a list of values. Look-ups through `headerOf` spare
 * the caller the distinction.
 */
export type HeaderMap = Readonly<Record<string, string | readonly string[]>>;

/** One request. It can be sent again. */
export interface TransportRequest {
  /** `GET`, `POST` and so on, in upper case. */
  readonly method: string;
  /** The path from the server's root on, with its query, percent-encoded: `/api/v1/pods?limit=500`. */
  readonly path: string;
  readonly headers?: HeaderMap;
  /** A string is sent as UTF-8. Absent means that there is no body. */
  readonly body?: Uint8Array | string;
  /** Ends the exchange at once, whether it waits for the answer or its body is being read. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called synchronously right before the first byte goes out, after credentials and connecting, and again if the request is sent
   * again. If it throws, nothing is sent, and the request rejects with what it throws.
   */
  readonly beforeSend?: () => void;
}

/** The answer, whatever its status; also a redirect is an answer, it is never followed. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: HeaderMap;
  /**
   * The body as it arrives. It can be read once, and has to be: until it is read to its end or left by `break`, the exchange
   * holds on to its stream. Leaving early tells the server that nobody reads on. Who wants none of it calls `discardBody`.
   *
   * Reading fails with a `TransportError` when the connection ends before the body does, and with the reason of the request's
   * signal when that aborts.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A request to turn the connection into a two-way stream, such as a WebSocket for exec, attach and port-forward. */
export interface UpgradeRequest {
  /** `GET` by default. */
  readonly method?: string;
  readonly path: string;
  /**
   * With everything the protocol asks for except `connection` and `upgrade`, for a WebSocket `sec-websocket-key`,
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

/** Carries requests to one API server. Disposing it ends what is in flight and lets go of everything it holds. */
export interface Transport extends AsyncDisposable {
  /**
   * Sends one request and resolves as soon as status and headers are there.
   *
   * Every status is an answer. Rejects with a `TransportError` when there is none, and with `signal.reason` when the signal
   * aborts first.
   */
  request(request: TransportRequest): Promise<TransportResponse>;

  /**
   * Asks for a two-way stream. Rejects with an `UpgradeRefusedError`, which carries the answer, when the server answers
   * anything but 101; otherwise as `request` does.
   */
  upgrade(request: UpgradeRequest): Promise<UpgradedConnection>;
}
