// A transport whose watches lag: the reader of a watch receives an event only after a number of later ones.
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";

export interface LagOptions {
  /** Events that are held back at any moment; Infinity holds all of them. */
  readonly events: number;
  /** The watches that lag: part of the path, such as "/secrets". */
  readonly path: string;
}

/** Wraps `transport`, which the caller still disposes. Works with servers that send one event per chunk, such as the embedded one. */
export function withLaggingWatches(transport: Transport, { events, path }: LagOptions): Transport {
  const lags = (request: TransportRequest): boolean =>
    request.path.includes(path) && /[?&]watch=(?:true|1)/.test(request.path);
  return {
    ...transport,
    async request(request): Promise<TransportResponse> {
      const response = await transport.request(request);
      return lags(request) ? { ...response, body: lagging(response.body, events) } : response;
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function* lagging(body: AsyncIterable<Uint8Array>, events: number): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  for await (const chunk of body) {
    held.push(chunk);
    if (held.length <= events) continue;
    const next = held.shift();
    if (next) yield next;
  }
}
