/** Reads the body of a request within a limit. */
import type { IncomingMessage } from "node:http";

/** The body; `undefined` if it is longer than `bytesMax`. A declared `content-length` over the limit reads nothing. */
export async function readBody(
  request: IncomingMessage,
  { bytesMax }: { readonly bytesMax: number },
): Promise<Uint8Array | undefined> {
  if (Number(request.headers["content-length"]) > bytesMax) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The request must outlive the reading, or its connection would end before the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
