// A socket that HTTP/1.1 has turned into a two-way stream, as the server reads and writes it.
import type { Duplex } from "node:stream";
import type { HeaderMap } from "@kubewright/transport";
import type { ByteStream } from "../http/server-request.ts";

/** Says that the connection is now another one. The socket has answered nothing yet. */
export function answerUpgrade(socket: Duplex, headers: HeaderMap): void {
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((each) => `${name}: ${each}`));
  socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1");
}

/** The socket as a stream of bytes; `head` is what came right behind the request. */
export function byteStreamOf(socket: Duplex, head: Uint8Array): ByteStream {
  return {
    incoming: incomingOf(socket, head),
    async write(bytes) {
      if (socket.destroyed) throw new Error("the client has left");
      if (socket.write(bytes)) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      const goOn = (): void => resolve();
      socket.once("drain", goOn);
      socket.once("close", goOn);
      await promise;
      socket.removeListener("drain", goOn);
      socket.removeListener("close", goOn);
    },
    async end() {
      socket.end();
    },
  };
}

async function* incomingOf(socket: Duplex, head: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  if (head.length > 0) yield head;
  for await (const chunk of socket) yield chunk as Uint8Array; // A socket without an encoding gives bytes.
}
