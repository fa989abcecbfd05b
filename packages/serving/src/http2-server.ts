/** A server of HTTP/2 and HTTP/1.1 on one port. The client chooses the protocol in its TLS handshake. */
import type { ServerOptions } from "node:http";
import type { Http2SecureServer, IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { TlsOptions } from "node:tls";
import { headerBytesMaxDefault, nodeLimits } from "./limits.ts";
import type { HttpLimits } from "./limits.ts";

export interface Http2Options {
  /**
   * Streams at a time. Each may cost work that its client does not wait for (CVE-2023-44487). A watch is a stream.
   */
  readonly streamsPerConnectionMax: number;
  readonly headerPairsMax: number;
  readonly sessionMemoryMiBMax: number;
  /** Serves a request. It gets the stream, because Node's compatibility API doubles the cost of a request. */
  readonly handle: (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    flags: number,
    rawHeaders: readonly string[],
  ) => void;
}

/** Creates the server. Requests over HTTP/1.1 are events as those of `node:https`. */
export function createHttp2Server(tls: TlsOptions, limits: HttpLimits, http2: Http2Options): Http2SecureServer {
  const { createSecureServer } = process.getBuiltinModule("node:http2");
  const http1: ServerOptions = nodeLimits(limits);
  const server = createSecureServer({
    ...tls,
    ...http1, // A server with `allowHTTP1` has the options of an HTTP/1.1 server.
    allowHTTP1: true,
    // A response takes several writes. With Nagle's algorithm each could wait up to 40 ms for the acknowledgement of the previous one.
    noDelay: true,
    handshakeTimeout: limits.handshakeTimeoutMs,
    maxSessionMemory: http2.sessionMemoryMiBMax,
    maxHeaderListPairs: http2.headerPairsMax,
    // By default, a header whose value begins or ends with a space is dropped in silence: a request without its `Impersonate-User` would run with the
    // rights of the sender.
    strictFieldWhitespaceValidation: false,
    settings: {
      maxConcurrentStreams: http2.streamsPerConnectionMax,
      maxHeaderListSize: limits.headerBytesMax ?? headerBytesMaxDefault,
    },
  });
  server.on("session", (session: ServerHttp2Session) => limitSession(session, limits));
  return server;
}

function limitSession(session: ServerHttp2Session, { idleTimeoutMs }: HttpLimits): void {
  let streams = 0;
  session.on("stream", (stream) => {
    streams++;
    stream.on("close", () => streams--);
    stream.on("error", () => undefined); // The handler sees the reset of a stream as its end.
  });
  session.setTimeout(idleTimeoutMs, () => {
    if (streams === 0) session.destroy(); // `close` would wait for the rest of a head.
  });
  session.on("error", () => session.destroy());
}
