// A WebSocket server in memory, which a test controls frame by frame.

import { createHash } from "node:crypto";

import { onAbort } from "@kubewright/async";
import { binaryFrame, closeFrame, headerOf, messagesIn } from "@kubewright/transport";
import type { HeaderMap, Transport, UpgradeRequest, WebSocketMessage } from "@kubewright/transport";

/** The server's end of one WebSocket. */
export interface WebSocketPeer {
  readonly request: UpgradeRequest;
  /** The messages of the client. */
  readonly messages: AsyncGenerator<WebSocketMessage, void, undefined>;
  /** Sends a message on a channel. */
  readonly send: (channel: number, payload: string | Uint8Array) => void;
  readonly sendBytes: (bytes: Uint8Array) => void;
  /** Sends a close frame. */
  readonly close: (code?: number) => void;
  /** The next message as text, after the number of its channel: `0:ls`. */
  readonly next: () => Promise<string>;
}

export interface PeerOptions {
  readonly protocol?: string;
  /** Headers that replace those of a valid handshake. */
  readonly headers?: HeaderMap;
}

/** A transport that upgrades every request and calls `serve` with the server's end. The connection ends when `serve` resolves. */
export function createPeerTransport(
  serve: (peer: WebSocketPeer) => Promise<void>,
  { protocol = "v5.channel.k8s.io", headers = {} }: PeerOptions = {},
): Transport {
  return {
    request: () => Promise.reject(new Error("Cannot request: the peer has WebSockets only")),
    async upgrade(request) {
      request.signal?.throwIfAborted();
      const key = headerOf(request.headers ?? {}, "sec-websocket-key") ?? "";
      const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
      const [toServer, toClient] = [new Chunks(), new Chunks()];
      const messages = messagesIn(toServer, "client");
      const peer: WebSocketPeer = {
        request,
        messages,
        send: (channel, payload) =>
          toClient.push(binaryFrame(Buffer.concat([Uint8Array.of(channel), Buffer.from(payload)]))),
        sendBytes: (bytes) => toClient.push(bytes),
        close: (code = 1000) => toClient.push(closeFrame(code)),
        async next() {
          const { value } = await messages.next();
          if (value?.type !== "data") return value?.type ?? "end";
          return `${value.bytes[0]}:${Buffer.from(value.bytes.subarray(1)).toString()}`;
        },
      };
      const end = (): void => {
        toServer.end();
        toClient.end();
      };
      if (request.signal) onAbort(request.signal, end);
      void serve(peer).finally(() => toClient.end());
      return {
        headers: { "sec-websocket-accept": accept, "sec-websocket-protocol": protocol, ...headers },
        incoming: toClient,
        async write(bytes) {
          toServer.push(bytes);
        },
        end: async () => toServer.end(),
        [Symbol.asyncDispose]: async () => end(),
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** An unbounded queue with one reader. */
class Chunks implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  #isEnded = false;
  #changed = Promise.withResolvers<void>();

  push(bytes: Uint8Array): void {
    this.#chunks.push(bytes);
    this.#changed.resolve();
  }

  end(): void {
    this.#isEnded = true;
    this.#changed.resolve();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for (;;) {
      const next = this.#chunks.shift();
      if (next !== undefined) yield next;
      else if (this.#isEnded) return;
      else {
        this.#changed = Promise.withResolvers<void>();
        await this.#changed.promise;
      }
    }
  }
}
