/** Accepts connections for a server before it reads them. A connection that waits costs its TCP socket, and no memory for TLS. */
import { createServer } from "node:net";
import type { Server, Socket } from "node:net";

/** `begin` passes the connection to the server. */
export type OnConnection = (socket: Socket, begin: () => void) => void;

/** Returns the server to listen with. Its connections are those of `server`, and each one is paused until `begin` is called. */
export function acceptPaused(server: Server, onConnection: OnConnection): Server {
  const acceptor = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => {
    onConnection(socket, () => void server.emit("connection", socket));
  });
  acceptor.on("listening", () => void server.emit("listening")); // Starts the timer of Node that checks the time of heads.
  return acceptor;
}
