/**
 * A WebSocket client on a `Transport`, so that it works over sockets, through proxies and in process. Pings keep idle connections open and detect a
 * lost peer, on the given clock.
 * https://www.rfc-editor.org/rfc/rfc6455
 */
import { createHash } from "node:crypto";
import { createSystemClock, createSystemRandom, linkSignals, spawn } from "@kubewright/async";
import type { Clock, LinkedSignal, Random, SpawnedTask } from "@kubewright/async";
import { TransportError, WebSocketProtocolError } from "../errors.ts";
import { headerOf } from "../headers.ts";
import type { Transport, UpgradedConnection, UpgradeRequest } from "../transport.ts";
import { binaryFrame, closeCodes, closeFrame, messagesIn, pingFrame, pongFrame } from "./frames.ts";

export interface OpenWebSocketOptions extends Pick<UpgradeRequest, "path" | "headers" | "beforeSend"> {
  /** The offered subprotocols, the preferred one first. */
  readonly protocols: readonly string[];
  /** Ends the connection. Reads and writes then reject with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** The clock of the pings. Default: the system clock. */
  readonly clock?: Clock;
  /** Generates the key and the masks, which must be unpredictable in production. Default: the system's generator. */
  readonly random?: Random;
}

/** A WebSocket. Disposing ends the connection at once. */
export interface WebSocketConnection extends AsyncDisposable {
  /** The subprotocol that the server has selected. */
  readonly protocol: string;
  /**
   * The messages of the server until its close frame. Can be read once; the connection is closed when the loop ends or is left. Pings get a response
   * only while it is read.
   *
   * Throws a `WebSocketProtocolError` if the server violates the protocol or the connection ends without a close frame.
   * Throws a `TransportError` of kind `timeout` if the server does not respond to pings for a minute.
   */
  readonly messages: AsyncIterable<Uint8Array>;
  /** The code of the server's close frame; `undefined` before it has been read. */
  readonly closeCode: number | undefined;
  /** Sends one message. Resolves when more may be sent: await it, so that the sender is not faster than the server. */
  send(message: Uint8Array): Promise<void>;
  /** Sends a close frame. The server responds with its own, which ends `messages`. */
  close(): Promise<void>;
}

/** The values of client-go. */
const pingIntervalMs = 5000;
const silenceMaxMs = 60_000;

/** The constant that RFC 6455 appends to the key of a client. */
const acceptSuffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/**
 * Opens a WebSocket. Rejects as `Transport.upgrade` does, and with a `WebSocketProtocolError` if the server's handshake is invalid or selects a
 * subprotocol that was not offered.
 */
export async function openWebSocket(transport: Transport, options: OpenWebSocketOptions): Promise<WebSocketConnection> {
  const { path, headers, protocols, beforeSend, clock = createSystemClock(), random = createSystemRandom() } = options;
  const key = Buffer.from(random.bytes(16)).toString("base64");
  const ended = linkSignals(options.signal);
  try {
    const connection = await transport.upgrade({
      path,
      headers: {
        ...headers,
        "sec-websocket-key": key,
        "sec-websocket-version": "13",
        "sec-websocket-protocol": protocols.join(", "),
      },
      signal: ended.signal,
      ...(beforeSend && { beforeSend }),
    });
    try {
      const protocol = selectedProtocol(connection, key, protocols);
      return new OpenedWebSocket({ connection, protocol, path, ended, clock, random });
    } catch (error) {
      await connection[Symbol.asyncDispose]();
      throw error;
    }
  } catch (error) {
    ended[Symbol.dispose]();
    throw error;
  }
}

function selectedProtocol({ headers }: UpgradedConnection, key: string, offered: readonly string[]): string {
  const accept = createHash("sha1").update(`${key}${acceptSuffix}`).digest("base64");
  if (headerOf(headers, "sec-websocket-accept") !== accept) {
    throw new WebSocketProtocolError("the server's handshake does not match the key", closeCodes.protocolError);
  }
  const protocol = headerOf(headers, "sec-websocket-protocol") ?? "";
  if (offered.includes(protocol)) return protocol;
  throw new WebSocketProtocolError(
    `the server selected the subprotocol ${JSON.stringify(protocol)}, must be one of ${JSON.stringify(offered)}`,
    closeCodes.protocolError,
  );
}

