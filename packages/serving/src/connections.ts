/** The open connections of a server, from the TCP connection on. A server in Node does not track connections in a TLS handshake, so it cannot close them. */
import type { Server, Socket } from "node:net";

export class Connections {
  readonly #sockets = new Set<Socket>();

  /** `acceptor` accepts the connections of `server`; it may be the same one. */
  constructor(acceptor: Server, server: Server) {
    const add = (socket: Socket): void => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    };
    acceptor.on("connection", add);
    server.on("secureConnection", (socket: Socket) => {
      add(socket);
      socket.on("error", () => socket.destroy()); // The client has reset the connection.
    });
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
