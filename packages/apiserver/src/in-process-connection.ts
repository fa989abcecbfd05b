// The two ends of an upgraded connection in one process: what one writes the other reads, by nothing but microtasks.
import type { HeaderMap, UpgradedConnection } from "@kubewright/transport";
import { TransportError } from "@kubewright/transport";
import { ByteQueue } from "./connections/byte-queue.ts";
import type { ServerResponse } from "./http/server-request.ts";

/** Gives `serve` one end, and answers with the other. The signal ends both. */
export function connect(
  headers: HeaderMap,
  serve: NonNullable<ServerResponse["upgrade"]>,
  signal: AbortSignal | undefined,
): UpgradedConnection {
  const [toServer, toClient] = [new ByteQueue(), new ByteQueue()];
  const gone = new AbortController();
  const leave = (): void => {
    toServer.end();
    toClient.end();
    gone.abort(signal?.reason ?? new Error("the connection has been closed"));
  };
  signal?.addEventListener("abort", leave, { once: true });
  const served = serve(
    { incoming: toServer, write: (bytes) => toClient.push(bytes), end: async () => toClient.end() },
    gone.signal,
  ).finally(() => {
    signal?.removeEventListener("abort", leave);
    toClient.end();
  });
  // Its failure is told to whoever disposes of the connection, who may never do so.
  served.catch(() => undefined);

  return {
    headers,
    incoming: readUntilAborted(toClient, signal),
    async write(bytes) {
      signal?.throwIfAborted();
      if (gone.signal.aborted) throw closedError();
      await toServer.push(bytes);
    },
    async end() {
      toServer.end();
    },
    async [Symbol.asyncDispose]() {
      leave();
      await served;
    },
  };
}

async function* readUntilAborted(
  queue: ByteQueue,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const bytes of queue) {
    signal?.throwIfAborted();
    yield bytes;
  }
  signal?.throwIfAborted();
}

function closedError(): TransportError {
  return new TransportError({
    kind: "closed",
    action: "write to an upgraded connection",
    address: "in-process",
    found: "the connection has been closed",
    mayHaveBeenProcessed: false,
  });
}
