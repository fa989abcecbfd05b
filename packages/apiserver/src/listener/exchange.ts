// One request and response on a socket: from Node's objects to ours and back. HTTP/1.1 and HTTP/2 look the same here.
import type { IncomingMessage, ServerResponse as Http1Response } from "node:http";
import { constants as http2Constants } from "node:http2";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { Clock } from "@kubewright/async";
import type { HeaderMap } from "@kubewright/transport";
import { parseQuery } from "../http/parse-query.ts";
import { LongBody } from "../http/chunks.ts";
import type { LiveBody, ServerRequest, ServerResponse } from "../http/server-request.ts";
import { chooseEncoding, gzipHeaders } from "./compression.ts";

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = Http1Response | Http2ServerResponse;

/** A request without its body. */
export function requestHead(incoming: NodeRequest, signal: AbortSignal): ServerRequest {
  const target = incoming.url ?? "/";
  const mark = target.indexOf("?");
  return {
    method: incoming.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    query: parseQuery(mark === -1 ? "" : target.slice(mark + 1)),
    headers: headersOf(incoming),
    body: noBody,
    signal,
  };
}

const noBody = new Uint8Array();

/** Headers as a map; those that mean something each time they come keep their list. */
function headersOf({ headers, rawHeaders }: NodeRequest): HeaderMap {
  // Node's map is without undefined values in fact, and joins what came twice.
  const joined = headers as Record<string, string | string[]>;
  if (!Object.keys(joined).some(isImpersonation)) return joined;
  const impersonation: Record<string, string[]> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? "";
    if (isImpersonation(name)) (impersonation[name] ??= []).push(rawHeaders[i + 1] ?? "");
  }
  return { ...joined, ...impersonation };
}

function isImpersonation(name: string): boolean {
  return name.startsWith("impersonate-");
}

/** Where an answer goes. */
export interface Outlet {
  readonly outgoing: NodeResponse;
  readonly clock: Clock;
}

/**
 * How long a stream waits for a client that reads nothing. A list holds the objects of its time and a watch those that it began with, so a client that
 * has stopped must not hold them for ever.
 */
const stallMaxMs = 60_000;

/**
 * Aborts a response: HTTP/2 resets the stream, HTTP/1.1 closes the connection. The client can tell it from a response that is complete.
 */
export function abortResponse(outgoing: NodeResponse): void {
  if ("stream" in outgoing) outgoing.stream.close(http2Constants.NGHTTP2_INTERNAL_ERROR);
  else outgoing.destroy();
}

/** Sends a response. Resolves when all of it is written or the client has left. The response is aborted at `endsAtMs`. */
export async function sendResponse(request: ServerRequest, response: ServerResponse, outlet: Outlet): Promise<void> {
  const { outgoing, clock } = outlet;
  if (response.endsAtMs !== undefined) {
    const leftMs = response.endsAtMs - clock.now();
    // A response to a request that has taken too long still has to reach the client.
    const timer = clock.setTimer(leftMs > 0 ? leftMs : stallMaxMs, () => abortResponse(outgoing));
    outgoing.once("close", () => timer[Symbol.dispose]());
  }
  const { gzip, body } = await chooseEncoding(request, response);
  writeHead(outgoing, response.status, {
    ...response.headers,
    ...(gzip ? gzipHeaders(response) : {}),
    ...(body instanceof Uint8Array && !gzip ? { "content-length": String(body.length) } : {}),
  });
  if (request.method === "HEAD" || response.status === 304) {
    outgoing.end();
    return;
  }
  if (gzip) {
    const compress = createGzip({ level: constants.Z_BEST_SPEED });
    const source = body instanceof Uint8Array ? [body] : body;
    await pipeline(Readable.from(source, { objectMode: false }), compress, outgoing as NodeJS.WritableStream);
  } else if (body instanceof Uint8Array) {
    outgoing.end(body);
  } else if (body instanceof LongBody) {
    await sendBorrowed(body, outlet, request.signal);
  } else if (isLive(body)) {
    await sendLive(body, outlet, request.signal);
  } else {
    await sendStream(body, outlet, request.signal);
  }
}

function isLive(body: AsyncIterable<Uint8Array>): body is LiveBody {
  return "take" in body;
}

/** Sends a long body. Its chunks share one buffer, so each is written to the socket before the next one is requested. */
async function sendBorrowed(body: LongBody, { outgoing }: Outlet, signal: AbortSignal | undefined): Promise<void> {
  for (const chunk of body.borrowedChunks()) {
    if (signal?.aborted === true) return;
    await written(outgoing, chunk, signal);
  }
  outgoing.end();
}

/** Resolves when the socket has taken a chunk, or the client has gone. */
async function written(outgoing: NodeResponse, chunk: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  (outgoing as NodeJS.WritableStream).write(chunk, end);
  signal?.addEventListener("abort", end, { once: true });
  await promise;
  signal?.removeEventListener("abort", end);
}

/**
 * Sends a watch. The events of one turn of the event loop leave in one write, because a write costs more than the events in it: so each write
 * waits for the end of the turn in which its first event came.
 */
async function sendLive(body: LiveBody, outlet: Outlet, signal: AbortSignal | undefined): Promise<void> {
  const { outgoing, clock } = outlet;
  const stream = outgoing as NodeJS.WritableStream; // Both are one, with overloads that do not unite.
  (outgoing as Http1Response).flushHeaders();
  try {
    while (signal?.aborted !== true) {
      const chunk = body.take();
      if (chunk === undefined && body.isEnded) break;
      if (chunk === undefined) await body.ready();
      else if (!stream.write(chunk)) await drained(outlet, signal);
      await clock.nextTurn();
    }
  } finally {
    body.close();
  }
  if (signal?.aborted !== true) outgoing.end();
}

/** Sends a stream chunk by chunk, and waits whenever the client is slower than it. */
async function sendStream(
  body: AsyncIterable<Uint8Array>,
  outlet: Outlet,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { outgoing, clock } = outlet;
  const stream = outgoing as NodeJS.WritableStream; // Both are one, with overloads that do not unite.
  (outgoing as Http1Response).flushHeaders();
  for await (const chunk of body) {
    if (signal?.aborted === true) return;
    if (stream.write(chunk)) await clock.nextTurn();
    else await drained(outlet, signal);
  }
  outgoing.end();
}

/** Resolves when more may be written or the client has left. Aborts the response if the client reads nothing for `stallMaxMs`. */
async function drained({ outgoing, clock }: Outlet, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const goOn = (): void => resolve();
  using _ = clock.setTimer(stallMaxMs, () => abortResponse(outgoing));
  outgoing.once("drain", goOn);
  signal?.addEventListener("abort", goOn, { once: true });
  await promise;
  outgoing.removeListener("drain", goOn);
  signal?.removeEventListener("abort", goOn);
}

/** Writes status and headers at once: headers that are set one by one are checked, stored and looked up again each time. */
export function writeHead(outgoing: NodeResponse, status: number, headers: HeaderMap): void {
  // Both take the same; an array of values is only read.
  (outgoing as Http1Response).writeHead(status, headers as Record<string, string | string[]>);
}
