// Reads the body of a request once its endpoint needs it. Memory is bounded: a body has room in the budget before its first byte is read. A body over
// the limit is not kept, and the rest of it is discarded.
import { mastersGroup } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { ReceivedBody, UnreadBody } from "../http/server-request.ts";
import { bodySizeMax } from "../http/server-request.ts";
import type { BodyBudget, Reservation } from "./body-budget.ts";
import type { Channel } from "./channel.ts";

/** The server reads up to this many bytes beyond the limit in order to reuse the connection, as Go's net/http does. */
export const drainBytesMax: number = 256 * 1024;

type BodyChannel = Pick<Channel, "acceptBody" | "awaitsAcceptance" | "headers" | "incoming" | "socket">;

/** Reads one body. Uses event listeners, because an async iterator would dominate the cost of a small request. */
export class BodyReader implements UnreadBody {
  readonly #channel: BodyChannel;
  readonly #budget: BodyBudget;
  readonly #received = Promise.withResolvers<ReceivedBody>();
  readonly #announcedBytes: number | undefined;
  #reservation: Reservation | undefined;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #isDone = false;
  #isWhole = false;
  #isLate = false;

  constructor(channel: BodyChannel, budget: BodyBudget) {
    this.#channel = channel;
    this.#budget = budget;
    const { "content-length": announced } = channel.headers;
    this.#announcedBytes = announced === undefined ? undefined : Number(announced);
    this.#received.promise.catch(() => undefined); // No endpoint may be waiting.
  }

  /** Whether all of the body has been received. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Whether the rest of the body is short enough to be discarded, so that the connection can be used again. */
  get isRestShort(): boolean {
    if (this.#isLate || this.#announcedBytes === undefined) return false;
    if (this.#reservation === undefined && this.#channel.awaitsAcceptance) return false; // The client does not send it.
    return this.#announcedBytes <= (this.#reservation === undefined ? drainBytesMax : reusableMax);
  }

  read({ name, groups }: UserInfo): Promise<ReceivedBody> {
    const owner = { connection: this.#channel.socket, user: name, isAdministrator: groups.includes(mastersGroup) };
    const bytes = Math.min(this.#announcedBytes ?? bodySizeMax, bodySizeMax);
    this.#reservation = this.#budget.reserve(bytes, owner, () => this.#listen());
    return this.#received.promise;
  }

  /** Stops waiting for the rest of the body. */
  expire(): void {
    this.#isLate = !this.#isDone;
    this.#done("late");
  }

  /** The client has disconnected. */
  fail(reason: Error): void {
    this.#isDone = true;
    this.#chunks = [];
    this.#received.reject(reason);
  }

  /** Gives up the room of the body, once its request has been served. */
  release(): void {
    this.#reservation?.[Symbol.dispose]();
  }

  #listen(): void {
    const { incoming } = this.#channel;
    this.#channel.acceptBody();
    const receivedMax = receivedBytesMax(this.#announcedBytes ?? 0);
    // The listeners stay attached after the body has been truncated, so that the rest of it is discarded.
    incoming.on("data", (chunk: Uint8Array) => this.#receive(chunk, receivedMax));
    incoming.on("end", () => {
      this.#isWhole = true;
      this.#done(this.#length > bodySizeMax ? "too large" : joined(this.#chunks));
    });
    incoming.on("error", () => incoming.destroy());
  }

  #receive(chunk: Uint8Array, receivedMax: number): void {
    if (this.#isDone) return;
    this.#length += chunk.length;
    if (this.#length <= bodySizeMax) {
      this.#chunks.push(chunk);
      return;
    }
    this.#chunks = [];
    if (this.#length > receivedMax) this.#done("too large");
  }

  #done(body: ReceivedBody): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#chunks = [];
    this.#reservation?.shrinkTo(typeof body === "string" ? 0 : body.length);
    this.#received.resolve(body);
  }
}

/** Whether servers ignore the body of a method. */
export function ignoresBody(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

/** The longest body that does not end its connection. */
const reusableMax = bodySizeMax + 1 + drainBytesMax;

/** A body is truncated once it is longer than this. */
function receivedBytesMax(announcedBytes: number): number {
  return announcedBytes > reusableMax ? bodySizeMax : reusableMax;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
}
