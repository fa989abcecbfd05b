/** The one place of this package that opens a socket: TLS 1.2 at least, whole requests within limits, a certificate that can be replaced. */
import { createServer } from "node:https";
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

export function listenHttps(
  { host, port }: { readonly host?: string; readonly port: number },
  pair: IssuedCertificate,
  handle: (request: WebhookHttpRequest) => Promise<WebhookHttpResponse>,
): HttpsListener {
  const server = createServer({
    ...tlsOptions(pair),
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
  });
  server.maxConnections = connectionsMax;
  server.on("request", (request, response) => {
    respond(request, response, handle).catch(() => response.destroy()); // The caller is gone, or sent too much.
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
    use: (next) => server.setSecureContext(tlsOptions(next)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function tlsOptions({ certificate, key }: IssuedCertificate): { cert: string; key: string; minVersion: "TLSv1.2" } {
  return { cert: certificate, key, minVersion: "TLSv1.2" };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  handle: (request: WebhookHttpRequest) => Promise<WebhookHttpResponse>,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("the API server no longer waits")));
  const { status, headers, body } = await handle({
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
  response.writeHead(status, { ...headers, "x-content-type-options": "nosniff", "content-length": body.length });
  response.end(body);
}

/** The body, and of one that is too long a byte more than is allowed: enough to be refused. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
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
