// An upgraded connection within the process. Each end reads what the other end writes; microtasks alone pass on the bytes.
import type { HeaderMap, UpgradedConnection } from "@kubewright/transport";
import { TransportError } from "@kubewright/transport";
import { ByteQueue } from "./connections/byte-queue.ts";
import type { ServerResponse } from "./http/server-request.ts";

/** Calls `serve` with the server's end, and returns the client's. The signal ends both. */
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
  // Disposing the connection rejects with its failure, but a client may never dispose it.
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
