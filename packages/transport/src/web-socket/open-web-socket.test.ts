import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { isTransportError, isWebSocketProtocolError } from "../errors.ts";
import { headerOf } from "../headers.ts";
import type { HeaderMap, Transport, UpgradeRequest } from "../transport.ts";
import { binaryFrame, closeFrame, messagesIn } from "./frames.ts";
import type { WebSocketMessage } from "./frames.ts";
import { openWebSocket } from "./open-web-socket.ts";

interface Peer {
  readonly transport: Transport;
  readonly requests: UpgradeRequest[];
  /** The bytes that the client has written. */
  readonly written: () => Promise<readonly WebSocketMessage[]>;
  readonly send: (bytes: Uint8Array) => void;
  readonly end: () => void;
}

/** A server that upgrades, and then sends the bytes of the test. */
function createPeer(replaced: HeaderMap = {}): Peer {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>(undefined, { highWaterMark: 100 });
  const writer = writable.getWriter();
  const writes: Uint8Array[] = [];
  const requests: UpgradeRequest[] = [];
  const end = (): void => void writer.close().catch(() => undefined);
  return {
    requests,
    written: () => Array.fromAsync(messagesIn(iterate(writes), "client")),
    send: (bytes) => void writer.write(bytes),
    end,
    transport: {
      request: () => Promise.reject(new Error("Cannot request: the peer has WebSockets only")),
      async upgrade(request) {
        requests.push(request);
        request.signal?.addEventListener("abort", end);
        const accept = createHash("sha1")
          .update(`${String(headerOf(request.headers ?? {}, "sec-websocket-key"))}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest("base64");
        return {
          headers: { "sec-websocket-accept": accept, "sec-websocket-protocol": "a", ...replaced },
          incoming: readable as AsyncIterable<Uint8Array>, // Node's streams are iterable.
          write: async (bytes) => void writes.push(bytes),
          end: async () => undefined,
          [Symbol.asyncDispose]: async () => end(),
        };
      },
      async [Symbol.asyncDispose]() {},
    },
  };
}

async function* iterate(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

const clock = createVirtualClock();
const eventLoop = createSystemClock();
const random = createSeededRandom(1);
const options = { path: "/exec", protocols: ["b", "a"], clock, random };

test("openWebSocket() sends a handshake, responds to pings and the close frame, and masks every frame differently", async () => {
  const peer = createPeer();
  await using socket = await openWebSocket(peer.transport, { ...options, headers: { "user-agent": "me" } });
  peer.send(Uint8Array.of(0x89, 2, 0x68, 0x69));
  peer.send(binaryFrame(Buffer.from("one")));
  peer.send(closeFrame(1001));

  await socket.send(Buffer.from("two"));
  const read = await Array.fromAsync(socket.messages, String);

  assert.deepEqual(read, ["one"]);
  assert.equal(socket.protocol, "a");
  assert.equal(socket.closeCode, 1001);
  assert.deepEqual(await peer.written(), [
    { type: "data", bytes: Buffer.from("two") },
    { type: "pong" },
    { type: "close", code: 1000 },
  ]);
  assert.partialDeepStrictEqual(peer.requests[0]?.headers, {
    "user-agent": "me",
    "sec-websocket-protocol": "b, a",
    "sec-websocket-version": "13",
  });
});

test("a handshake that does not match the key, or a subprotocol that was not offered, is rejected", async () => {
  const stale = createPeer({ "sec-websocket-accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=" });
  const other = createPeer({ "sec-websocket-protocol": "c" });

  await assert.rejects(openWebSocket(stale.transport, options), /handshake does not match the key/u);
  await assert.rejects(
    openWebSocket(other.transport, options),
    /selected the subprotocol "c", must be one of \["b","a"\]/u,
  );
});

test("an end without a close frame is an error with code 1006, and an abort rejects with its reason", async () => {
  const [cut, aborted] = [createPeer(), createPeer()];
  const end = new AbortController();
  const reason = new Error("enough");
  await using first = await openWebSocket(cut.transport, options);
  await using second = await openWebSocket(aborted.transport, { ...options, signal: end.signal });
  const reading = Array.fromAsync(second.messages);

  cut.end();
  end.abort(reason);

  await assert.rejects(
    Array.fromAsync(first.messages),
    (error) => isWebSocketProtocolError(error) && error.code === 1006,
  );
  await assert.rejects(reading, (error) => error === reason);
  await assert.rejects(second.send(Buffer.from("x")), (error) => error === reason);
});

test("the connection fails after a minute without bytes from the server, but not if the server responds to pings", async () => {
  const [silent, alive] = [createPeer(), createPeer()];
  const time = createVirtualClock();
  await using first = await openWebSocket(silent.transport, { ...options, clock: time });
  await using second = await openWebSocket(alive.transport, { ...options, clock: time });
  const failing = Array.fromAsync(first.messages).catch((error: unknown) => error);
  const reading = Array.fromAsync(second.messages, String);

  for (let elapsed = 0; elapsed < 90_000; elapsed += 5000) {
    await time.advance(5000);
    alive.send(Uint8Array.of(0x8a, 0));
    await eventLoop.nextTurn(); // The streams of this test need turns of the event loop.
  }
  alive.send(binaryFrame(Buffer.from("still here")));
  alive.send(closeFrame(1000));

  const error = await failing;
  assert.ok(isTransportError(error) && error.kind === "timeout");
  assert.deepEqual(await reading, ["still here"]);
  assert.ok((await alive.written()).filter(({ type }) => type === "ping").length >= 15);
});

test("a slow reader is not treated as a silent server", async () => {
  const peer = createPeer();
  const time = createVirtualClock();
  await using socket = await openWebSocket(peer.transport, { ...options, clock: time });
  peer.send(binaryFrame(Buffer.from("one")));
  peer.send(closeFrame(1000));
  const read: string[] = [];

  for await (const message of socket.messages) {
    await time.advance(200_000);
    read.push(String(message));
  }

  assert.deepEqual(read, ["one"]);
});

test("disposing while a message is awaited ends the messages", async () => {
  const peer = createPeer();
  const socket = await openWebSocket(peer.transport, options);
  const reading = Array.fromAsync(socket.messages);
  await eventLoop.nextTurn();

  await socket[Symbol.asyncDispose]();

  assert.deepEqual(await reading, []);
});
