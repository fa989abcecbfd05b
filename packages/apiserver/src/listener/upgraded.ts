// A socket that an upgrade over HTTP/1.1 has turned into a two-way stream.
import type { Duplex } from "node:stream";
import type { HeaderMap } from "@kubewright/transport";
import type { ByteStream } from "../http/server-request.ts";

/** Sends 101 Switching Protocols. Nothing may have been written to the socket yet. */
export function sendSwitchingProtocols(socket: Duplex, headers: HeaderMap): void {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`));
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** The socket as a stream of bytes. `head` contains the bytes that the client has sent after the request. */
export function byteStreamOf(socket: Duplex, head: Uint8Array): ByteStream {
  return {
    incoming: incomingOf(socket, head),
    async write(bytes) {
      if (socket.destroyed) throw new Error("the client has disconnected");
      if (socket.write(bytes)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const resume = (): void => resolve();
      socket.once("drain", resume);
      socket.once("close", resume);
      await promise;
      socket.removeListener("drain", resume);
      socket.removeListener("close", resume);
    },
    async end() {
      socket.end();
    },
  };
}

async function* incomingOf(socket: Duplex, head: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  if (head.length > 0) yield head;
  for await (const chunk of socket) yield chunk as Uint8Array; // A socket without an encoding returns bytes.
}
