/**
 * One HTTP/2 connection: many exchanges on one socket, watched over by a probe.
 *
 * Its life is `open` until the server says that it takes no more (GOAWAY) or its owner retires it, then `draining` until the last
 * exchange has ended, then `closed`. A connection that breaks goes to `closed` at once, and each exchange on it hears why.
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
import { streamBody } from "./stream-body.ts";
import type { HeaderMap, TransportRequest, TransportResponse } from "./transport.ts";

/** A connection that exchanges can be put on. */
export interface Http2Session {
  /** Resolves when the server has said how many exchanges it takes at a time; rejects with a `TransportError` if it never did. */
  readonly ready: Promise<void>;
  /** Whether it takes one more exchange: it is open, and the server allows for it. */
  readonly hasRoom: boolean;
  /**
   * Rejects with a `TransportError` that has `mayHaveBeenProcessed: false` when the server refused to look at the request; then
   * another connection may carry it.
   */
  request(request: TransportRequest): Promise<TransportResponse>;
  /** Takes no more exchanges; ends when the last one has. */
  retire(): void;
  /** Ends at once, all exchanges with `error`. */
  destroy(error: TransportError): void;
}

/** What a session is made with. */
export interface Http2SessionOptions {
  readonly server: ServerAddress;
  readonly socket: Socket;
  readonly clock: Clock;
  /** Called once, when the session and all exchanges on it have ended. */
  readonly onClosed: () => void;
}

/**
 * How much a server may send on one stream before we have read it. At 64 KiB, the protocol's default, a list waits for a round trip
 * every few objects; at 4 MiB one request costs a tenth less, and a reader that stalls still holds no more than that.
 */
const streamWindowBytes = 4 * 1024 * 1024;
/** For all streams of the connection together. */
const sessionWindowBytes = 16 * 1024 * 1024;
/** What buffers of all streams may take before new ones are refused; the platform's 10 would be full with three stalled readers. */
const sessionMemoryMaxMb = 512;

/** Speaks HTTP/2 on a socket that is connected and has agreed on `h2`. */
export function startHttp2Session(options: Http2SessionOptions): Http2Session {
  const { server, socket, clock } = options;
  const session = connect(server.origin, {
    createConnection: () => socket,
    maxSessionMemory: sessionMemoryMaxMb,
    settings: { enablePush: false, initialWindowSize: streamWindowBytes },
  });
  const exchanges = new Set<Exchange>();
  const keeping: Attempt = { action: `keep the connection to ${server.origin}`, server, mayHaveBeenProcessed: true };
  /** Until the server's settings are there, nobody knows how much room there is. */
  let open = false;
  const ready = Promise.withResolvers<void>();
  /** Why the session broke; exchanges that end afterwards end because of it. */
  let broken: TransportError | undefined;

  const probe = startProbe({
    clock,
    bytesRead: () => socket.bytesRead,
    ping(onAnswer) {
      if (session.destroyed) return;
      session.ping((error) => {
        if (!error) onAnswer(); // The only failure is that the session has ended, and that is heard of elsewhere.
      });
    },
    onSilence: (silentMs) =>
      destroy(
        failure(
          keeping,
          "timeout",
          `nothing came for ${silentMs} ms, not even the answer to a PING; the connection was given up`,
        ),
      ),
  });

  session.on("connect", () => session.setLocalWindowSize(sessionWindowBytes));
  session.once("remoteSettings", () => {
    open = true;
    ready.resolve();
  });
  session.on("goaway", (_code: number, lastStreamId: number) => {
    retire();
    // Streams that are newer than the last one the server has looked at were not looked at: RFC 9113, section 6.8.
    for (const exchange of exchanges) exchange.refuseIfAfter(lastStreamId);
  });
  session.on("error", (error) => {
    broken ??= failureOf(error, keeping, "reset");
  });
  session.on("close", () => {
    probe[Symbol.dispose]();
    ready.reject(broken ?? failure(keeping, "ended", "the server closed the connection as soon as it was made"));
    open = false;
    options.onClosed();
  });

  function retire(): void {
    open = false;
    if (!session.destroyed) session.close();
  }

  function destroy(error: TransportError): void {
    broken ??= error;
    open = false;
    session.destroy(broken); // With an error: without one, bodies would seem to have come to their end.
    socket.destroy();
  }

  ready.promise.catch(() => {}); // Whoever made the session waits for it; if nobody does, nobody misses the reason.
  return {
    ready: ready.promise,
    get hasRoom() {
      const streamsMax = session.destroyed ? 0 : (session.remoteSettings.maxConcurrentStreams ?? Infinity);
      return open && !session.closed && exchanges.size < streamsMax;
    },
    async request(request) {
      const attempt = requestAttempt(server, request.method, request.path);
      const exchange = startExchange(session, server, request, attempt, () => broken);
      exchanges.add(exchange);
      exchange.onEnd(() => exchanges.delete(exchange));
      return await exchange.response;
    },
    retire,
    destroy,
  };
}

