/** The one place of this package that opens a socket: TLS 1.2 at least, whole requests within limits, a certificate that can be replaced. */
import { createServer } from "node:https";
import type { ServerOptions } from "node:https";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { IssuedCertificate } from "@kubewright/certificates";
import { ListenError } from "@kubewright/telemetry";
import { bodyBytesMax } from "./answer.ts";
import type { WebhookHttpRequest, WebhookHttpResponse } from "./answer.ts";

export interface HttpsListener {
  /** The port, once it listens. Rejects with a `ListenError`. */
  readonly bound: Promise<number>;
  /** Serves new connections with another certificate; those that are there keep theirs. */
  use(pair: IssuedCertificate): void;
  /** Takes no more connections and resolves when the requests that are being answered are. */
  close(): Promise<void>;
}

/** An API server sends a review at once; who takes longer is none. */
const requestTimeoutMs = 10_000;
const connectionsMax = 1_000;

export interface HttpsOptions {
  readonly host?: string;
  readonly port: number;
  /** Who may ask: holders of a certificate of one of these authorities, in PEM. Default: everybody. */
  readonly clientCa?: string;
}

export function listenHttps(
  { host, port, clientCa }: HttpsOptions,
  pair: IssuedCertificate,
  handle: (request: WebhookHttpRequest) => Promise<WebhookHttpResponse>,
): HttpsListener {
  const server = createServer({
    ...tlsOptions(pair, clientCa),
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
  });
  server.maxConnections = connectionsMax;
  server.on("request", (request, response) => {
    respond(request, response, { handle, isEnding: () => !server.listening }).catch(() => response.destroy()); // The caller is gone.
  });
  server.on("tlsClientError", () => {}); // A stranger's handshake; nothing to do for us.
  const bound = new Promise<number>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => reject(listenError(host, port, cause)));
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      resolve((server.address() as AddressInfo).port); // A TCP server that listens has an address of this form.
    });
  });
  return {
    bound,
    use: (next) => server.setSecureContext(tlsOptions(next, clientCa)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function tlsOptions({ certificate, key }: IssuedCertificate, clientCa: string | undefined): ServerOptions {
  const client = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  return { cert: certificate, key, minVersion: "TLSv1.2", ...client };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  server: {
    readonly handle: (request: WebhookHttpRequest) => Promise<WebhookHttpResponse>;
    readonly isEnding: () => boolean;
  },
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("the API server no longer waits")));
  const { status, headers, body } = await server.handle({
    method: request.method ?? "",
    path: request.url ?? "",
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : (value ?? ""),
      ]),
    ),
    body: await bodyOf(request),
    signal: gone.signal,
  });
  // A connection is not used again when a part of a refused request is still to come on it, or when the server waits for its end.
  const last = request.complete && !server.isEnding() ? {} : { connection: "close" };
  const always = { "x-content-type-options": "nosniff", "content-length": body.length };
  response.writeHead(status, { ...headers, ...last, ...always });
  response.end(body);
}

/** The body; nothing of one that says it is too long, and of one that is, a byte more than is allowed: enough to be refused. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  if (Number(request.headers["content-length"]) > bodyBytesMax) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The request must outlive the reading, or its connection would end before the answer.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bodyBytesMax) break;
  }
  return Buffer.concat(chunks);
}

function listenError(host = "", port: number, cause: NodeJS.ErrnoException): ListenError {
  const found =
    cause.code === "EADDRINUSE"
      ? "the port is taken by another program: end it, or choose another port"
      : cause.message;
  return new ListenError(`Cannot serve webhooks on "${host}:${port}": ${found}`, { cause });
}
