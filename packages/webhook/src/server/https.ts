/** A webhook server over HTTPS: it reads complete requests from sockets, and writes the responses. */
import type { IncomingMessage, RequestListener } from "node:http";
import { readBody } from "@kubewright/serving";
import type { HttpLimits } from "@kubewright/serving";
import { bodyBytesMax } from "./answer.ts";
import type { WebhookHttpRequest, WebhookHttpResponse } from "./answer.ts";

/** API servers send a review at once: slower requests are aborted (slow-loris protection). A response has at most the 30 s of `timeoutSeconds`. */
export const webhookLimits: HttpLimits = {
  connectionsMax: 1_000,
  handshakeTimeoutMs: 10_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 10_000,
  stallTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
};

/** Reads a complete request of at most `bodyBytesMax`, calls `handle` and sends its response. */
export async function respond(
  handle: (request: WebhookHttpRequest) => Promise<WebhookHttpResponse>,
  ...[request, response]: Parameters<RequestListener>
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("the API server has closed the connection")));
  const { status, headers, body } = await handle({
    method: request.method ?? "",
    path: request.url ?? "",
    headers: headersOf(request),
    body: await readBody(request, { bytesMax: bodyBytesMax }),
    signal: gone.signal,
  });
  // A connection is not reused if a part of a rejected request has not been received.
  const last = request.complete ? {} : { connection: "close" };
  const always = { "x-content-type-options": "nosniff", "content-length": body.length };
  response.writeHead(status, { ...headers, ...last, ...always });
  response.end(body);
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );
}
