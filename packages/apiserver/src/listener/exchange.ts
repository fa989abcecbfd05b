// One request and answer on a socket: from Node's objects to ours and back. HTTP/1.1 and HTTP/2 look the same here.
import type { IncomingMessage, ServerResponse as Http1Response } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import type { Clock } from "@kubewright/async";
import type { HeaderMap } from "@kubewright/transport";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest, ServerResponse } from "../endpoints/server-request.ts";
import { bodySizeMax } from "../endpoints/server-request.ts";
import { isWatch } from "../endpoints/path.ts";

export type NodeRequest = IncomingMessage | Http2ServerRequest;
export type NodeResponse = Http1Response | Http2ServerResponse;

/** Smaller answers are not worth compressing. */
const gzipBytesMin = 128 * 1024;

/** A request without its body. */
export function requestHead(incoming: NodeRequest, signal: AbortSignal): ServerRequest {
  const target = incoming.url ?? "/";
  const mark = target.indexOf("?");
  return {
    method: incoming.method ?? "GET",
    path: mark === -1 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark === -1 ? "" : target.slice(mark + 1)),
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

/** The body of a request; of one that is too large just enough to see that it is. */
export function readBody(incoming: NodeRequest): Promise<Uint8Array> {
  if (incoming.method === "GET" || incoming.method === "HEAD") return Promise.resolve(noBody); // Whatever comes with them means nothing.
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const finish = (): void => resolve(wholeOf(chunks));
  // Listeners instead of a loop: an iterator over the stream would cost more than all the rest of a small request's way in.
  incoming.on("data", (chunk: Uint8Array) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length <= bodySizeMax) return;
    finish();
    incoming.destroy(); // The handler refuses it; the rest is not read.
  });
  incoming.on("end", finish);
  incoming.on("error", reject);
  incoming.on("close", () => {
    if (!incoming.readableEnded) reject(new Error("the client has left before the end of its request"));
  });
  return promise;
}

function wholeOf(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}

/** Where an answer goes. */
export interface Outlet {
  readonly outgoing: NodeResponse;
  readonly clock: Clock;
}

/** Sends an answer; resolves when it has gone out or the client has left. */
export async function sendResponse(request: ServerRequest, response: ServerResponse, outlet: Outlet): Promise<void> {
  const { outgoing } = outlet;
  const gzip = isWorthCompressing(request, response);
  const { body } = response;
  writeHead(outgoing, response.status, {
    ...response.headers,
    ...(gzip ? { "content-encoding": "gzip", vary: "Accept-Encoding" } : {}),
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
  } else {
    await sendStream(body, outlet, request.signal);
  }
}

/**
 * Sends a stream chunk by chunk, and waits whenever the client is slower than it. Between two chunks the event loop turns once, so that the
 * events which come in while a hundred watches are being told of one go out together: a write to a socket costs more than what is in it.
 */
async function sendStream(
  body: AsyncIterable<Uint8Array>,
  { outgoing, clock }: Outlet,
  signal: AbortSignal | undefined,
): Promise<void> {
  const stream = outgoing as NodeJS.WritableStream; // Both are one, with overloads that do not unite.
  (outgoing as Http1Response).flushHeaders();
  for await (const chunk of body) {
    if (signal?.aborted === true) return;
    await (stream.write(chunk) ? clock.nextTurn() : drained(outgoing, signal));
  }
  outgoing.end();
}

async function drained(outgoing: NodeResponse, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const goOn = (): void => resolve();
  outgoing.once("drain", goOn);
  signal?.addEventListener("abort", goOn, { once: true });
  await promise;
  outgoing.removeListener("drain", goOn);
  signal?.removeEventListener("abort", goOn);
}

/** All headers at once: set one by one, each would be checked, kept and looked up again. */
function writeHead(outgoing: NodeResponse, status: number, headers: HeaderMap): void {
  // Both take the same; an array of values is only read.
  (outgoing as Http1Response).writeHead(status, headers as Record<string, string | string[]>);
}

function isWorthCompressing(request: ServerRequest, { status, headers, body }: ServerResponse): boolean {
  if (request.method !== "GET" || status !== 200 || isWatch(request.query)) return false;
  // A log is read while it grows, and a compressor would hold it back.
  if (headerOf(headers, "content-type")?.startsWith("text/") === true) return false;
  if (!(headerOf(request.headers, "accept-encoding") ?? "").split(/[,;]\s*/).includes("gzip")) return false;
  // A list that did not fit into its first chunk is taken to be a long one.
  return !(body instanceof Uint8Array) || body.length >= gzipBytesMin;
}