interface Parts {
  readonly connection: UpgradedConnection;
  readonly protocol: string;
  readonly path: string;
  readonly ended: LinkedSignal;
  readonly clock: Clock;
  readonly random: Random;
}

class OpenedWebSocket implements WebSocketConnection {
  readonly protocol: string;
  readonly messages: AsyncIterable<Uint8Array>;
  closeCode: number | undefined;
  readonly #parts: Parts;
  readonly #pings: SpawnedTask;
  /** When the reader began to wait for the server; `undefined` while it does not wait, so that a slow reader is not treated as a silent server. */
  #waitingSince: number | undefined;
  #isDisposed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.protocol = parts.protocol;
    this.messages = this.#read();
    this.#pings = spawn((signal) => this.#ping(signal), {
      name: `ping ${parts.path}`,
      onError: (error) => parts.ended.abort(error),
      signal: parts.ended.signal,
    });
  }

  async send(message: Uint8Array): Promise<void> {
    this.#parts.ended.signal.throwIfAborted();
    await this.#parts.connection.write(binaryFrame(message, this.#mask()));
  }

  async close(): Promise<void> {
    this.#parts.ended.signal.throwIfAborted();
    await this.#parts.connection.write(closeFrame(closeCodes.normal, this.#mask()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { connection, ended } = this.#parts;
    this.#isDisposed = true;
    await this.#pings.stop();
    await connection[Symbol.asyncDispose]();
    ended[Symbol.dispose]();
  }

  async *#read(): AsyncGenerator<Uint8Array, void, undefined> {
    const { connection, clock, ended } = this.#parts;
    try {
      this.#waitingSince = clock.now();
      for await (const message of messagesIn(connection.incoming, "server")) {
        this.#waitingSince = undefined;
        if (message.type === "close") return void (this.closeCode = message.code);
        if (message.type === "ping") await connection.write(pongFrame(message.bytes, this.#mask()));
        if (message.type === "data") yield message.bytes;
        this.#waitingSince = clock.now();
      }
      if (this.#isDisposed) return;
      throw new WebSocketProtocolError("the connection ended without a close frame", closeCodes.abnormal);
    } catch (error) {
      ended.signal.throwIfAborted();
      if (this.#isDisposed) return;
      throw error;
    } finally {
      await this.#finish();
    }
  }

  /** Sends the response to the close frame, or the code of the violation, and ends the connection. */
  async #finish(): Promise<void> {
    const { connection, ended } = this.#parts;
    const frame = closeFrame(closeCodes.normal, this.#mask());
    if (!ended.signal.aborted) connection.write(frame).catch(() => undefined); // The server may have disconnected.
    await this[Symbol.asyncDispose]();
  }

  async #ping(signal: AbortSignal): Promise<void> {
    const { connection, clock, path } = this.#parts;
    let isWriting = false;
    for (;;) {
      await clock.sleep(pingIntervalMs, { signal });
      const silenceMs = this.#waitingSince === undefined ? 0 : clock.now() - this.#waitingSince;
      if (silenceMs > silenceMaxMs) throw silentError(path);
      if (isWriting) continue; // The server does not read, and its buffer must not fill with pings.
      isWriting = true;
      const written = connection.write(pingFrame(this.#mask()));
      written.catch(() => undefined).finally(() => (isWriting = false)); // Reading reports the end of the connection.
    }
  }

  #mask(): Uint8Array {
    return this.#parts.random.bytes(4);
  }
}

function silentError(path: string): TransportError {
  return new TransportError({
    kind: "timeout",
    action: `read the WebSocket "${path}"`,
    address: "",
    found: `the server has not answered pings for ${silenceMaxMs} ms`,
    mayHaveBeenProcessed: true,
  });
}
