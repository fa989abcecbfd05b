/**
 * One HTTP/2 connection: many exchanges on one socket, with a probe that detects a silent peer.
 *
 * A session is open until the server sends GOAWAY or `retire` is called, then draining until the last exchange has ended, then closed. If the
 * connection is lost, the session closes at once, and every exchange rejects with the cause.
 */
import { connect, constants } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream, IncomingHttpHeaders, OutgoingHttpHeaders } from "node:http2";
import type { Socket } from "node:net";
import { onAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { ServerAddress } from "./address.ts";
import type { TransportError } from "./errors.ts";
import { failure, failureOf, requestAttempt } from "./failure.ts";
import type { Attempt } from "./failure.ts";
import { startProbe } from "./probe.ts";
import { SilenceCheck } from "./silence-check.ts";
import { streamBody } from "./stream-body.ts";
import type { HeaderMap, TransportRequest, TransportResponse } from "./transport.ts";

/** A connection for concurrent exchanges. */
export interface Http2Session {
  /** Resolves once the settings of the server have arrived. Rejects with a `TransportError` if the session ends before. */
  readonly ready: Promise<void>;
  /** Whether the session is open and not silent, and the server allows one more stream. */
  readonly hasRoom: boolean;
  /**
   * Rejects with a `TransportError` with `mayHaveBeenProcessed: false` if the server has not processed the request; the caller may send it on
   * another connection.
   */
  request(request: TransportRequest): Promise<TransportResponse>;
  /** Accepts no more requests, and closes once the last exchange has ended. */
  retire(): void;
  /** Aborts all exchanges with `error`. */
  destroy(error: TransportError): void;
}

export interface Http2SessionOptions {
  readonly server: ServerAddress;
  readonly socket: Socket;
  readonly clock: Clock;
  /** Called once the session and all its exchanges have ended. */
  readonly onClosed: () => void;
}

/**
 * The flow-control window of one stream. With the protocol's default of 64 KiB a list waits for a round trip every few objects. With 4 MiB a
 * request costs a tenth less, and a stalled reader buffers at most that.
 */
const streamWindowBytes = 4 * 1024 * 1024;
/** The flow-control window of the whole connection. */
const sessionWindowBytes = 16 * 1024 * 1024;
/** The memory for buffers of all streams, beyond which new streams are rejected. Node's default of 10 is full with three stalled readers. */
const sessionMemoryMaxMb = 512;

/** Starts an HTTP/2 session on a connected socket that has negotiated `h2`. */
export function startHttp2Session(options: Http2SessionOptions): Http2Session {
  return new ProbedSession(options);
}

class ProbedSession implements Http2Session {
  readonly #server: ServerAddress;
  readonly #socket: Socket;
  readonly #session: ClientHttp2Session;
  readonly #attempt: Attempt;
  readonly #silence: SilenceCheck;
  readonly #exchanges = new Set<Exchange>();
  readonly #ready = Promise.withResolvers<void>();
  /** Set by the server's settings, which limit the number of streams. */
  #isOpen = false;
  /** The error of the session: the cause of the errors of all exchanges that end afterwards. */
  #broken: TransportError | undefined;

  constructor({ server, socket, clock, onClosed }: Http2SessionOptions) {
    this.#server = server;
    this.#socket = socket;
    this.#attempt = { action: `keep the connection to ${server.origin}`, server, mayHaveBeenProcessed: true };
    this.#session = connect(server.origin, {
      createConnection: () => socket,
      maxSessionMemory: sessionMemoryMaxMb,
      settings: { enablePush: false, initialWindowSize: streamWindowBytes },
    });
    this.#silence = new SilenceCheck({
      clock,
      bytesRead: () => socket.bytesRead,
      ping: () => void (this.#session.destroyed || this.#session.ping(() => {})),
    });
    this.#ready.promise.catch(() => {}); // The creator of the session waits for it and handles the error.
    this.#follow(this.#startProbe(clock), onClosed);
  }

  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  get hasRoom(): boolean {
    const session = this.#session;
    const streamsMax = session.destroyed ? 0 : (session.remoteSettings.maxConcurrentStreams ?? Infinity);
    return this.#isOpen && !session.closed && !this.#silence.isSilent && this.#exchanges.size < streamsMax;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const attempt = requestAttempt(this.#server, request.method, request.path);
    const stream = openStream(this.#session, this.#server, request, attempt);
    const exchange = new Exchange(stream, request, attempt, () => this.#broken);
    this.#exchanges.add(exchange);
    stream.on("close", () => this.#exchanges.delete(exchange));
    const sent = this.#silence.sent();
    try {
      return await exchange.response;
    } catch (error) {
      if (request.signal?.aborted) this.#silence.aborted(sent);
      throw error;
    }
  }

  retire(): void {
    this.#isOpen = false;
    if (!this.#session.destroyed) this.#session.close();
  }

  destroy(error: TransportError): void {
    this.#broken ??= error;
    this.#isOpen = false;
    this.#session.destroy(this.#broken); // Without an error, bodies would seem complete.
    this.#socket.destroy();
  }

  #follow(probe: Disposable, onClosed: () => void): void {
    const session = this.#session;
    session.on("connect", () => session.setLocalWindowSize(sessionWindowBytes));
    session.once("remoteSettings", () => {
      this.#isOpen = true;
      this.#ready.resolve();
    });
    session.on("goaway", (_code: number, lastStreamId: number) => {
      this.retire();
      // The server has not processed streams after the last one that it names: RFC 9113, section 6.8.
      for (const exchange of this.#exchanges) exchange.refuseIfAfter(lastStreamId);
    });
    session.on("error", (error) => {
      this.#broken ??= failureOf(error, this.#attempt, "reset");
    });
    session.on("close", () => {
      probe[Symbol.dispose]();
      const reason = "the server closed the connection as soon as it was made";
      this.#ready.reject(this.#broken ?? failure(this.#attempt, "ended", reason));
      this.#isOpen = false;
      onClosed();
    });
  }

  #startProbe(clock: Clock): Disposable {
    return startProbe({
      clock,
      bytesRead: () => this.#socket.bytesRead,
      ping: (onAnswer) => {
        if (this.#session.destroyed) return;
        this.#session.ping((error) => {
          if (!error) onAnswer(); // The only possible error is the end of the session, which "close" reports.
        });
      },
      onSilence: (silentMs) => {
        const found = `nothing came for ${silentMs} ms, not even the answer to a PING; the connection was given up`;
        this.destroy(failure(this.#attempt, "timeout", found));
      },
    });
  }
}

/** One request and its response, on its own stream. */
class Exchange {
  readonly #stream: ClientHttp2Stream;
  readonly #signal: AbortSignal | undefined;
  readonly #attempt: Attempt;
  readonly #sessionFailure: () => TransportError | undefined;
  readonly #response = Promise.withResolvers<TransportResponse>();
  #refused: TransportError | undefined;
  #hasResponse = false;

  constructor(
    stream: ClientHttp2Stream,
    { signal, body }: TransportRequest,
    attempt: Attempt,
    sessionFailure: () => TransportError | undefined,
  ) {
    this.#stream = stream;
    this.#signal = signal;
    this.#attempt = attempt;
    this.#sessionFailure = sessionFailure;
    this.#follow();
    if (body !== undefined && !stream.destroyed) stream.end(body);
  }

  get response(): Promise<TransportResponse> {
    return this.#response.promise;
  }

  /** Ends the exchange if its stream is newer than `lastStreamId`: the server has not processed it. */
  refuseIfAfter(lastStreamId: number): void {
    if (this.#stream.id !== undefined && this.#stream.id <= lastStreamId) return;
    this.#refused = refusal(this.#attempt);
    this.#stream.destroy();
    this.#response.reject(this.#refused);
  }

  #follow(): void {
    const stream = this.#stream;
    const { resolve, reject } = this.#response;
    const cancel = (): void => stream.close(constants.NGHTTP2_CANCEL);
    const signal = this.#signal;
    const listener =
      signal &&
      onAbort(signal, () => {
        cancel();
        stream.destroy();
        reject(signal.reason);
      });
    stream.on("response", (headers) => {
      this.#hasResponse = true;
      resolve({
        status: headers[":status"] ?? 0,
        headers: headersOf(headers),
        body: streamBody(stream, { cancel, failure: (error) => this.#reasonOfEnd(error) }),
      });
    });
    stream.on("error", (error) => reject(this.#reasonOfEnd(error)));
    stream.on("close", () => {
      listener?.[Symbol.dispose]();
      if (this.#hasResponse) return; // Reading the body reports how it ended.
      const unanswered = "the server ended the stream without an answer";
      reject(this.#reasonOfEnd(undefined) ?? failure(this.#attempt, "ended", unanswered));
    });
  }

  /** The error of the stream; `undefined` after a complete response. Causes are checked before their effects. */
  #reasonOfEnd(error: unknown): unknown {
    const { rstCode, aborted } = this.#stream;
    if (this.#signal?.aborted) return this.#signal.reason;
    if (this.#refused) return this.#refused;
    const brokenBy = this.#sessionFailure();
    if (brokenBy && (error !== undefined || rstCode !== constants.NGHTTP2_NO_ERROR))
      return forRequest(brokenBy, this.#attempt);
    if (rstCode === constants.NGHTTP2_REFUSED_STREAM) return refusal(this.#attempt);
    if (error !== undefined) return failureOf(error, this.#attempt, "ended");
    if (rstCode !== constants.NGHTTP2_NO_ERROR || aborted) {
      return failure(this.#attempt, "ended", `the server ended the stream early, with code ${rstCode}`);
    }
    return undefined;
  }
}

function openStream(
  session: ClientHttp2Session,
  server: ServerAddress,
  request: TransportRequest,
  attempt: Attempt,
): ClientHttp2Stream {
  const headers: OutgoingHttpHeaders = {
    ...(request.headers as OutgoingHttpHeaders | undefined), // The same shape, but for `readonly`.
    ":method": request.method,
    ":scheme": server.secure ? "https" : "http",
    ":authority": server.authority,
    ":path": request.path,
    ...(request.body !== undefined && { "content-length": Buffer.byteLength(request.body) }),
  };
  request.beforeSend?.();
  try {
    return session.request(headers, { endStream: request.body === undefined });
  } catch (error) {
    // The session has ended since `hasRoom` was read, or a header is invalid on every session.
    if (session.closed || session.destroyed) throw refusal(attempt, error);
    throw failureOf(error, { ...attempt, mayHaveBeenProcessed: false }, "protocol");
  }
}

function refusal(attempt: Attempt, cause?: unknown): TransportError {
  const unseen = { ...attempt, mayHaveBeenProcessed: false };
  return failure(unseen, "reset", "the server takes no more requests on this connection", cause);
}

/** The failure of a session as the failure of one request on it. */
function forRequest(broken: TransportError, attempt: Attempt): TransportError {
  return failure(attempt, broken.kind, broken.found, broken);
}

function headersOf(headers: IncomingHttpHeaders): HeaderMap {
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && !name.startsWith(":"));
  return Object.fromEntries(entries) as HeaderMap; // The filter has removed undefined values.
}
