// An upgraded connection within the process. Each end reads the bytes that the other end writes. Only microtasks are used.
import { onAbort } from "@kubewright/async";
import type { HeaderMap, UpgradedConnection } from "@kubewright/transport";
import { TransportError } from "@kubewright/transport";
import { ByteQueue } from "./connections/byte-queue.ts";
import type { ServerResponse } from "./http/server-request.ts";

export interface ConnectOptions {
  /** Ends the connection. */
  readonly signal: AbortSignal | undefined;
  /** Called once, when the server has ended the connection. */
  readonly onEnd: () => void;
}

/** Calls `serve` with the server's end, and returns the client's end. */
export function connect(
  headers: HeaderMap,
  serve: NonNullable<ServerResponse["upgrade"]>,
  { signal, onEnd }: ConnectOptions,
): UpgradedConnection {
  const [toServer, toClient] = [new ByteQueue(), new ByteQueue()];
  const gone = new AbortController();
  const disconnect = (): void => {
    toServer.end();
    toClient.end();
    gone.abort(signal?.reason ?? new Error("the connection has been closed"));
  };
  const abortListener = signal && onAbort(signal, disconnect);
  const served = serve(
    { incoming: toServer, write: (bytes) => toClient.push(bytes), end: async () => toClient.end() },
    gone.signal,
  ).finally(() => {
    abortListener?.[Symbol.dispose]();
    toClient.end();
    onEnd();
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
      disconnect();
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
