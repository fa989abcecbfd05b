/** A local TCP port whose connections a function serves, such as that of a port-forward. */
import { createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import { linkSignals, onAbort } from "@kubewright/async";

/** A connection of a local client. */
export interface TcpConnection {
  /** The bytes of the client, until it ends its side. Can be read once. */
  readonly incoming: AsyncIterable<Uint8Array>;
  /** Sends bytes. Resolves when more may be sent. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the connection once all written bytes are sent. Resolves when it is closed. */
  end(): Promise<void>;
  /** Aborted when the connection is closed by either side, or the listener is disposed. */
  readonly signal: AbortSignal;
}

export interface TcpListenerOptions {
  /** Default: a free port. */
  readonly port?: number;
  /** Default `127.0.0.1`: other machines cannot connect. */
  readonly address?: string;
  /** Serves a connection, which is closed when the promise settles. */
  readonly serve: (connection: TcpConnection) => Promise<void>;
  /** Called with the error of `serve`, unless the client has disconnected or the listener has ended. Must not throw. */
  readonly onError: (error: unknown) => void;
  /** Closes the port and all connections. */
  readonly signal?: AbortSignal | undefined;
}

/** A port that accepts connections. Disposing it closes the port and all connections, and waits for `serve`. */
export interface TcpListener extends AsyncDisposable {
  readonly address: string;
  readonly port: number;
}

/** Starts a listener. Rejects with the error of the platform if the address cannot be used. */
export async function startTcpListener(options: TcpListenerOptions): Promise<TcpListener> {
  const { port = 0, address = "127.0.0.1", serve, onError, signal } = options;
  signal?.throwIfAborted();
  const ended = linkSignals(signal);
  const serving = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const served = serveSocket(socket, ended.signal, serve)
      .catch((error: unknown) => {
        if (!ended.signal.aborted) onError(error);
      })
      .finally(() => serving.delete(served));
    serving.add(served);
  });
  await listening(server, port, address);
  onAbort(ended.signal, () => void server.close());

  const bound = server.address() as AddressInfo; // The address of a listening TCP server.
  return {
    address: bound.address,
    port: bound.port,
    async [Symbol.asyncDispose]() {
      ended.abort(new Error("the listener was closed"));
      await Promise.all(serving);
      ended[Symbol.dispose]();
    },
  };
}

async function serveSocket(
  socket: Socket,
  listenerSignal: AbortSignal,
  serve: TcpListenerOptions["serve"],
): Promise<void> {
  using ended = linkSignals(listenerSignal);
  using _abortListener = onAbort(ended.signal, () => socket.destroy());
  socket.on("error", () => undefined); // "close" follows.
  socket.once("close", () => ended.abort(new Error("the local connection has ended")));
  try {
    await serve({
      incoming: socket as AsyncIterable<Uint8Array>, // Without an encoding, a socket yields buffers.
      write: (bytes) => new Promise((resolve, reject) => void socket.write(bytes, settle(resolve, reject))),
      end: () => new Promise((resolve) => void (socket.closed ? resolve() : socket.once("close", resolve).end())),
      signal: ended.signal,
    });
  } catch (error) {
    if (!socket.closed) throw error;
  } finally {
    socket.destroy();
  }
}

function settle(resolve: () => void, reject: (error: Error) => void): (error?: Error | null) => void {
  return (error) => (error ? reject(error) : resolve());
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
