/**
 * Creates, reads and discards bodies.
 *
 * It uses only microtasks, so that a server in the same process can respond in virtual time.
 */
import { assertNumbers, numberRules } from "@kubewright/async";
import { BodyTooLargeError } from "./errors.ts";
import type { TransportResponse } from "./transport.ts";

/** A body without bytes. */
export function emptyBody(): AsyncIterable<Uint8Array> {
  return bodyOf();
}

/** Returns a body of these chunks; strings are encoded as UTF-8. It can be read any number of times. */
export function bodyOf(...chunks: readonly (Uint8Array | string)[]): AsyncIterable<Uint8Array> {
  return {
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    },
  };
}

/** The options of `readBody` and `readText`. */
export interface ReadBodyOptions {
  /** The largest number of bytes in memory. Default: 256 MiB, about the largest string of the platform. */
  readonly limitBytes?: number;
}

const defaultLimitBytes = 256 * 1024 * 1024;

/**
 * Returns the whole body. Throws a `BodyTooLargeError` and cancels the rest as soon as the limit is exceeded; other errors are those of
 * reading the body.
 */
export async function readBody(
  response: Pick<TransportResponse, "body">,
  options: ReadBodyOptions = {},
): Promise<Uint8Array> {
  const limitBytes = options.limitBytes ?? defaultLimitBytes;
  assertNumbers("Cannot read body", { limitBytes }, numberRules.fromZero);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.byteLength;
    if (length > limitBytes) throw new BodyTooLargeError(limitBytes);
    chunks.push(chunk);
  }

  const [only] = chunks;
  return chunks.length === 1 && only ? only : joined(chunks, length);
}

/** The whole body as UTF-8 text; invalid bytes become U+FFFD. Limits and errors are those of `readBody`. */
export async function readText(response: Pick<TransportResponse, "body">, options?: ReadBodyOptions): Promise<string> {
  return new TextDecoder().decode(await readBody(response, options));
}

/** Skips a body, which cancels the exchange. Does nothing if the body has been read. */
export async function discardBody(response: Pick<TransportResponse, "body">): Promise<void> {
  await response.body[Symbol.asyncIterator]().return?.();
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return whole;
}
