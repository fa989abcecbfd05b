// Reads the body of a request. Memory is bounded: a body over the limit is not kept, and what still comes of it is dropped.
import type { Clock } from "@kubewright/async";
import { bodySizeMax } from "../http/server-request.ts";
import type { NodeRequest } from "./exchange.ts";

/** So many bytes beyond the limit are awaited in order to reuse the connection, as in Go's net/http. */
const drainBytesMax = 256 * 1024;

export interface ReceivedBody {
  /** The whole body. Of a body over `bodySizeMax` only that it is over: more than `bodySizeMax` zeros. */
  readonly bytes: Uint8Array;
  /** The client has not sent all of it, and the rest is dropped. */
  readonly isCut: boolean;
  /** It has not arrived within the time that the request may take. Default false. */
  readonly isLate?: boolean;
}

/** The body of a request without one. */
export const noBody: ReceivedBody = { bytes: new Uint8Array(), isCut: false };

/** Reads the body of a request. Stops after `limitMs` (slow-loris protection). Rejects if the client disconnects before the end of it. */
export async function readBody(incoming: NodeRequest, clock: Clock, limitMs: number): Promise<ReceivedBody> {
  if (incoming.method === "GET" || incoming.method === "HEAD") return noBody; // Servers ignore the body of these methods.
  const { promise, resolve, reject } = Promise.withResolvers<ReceivedBody>();
  const receivedMax = receivedBytesMax(incoming);
  let chunks: Uint8Array[] = [];
  let length = 0;
  // Listeners instead of a loop: an iterator over the stream would cost more than everything else that is done to receive a small request.
  // They stay attached after the body has been cut, which keeps the stream flowing into nothing.
  incoming.on("data", (chunk: Uint8Array) => {
    length += chunk.length;
    if (length <= bodySizeMax) {
      chunks.push(chunk);
      return;
    }
    chunks = [];
    if (length > receivedMax) resolve({ bytes: oversized(), isCut: true });
  });
  incoming.on("end", () => {
    resolve({ bytes: length > bodySizeMax ? oversized() : joined(chunks), isCut: false });
  });
  incoming.on("error", reject);
  incoming.on("close", () => {
    if (!incoming.readableEnded) reject(new Error("the client disconnected before the end of its request"));
  });
  using _limit = clock.setTimer(limitMs, () => {
    length = Number.POSITIVE_INFINITY; // What still comes is dropped.
    chunks = [];
    resolve({ ...noBody, isCut: true, isLate: true });
  });
  return await promise;
}

/** A body is cut once it is longer than this. */
function receivedBytesMax({ headers }: NodeRequest): number {
  const reusableMax = bodySizeMax + 1 + drainBytesMax;
  return Number(headers["content-length"] ?? 0) > reusableMax ? bodySizeMax : reusableMax;
}

function oversized(): Uint8Array {
  return new Uint8Array(bodySizeMax + 1);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
