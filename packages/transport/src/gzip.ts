/** Compressed responses: for which servers they are requested, and how they are decoded. */
import { networkInterfaces } from "node:os";
import { Readable, pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { ServerAddress } from "./address.ts";
import { failure, requestAttempt } from "./failure.ts";
import { headerOf } from "./headers.ts";
import { streamBody } from "./stream-body.ts";
import type { HeaderMap, TransportRequest, TransportResponse } from "./transport.ts";

/** Whether the bytes of a response leave this machine: the server has neither a loopback address nor an address of this machine. */
export function isRemote({ host }: Pick<ServerAddress, "host">): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127(\.\d+){3}$/.test(host))
    return false;
  return !Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === host));
}

/** The headers of a request with `accept-encoding: gzip`. A header of the request has precedence. */
export function acceptingGzip(headers: HeaderMap | undefined): HeaderMap {
  return { "accept-encoding": "gzip", ...headers };
}

/** Decodes the body of a response while it is read, if it is compressed. */
export function gunzipped(
  response: TransportResponse,
  request: Pick<TransportRequest, "method" | "path">,
  server: ServerAddress,
): TransportResponse {
  if (headerOf(response.headers, "content-encoding") !== "gzip") return response;
  const { "content-encoding": _encoding, "content-length": _length, ...headers } = response.headers;
  const chunks = response.body[Symbol.asyncIterator]();
  let failed: { readonly error: unknown } | undefined;
  const source = Readable.from(
    iterable(async () => {
      try {
        return await chunks.next();
      } catch (error) {
        failed = { error }; // A stream of Node replaces reasons that are not instances of Error.
        throw error;
      }
    }),
    { objectMode: false },
  );
  const decoded = createGunzip();
  pipeline(source, decoded, () => {}); // `decoded` emits the errors of both.
  const body = streamBody(decoded, {
    cancel: () => void chunks.return?.(),
    failure(error) {
      if (failed !== undefined) return failed.error;
      if (!(error instanceof Error)) return error;
      const attempt = requestAttempt(server, request.method, request.path);
      return failure(attempt, "protocol", `the compressed response is invalid: ${error.message}`, error);
    },
  });
  return { ...response, headers, body };
}

function iterable<T>(next: () => Promise<IteratorResult<T>>): AsyncIterable<T> {
  return { [Symbol.asyncIterator]: () => ({ next }) };
}
