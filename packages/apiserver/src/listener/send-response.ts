// Sends a response: whole, compressed, or chunk by chunk as the client reads.
import { Readable } from "node:stream";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { Clock } from "@kubewright/async";
import { LongBody } from "../http/chunks.ts";
import type { LiveBody, ServerRequest, ServerResponse } from "../http/server-request.ts";
import type { Channel } from "./channel.ts";
import type { Encoding } from "./compression.ts";
import { chooseEncoding, gzipHeaders } from "./compression.ts";

/** The channel of a response and the clock of its limits. */
export interface Outlet {
  readonly channel: Channel;
  readonly clock: Clock;
}

/**
 * How long a response waits for a client that does not read. A response keeps the state of the store that it began with in memory, so a stalled client
 * must not hold it without limit.
 */
export const stallMaxMs = 60_000;

/** Sends a response. Returns a promise if that takes longer than this call; it resolves when all is written or the client has disconnected. */
export function sendResponse(
  request: ServerRequest,
  response: ServerResponse,
  outlet: Outlet,
): Promise<void> | undefined {
  const encoding = chooseEncoding(request, response);
  if (encoding instanceof Promise) return encoding.then((chosen) => sendEncoded(request, response, chosen, outlet));
  return sendEncoded(request, response, encoding, outlet);
}

function sendEncoded(
  request: ServerRequest,
  response: ServerResponse,
  { gzip, body }: Encoding,
  outlet: Outlet,
): Promise<void> | undefined {
  const { channel } = outlet;
  const { outgoing } = channel;
  const hasBody = request.method !== "HEAD" && response.status !== 304;
  if (body instanceof Uint8Array && !gzip) {
    channel.sendHead(sentStatus(response), { ...response.headers, "content-length": String(body.length) });
    if (hasBody && body.length > 0) outgoing.end(body);
    else outgoing.end();
    return undefined;
  }
  channel.sendHead(sentStatus(response), gzip ? { ...response.headers, ...gzipHeaders(response) } : response.headers);
  if (!hasBody) {
    outgoing.end();
    return undefined;
  }
  if (gzip) {
    const compress = createGzip({ level: constants.Z_BEST_SPEED });
    const source = body instanceof Uint8Array ? [body] : body;
    return pipeline(Readable.from(source, { objectMode: false }), compress, outgoing);
  }
  if (body instanceof Uint8Array) return undefined; // Sent above.
  if (body instanceof LongBody) return sendBorrowed(body, outlet, request.signal);
  return isLive(body) ? sendLive(body, outlet, request.signal) : sendStream(body, outlet, request.signal);
}

/** Node rejects other codes over HTTP/2. A webhook sets the code of its denial, which the body of the response has in any case. */
function sentStatus({ status }: ServerResponse): number {
  return status <= 599 ? status : 500;
}

function isLive(body: AsyncIterable<Uint8Array>): body is LiveBody {
  return "take" in body;
}

/** Sends a long body. Its chunks share one buffer, so each is written to the socket before the next one is requested. */
async function sendBorrowed(
  body: LongBody,
  { channel: { outgoing } }: Outlet,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const chunk of body.borrowedChunks()) {
    if (!(await writeChunk(outgoing, chunk, signal))) return; // The socket may still hold the chunk, so its buffer is not used again.
  }
  outgoing.end();
}

/** Resolves with true once the socket has written the chunk, and with false if the client disconnects before that. */
async function writeChunk(outgoing: Writable, chunk: Uint8Array, signal: AbortSignal | undefined): Promise<boolean> {
  if (signal?.aborted === true) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const onAbort = (): void => resolve(false);
  signal?.addEventListener("abort", onAbort, { once: true });
  outgoing.write(chunk, () => resolve(true));
  const isWritten = await promise;
  signal?.removeEventListener("abort", onAbort);
  return isWritten;
}

/**
 * Sends a watch. A write costs more than the events in it, so the events of one turn of the event loop are sent in one write at the end of the
 * turn.
 */
async function sendLive(body: LiveBody, outlet: Outlet, signal: AbortSignal | undefined): Promise<void> {
  const { channel, clock } = outlet;
  const { outgoing } = channel;
  channel.flushHeaders();
  try {
    while (signal?.aborted !== true) {
      const chunk = body.take();
      if (chunk === undefined && body.isEnded) break;
      if (chunk === undefined) await body.ready();
      else if (!outgoing.write(chunk)) await drained(outlet, signal);
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
  const { channel, clock } = outlet;
  const { outgoing } = channel;
  channel.flushHeaders();
  for await (const chunk of body) {
    if (signal?.aborted === true) return;
    if (outgoing.write(chunk)) await clock.nextTurn();
    else await drained(outlet, signal);
  }
  outgoing.end();
}

/** Resolves when more may be written, or the client has disconnected. Aborts the response if the client reads nothing for `stallMaxMs`. */
async function drained({ channel, clock }: Outlet, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const resume = (): void => resolve();
  using _ = clock.setTimer(stallMaxMs, () => channel.abort());
  const { outgoing } = channel;
  outgoing.once("drain", resume);
  signal?.addEventListener("abort", resume, { once: true });
  await promise;
  outgoing.removeListener("drain", resume);
  signal?.removeEventListener("abort", resume);
}
