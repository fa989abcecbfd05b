/** The log of a container, as bytes or as lines. */
import { formatKey } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";

import type { Client } from "../client/client.ts";
import { podPath } from "./pod-path.ts";

/** As `PodLogOptions` of core/v1. */
export interface LogOptions {
  /** Default: the only container of the Pod. */
  readonly container?: string;
  /** Continues with new lines until the container terminates. Default false. */
  readonly follow?: boolean;
  /** The log of the previous run of the container. Default false. */
  readonly previous?: boolean;
  /** Each line begins with its time (RFC 3339). Default false. */
  readonly timestamps?: boolean;
  /** Only the last lines. */
  readonly tailLines?: number;
  /** Only lines of the last seconds. Excludes `sinceTime`. */
  readonly sinceSeconds?: number;
  /** Only lines since this time (RFC 3339). Excludes `sinceSeconds`. */
  readonly sinceTime?: string;
  /** The server ends the log after this number of bytes. */
  readonly limitBytes?: number;
  /** Ends the log: reading then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Longer lines are split, so that a container cannot exhaust the memory of the reader. */
const lineBytesMax = 1024 * 1024;

/**
 * Yields the lines of a log without their line breaks; lines of more than 1 MiB are split. Throws `ApiError` as the API server does, for
 * example 400 while the container is starting.
 *
 * ```ts
 * for await (const line of logs(client, { namespace: "default", name: "web" }, { follow: true, tailLines: 10 })) console.log(line);
 * ```
 */
export async function* logs(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  options: LogOptions = {},
): AsyncGenerator<string, void, undefined> {
  yield* linesOf(logBytes(client, key, options));
}

/** Yields the bytes of a log as they arrive. Errors are those of `logs`. */
export async function* logBytes(
  client: Pick<Client, "raw">,
  key: ObjectKey,
  options: LogOptions = {},
): AsyncGenerator<Uint8Array, void, undefined> {
  const { signal, ...parameters } = options;
  if (parameters.sinceSeconds !== undefined && parameters.sinceTime !== undefined) {
    const given = `sinceSeconds is ${parameters.sinceSeconds} and sinceTime is "${parameters.sinceTime}"`;
    throw new TypeError(`Cannot read the log of Pod "${formatKey(key)}": ${given}, only one may be set`);
  }
  const response = await client.raw.send({
    method: "GET",
    path: podPath(key, "log", parameters),
    headers: { accept: "application/json, */*" }, // The log is text, an error is a Status.
    lane: "bulk",
    signal,
  });
  yield* response.body;
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let length = 0;
  function line(): string {
    const text = decoder.decode(Buffer.concat(parts));
    parts = [];
    length = 0;
    return text.endsWith("\r") ? text.slice(0, -1) : text;
  }
  for await (const chunk of chunks) {
    let rest = chunk;
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      parts.push(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      yield line();
    }
    if (rest.length === 0) continue;
    parts.push(rest);
    length += rest.length;
    if (length >= lineBytesMax) yield line();
  }
  if (length > 0) yield line();
}
