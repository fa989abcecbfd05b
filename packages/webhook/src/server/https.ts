/** Webhooks over HTTPS: reads whole requests within their limits and writes responses. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { IssuedCertificate } from "@kubewright/certificates";
import { createHttpListener } from "@kubewright/telemetry";
import type { HttpLimits, HttpListener } from "@kubewright/telemetry";
import { bodyBytesMax } from "./answer.ts";
import type { WebhookHttpRequest, WebhookHttpResponse } from "./answer.ts";

/** API servers send a review at once: slower requests are aborted (slow-loris protection). A response has at most the 30 s of `timeoutSeconds`. */
export const webhookLimits: HttpLimits = {
  connectionsMax: 1_000,
  handshakeTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  idleTimeoutMs: 60_000,
};

export interface HttpsOptions {
  readonly host?: string;
  readonly port: number;
  /** Certificate authorities in PEM: only clients with a certificate of one of them are served. Default: all clients. */
  readonly clientCa?: string;
  /** Default `webhookLimits`. */
  readonly limits?: Partial<HttpLimits>;
}

type Handle = (request: WebhookHttpRequest) => Promise<WebhookHttpResponse>;

/** Creates the listener of a webhook server. Throws if certificate and key do not belong together. */
export function createHttpsListener(
  { host, port, clientCa, limits }: HttpsOptions,
  pair: IssuedCertificate,
  handle: Handle,
): HttpListener {
  const listener = createHttpListener({
    what: "webhooks",
    address: { port, ...(host === undefined ? {} : { host }) },
    limits: { ...webhookLimits, ...limits },
    tls: { pair, ...(clientCa === undefined ? {} : { clientCa }) },
    handle: (request, response) => respond(request, response, { handle, isClosing: () => listener.isClosing }),
  });
  return listener;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  server: { readonly handle: Handle; readonly isClosing: () => boolean },
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("the API server has closed the connection")));
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
  // A connection is not used again if a part of a refused request is still to come on it, or if the server closes.
  const last = request.complete && !server.isClosing() ? {} : { connection: "close" };
  const always = { "x-content-type-options": "nosniff", "content-length": body.length };
  response.writeHead(status, { ...headers, ...last, ...always });
  response.end(body);
}

/** The body; empty if `content-length` exceeds the limit, and one byte over the limit if the received bytes do, which is refused. */
async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  if (Number(request.headers["content-length"]) > bodyBytesMax) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The request must outlive the reading, or its connection would end before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bodyBytesMax) break;
  }
  return Buffer.concat(chunks);
}
