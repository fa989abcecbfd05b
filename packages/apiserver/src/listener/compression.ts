// Decides whether a response is compressed, as kube-apiserver does: by the number of its bytes, for every method and status.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#response-compression
import { headerOf } from "@kubewright/transport";
import { isWatch } from "../request/path.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";

/** The default of `ServerResponse.gzipThresholdBytes`. */
export const gzipThresholdBytes: number = 128 * 1024;

type Body = ServerResponse["body"];

export interface Encoding {
  readonly gzip: boolean;
  /** The body of the response, which can be read once. */
  readonly body: Body;
}

/** Decides how a response is sent. Returns a promise for a stream, which it reads up to the threshold. */
export function chooseEncoding(request: ServerRequest, response: ServerResponse): Encoding | Promise<Encoding> {
  const { body, gzipThresholdBytes: threshold = gzipThresholdBytes } = response;
  if (body instanceof Uint8Array && body.length <= threshold) return { gzip: false, body };
  if (threshold === Infinity || !mayCompress(request, response)) return { gzip: false, body };
  return body instanceof Uint8Array ? { gzip: true, body } : encodingOfStream(body, threshold);
}

async function encodingOfStream(body: AsyncIterable<Uint8Array>, threshold: number): Promise<Encoding> {
  const iterator = body[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length <= threshold) {
    const next = await iterator.next();
    if (next.done === true) return { gzip: false, body: Buffer.concat(first, length) };
    first.push(next.value);
    length += next.value.length;
  }
  return { gzip: true, body: continued(first, iterator) };
}

function mayCompress(request: ServerRequest, { headers }: ServerResponse): boolean {
  // Clients read watches and logs while they grow, and a compressor would delay them.
  if (isWatch(request.query) || headerOf(headers, "content-type")?.startsWith("text/") === true) return false;
  const accepted = headerOf(request.headers, "accept-encoding") ?? "";
  return accepted.split(",").some((coding) => coding.trim() === "gzip");
}

/** The stream whose first chunks have been read. */
async function* continued(
  first: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** The headers of a compressed response. */
export function gzipHeaders({ headers }: ServerResponse): Readonly<Record<string, string>> {
  const vary = headerOf(headers, "vary");
  const isNamed = vary?.toLowerCase().includes("accept-encoding") === true;
  return {
    "content-encoding": "gzip",
    vary: vary === undefined ? "Accept-Encoding" : isNamed ? vary : `${vary}, Accept-Encoding`,
  };
}