/** One request and its answer, on a stream of its own. */
interface Exchange {
  readonly response: Promise<TransportResponse>;
  readonly onEnd: (callback: () => void) => void;
  readonly refuseIfAfter: (lastStreamId: number) => void;
}

function startExchange(
  session: ClientHttp2Session,
  server: ServerAddress,
  request: TransportRequest,
  attempt: Attempt,
  sessionFailure: () => TransportError | undefined,
): Exchange {
  const { signal, body } = request;
  const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
  const stream = openStream(session, server, request, attempt);
  let refused: TransportError | undefined;

  /** What an end of the stream means; `undefined` for a good one. The reasons are in the order of what caused what. */
  function reasonOfEnd(error: unknown): unknown {
    if (signal?.aborted) return signal.reason;
    if (refused) return refused;
    const brokenBy = sessionFailure();
    if (brokenBy && (error !== undefined || stream.rstCode !== constants.NGHTTP2_NO_ERROR))
      return forRequest(brokenBy, attempt);
    if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return refusal(attempt);
    if (error !== undefined) return failureOf(error, attempt, "ended");
    if (stream.rstCode !== constants.NGHTTP2_NO_ERROR || stream.aborted) {
      return failure(attempt, "ended", `the server ended the stream early, with code ${stream.rstCode}`);
    }
    return undefined;
  }

  const cancel = (): void => stream.close(constants.NGHTTP2_CANCEL);
  const listener =
    signal &&
    onAbort(signal, () => {
      cancel();
      stream.destroy();
      reject(signal.reason);
    });

  stream.on("response", (headers) => {
    resolve({
      status: headers[":status"] ?? 0,
      headers: headersOf(headers),
      body: streamBody(stream, { cancel, failure: reasonOfEnd }),
    });
  });
  stream.on("error", (error) => reject(reasonOfEnd(error)));
  stream.on("close", () => {
    listener?.[Symbol.dispose]();
    reject(reasonOfEnd(undefined) ?? failure(attempt, "ended", "the server ended the stream without an answer"));
  });
  if (body !== undefined && !stream.destroyed) stream.end(body);

  return {
    response: promise,
    onEnd: (callback) => void stream.on("close", callback),
    refuseIfAfter(lastStreamId) {
      if (stream.id !== undefined && stream.id <= lastStreamId) return;
      refused = refusal(attempt);
      stream.destroy();
      reject(refused);
    },
  };
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
    // The session ended between the look at it and now; or a header cannot be sent, which no other session would change.
    if (session.closed || session.destroyed) throw refusal(attempt, error);
    throw failureOf(error, { ...attempt, mayHaveBeenProcessed: false }, "protocol");
  }
}

function refusal(attempt: Attempt, cause?: unknown): TransportError {
  const unseen = { ...attempt, mayHaveBeenProcessed: false };
  return failure(unseen, "reset", "the server takes no more requests on this connection", cause);
}

/** What broke the session, told as the failure of one request on it. */
function forRequest(broken: TransportError, attempt: Attempt): TransportError {
  return failure(attempt, broken.kind, broken.found, broken);
}

function headersOf(headers: IncomingHttpHeaders): HeaderMap {
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && !name.startsWith(":"));
  return Object.fromEntries(entries) as HeaderMap; // The filter took the only other value, `undefined`, out.
}
