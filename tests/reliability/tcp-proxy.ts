/**
 * A TCP proxy on the loopback interface that simulates broken networks.
 *
 * A connection that has lost bytes stays dead after the network is restored: it neither continues nor ends, so that only its users can detect it.
 */
import { createServer, connect } from "node:net";
import type { AddressInfo, Socket } from "node:net";

/**
 * - `pass`: bytes pass in both directions.
 * - `swallow`: connections are accepted, and no byte passes. Nothing is closed.
 * - `swallowResponses`: requests reach the server, and responses are lost.
 */
export type ProxyMode = "pass" | "swallow" | "swallowResponses";

export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** The network from now on. */
  mode: ProxyMode;
  /** The connections so far. */
  readonly accepted: number;
  /** The connections that neither side has closed. */
  readonly open: number;
  /** The port of the server that new connections reach. */
  target: number;
  /** Resets all connections. */
  reset(): void;
}

interface Connection {
  readonly client: Socket;
  readonly server: Socket;
  isDead: boolean;
}

export async function startTcpProxy(target: number): Promise<TcpProxy> {
  const connections = new Set<Connection>();
  let accepted = 0;
  const listener = createServer((client) => {
    accepted += 1;
    const server = connect({ host: "127.0.0.1", port: proxy.target });
    const connection = { client, server, isDead: false };
    connections.add(connection);
    forward(connection, () => proxy.mode);
    const close = (): void => {
      if (connection.isDead) return;
      connections.delete(connection);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on("error", close).on("close", close);
    client.on("close", () => connections.delete(connection));
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const { port } = listener.address() as AddressInfo; // It listens on a TCP port.
  const proxy: TcpProxy = {
    port,
    target,
    mode: "pass",
    get accepted() {
      return accepted;
    },
    get open() {
      return connections.size;
    },
    reset() {
      for (const { client, server } of connections) {
        client.resetAndDestroy();
        server.destroy();
      }
      connections.clear();
    },
    async [Symbol.asyncDispose]() {
      proxy.reset();
      await new Promise((resolve) => listener.close(resolve));
    },
  };
  return proxy;
}

function forward(connection: Connection, mode: () => ProxyMode): void {
  const { client, server } = connection;
  client.on("data", (bytes) => {
    if (mode() === "swallow") connection.isDead = true;
    if (!connection.isDead || mode() === "swallowResponses") server.write(bytes);
  });
  server.on("data", (bytes) => {
    if (mode() !== "pass") connection.isDead = true;
    if (!connection.isDead) client.write(bytes);
  });
}
