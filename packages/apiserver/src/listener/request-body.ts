// Reads the body of a request. Memory is bounded: a body over the limit is not kept, and the rest of it is discarded.
import { bodySizeMax } from "../http/server-request.ts";
import type { Channel } from "./channel.ts";

/** The server reads up to this many bytes beyond the limit in order to reuse the connection, as Go's net/http does. */
const drainBytesMax = 256 * 1024;

export interface ReceivedBody {
  /** The whole body. A body over `bodySizeMax` is replaced by more than `bodySizeMax` zeros. */
  readonly bytes: Uint8Array;
  /** The client may still be sending; the rest of the body is discarded. */
  readonly isTruncated: boolean;
  /** The body has not arrived within the time that the request may take. */
  readonly isLate: boolean;
}

/** The body of a request without one. */
export const noBody: ReceivedBody = { bytes: new Uint8Array(), isTruncated: false, isLate: false };

/** Reads one body. Uses event listeners, because an async iterator would dominate the cost of a small request. */
export class BodyReader {
  readonly #receivedMax: number;
  readonly #onBody: (body: ReceivedBody) => void;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #isDone = false;

  /** Calls `onBody` once; never if the client disconnects before the end of the body. */
  constructor({ incoming, headers }: Pick<Channel, "headers" | "incoming">, onBody: (body: ReceivedBody) => void) {
    this.#receivedMax = receivedBytesMax(Number(headers["content-length"] ?? 0));
    this.#onBody = onBody;
    // The listeners stay attached after the body has been truncated, so that the rest of it is discarded.
    incoming.on("data", (chunk: Uint8Array) => this.#receive(chunk));
    incoming.on("end", () => {
      this.#done({ ...noBody, bytes: this.#length > bodySizeMax ? oversized() : joined(this.#chunks) });
    });
    incoming.on("error", () => incoming.destroy());
  }

  /** Stops waiting for the rest of the body. */
  expire(): void {
    this.#done({ ...noBody, isTruncated: true, isLate: true });
  }

  #receive(chunk: Uint8Array): void {
    if (this.#isDone) return;
    this.#length += chunk.length;
    if (this.#length <= bodySizeMax) {
      this.#chunks.push(chunk);
      return;
    }
    this.#chunks = [];
    if (this.#length > this.#receivedMax) this.#done({ ...noBody, bytes: oversized(), isTruncated: true });
  }

  #done(body: ReceivedBody): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#chunks = [];
    this.#onBody(body);
  }
}

/** Whether servers ignore the body of a method. */
export function ignoresBody(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** A body is truncated once it is longer than this. */
function receivedBytesMax(announcedBytes: number): number {
  const reusableMax = bodySizeMax + 1 + drainBytesMax;
  return announcedBytes > reusableMax ? bodySizeMax : reusableMax;
}

function oversized(): Uint8Array {
  return new Uint8Array(bodySizeMax + 1);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
