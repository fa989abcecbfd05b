import { expect, test } from "vitest";
import { WebSocketProtocolError } from "../errors.ts";
import { binaryFrame, closeFrame, messagesIn, pingFrame, pongFrame } from "./frames.ts";
import type { WebSocketMessage } from "./frames.ts";

/** A frame of a client; `type` is its opcode, 2 for data. */
function maskedFrame(payload: Uint8Array, { type = 2, isFinal = true } = {}): Uint8Array {
  const mask = Uint8Array.of(1, 2, 3, 4);
  const masked = payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  const long = payload.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head[0] = (isFinal ? 0x80 : 0) | type;
  head[1] = 0x80 | (long ? 126 : payload.length);
  if (long) head.writeUInt16BE(payload.length, 2);
  return Buffer.concat([head, mask, masked]);
}

async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}

async function read(...chunks: readonly Uint8Array[]): Promise<readonly WebSocketMessage[]> {
  return Array.fromAsync(messagesIn(chunksOf(...chunks), "client"));
}

test("a message is complete, however its bytes are split into chunks", async () => {
  const frame = maskedFrame(Buffer.from("hello"));

  const bytewise = await read(...Array.from(frame, (byte) => Uint8Array.of(byte)));

  expect(bytewise).toEqual([{ type: "data", bytes: Buffer.from("hello") }]);
});

test("one chunk can contain several messages", async () => {
  const messages = await read(Buffer.concat([maskedFrame(Buffer.from("a")), maskedFrame(Buffer.from("b"))]));

  expect(messages.map((message) => message.type === "data" && Buffer.from(message.bytes).toString())).toEqual([
    "a",
    "b",
  ]);
});

test("fragments are joined to one message, and a ping may arrive between them", async () => {
  const messages = await read(
    maskedFrame(Buffer.from("hel"), { isFinal: false }),
    maskedFrame(Buffer.from("?"), { type: 9 }),
    maskedFrame(Buffer.from("lo"), { type: 0 }),
  );

  expect(messages).toEqual([
    { type: "ping", bytes: Uint8Array.from(Buffer.from("?")) },
    { type: "data", bytes: Buffer.from("hello") },
  ]);
});

test("a close frame has a code, or no status", async () => {
  expect(await read(maskedFrame(Uint8Array.of(3, 232), { type: 8 }))).toEqual([{ type: "close", code: 1000 }]);
  expect(await read(maskedFrame(new Uint8Array(), { type: 8 }))).toEqual([{ type: "close", code: 1005 }]);
});

test.for([
  ["is not masked", binaryFrame(Buffer.from("a")), 1002],
  ["has a reserved bit", Uint8Array.of(0xc2, 0x80, 0, 0, 0, 0), 1002],
  ["has an unknown type", maskedFrame(new Uint8Array(), { type: 3 }), 1002],
  ["continues a message that was not started", maskedFrame(Buffer.from("a"), { type: 0 }), 1002],
  ["is a control frame in fragments", maskedFrame(new Uint8Array(), { type: 9, isFinal: false }), 1002],
  ["declares a length of one petabyte", Uint8Array.of(0x82, 0xff, 0, 4, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4), 1009],
] as const)("a frame that %s ends the connection", async ([, frame, code]) => {
  const error: unknown = await read(frame).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(WebSocketProtocolError);
  expect(error).toMatchObject({ code });
});

test("the total size of fragments is limited to that of a message", async () => {
  const part = maskedFrame(new Uint8Array(60_000), { isFinal: false });
  const more = Array.from({ length: 20 }, () => maskedFrame(new Uint8Array(60_000), { type: 0, isFinal: false }));

  await expect(read(part, ...more)).rejects.toMatchObject({ code: 1009 });
});

test("the number of fragments of a message is limited, even if they are empty", async () => {
  const begin = maskedFrame(new Uint8Array(), { isFinal: false });
  const more = Array.from({ length: 1024 }, () => maskedFrame(new Uint8Array(), { type: 0, isFinal: false }));

  await expect(read(begin, ...more.slice(0, 1023))).resolves.toEqual([]);
  await expect(read(begin, ...more)).rejects.toMatchObject({ code: 1009 });
});

test("the frames of a client are those that a server reads, and those of a server are not masked", async () => {
  const mask = Uint8Array.of(9, 8, 7, 6);
  const large = new Uint8Array(70_000).fill(5);
  const sent = [binaryFrame(Buffer.from("hi"), mask), pingFrame(mask), pongFrame(Buffer.from("?"), mask)];

  const messages = await read(...sent, binaryFrame(large, mask), closeFrame(1000, mask));
  const fromServer = await Array.fromAsync(messagesIn(chunksOf(binaryFrame(Buffer.from("a"))), "server"));
  const masked = Array.fromAsync(messagesIn(chunksOf(maskedFrame(Buffer.from("a"))), "server"));

  expect(messages).toEqual([
    { type: "data", bytes: Buffer.from("hi") },
    { type: "ping", bytes: new Uint8Array() },
    { type: "pong" },
    { type: "data", bytes: Buffer.from(large) },
    { type: "close", code: 1000 },
  ]);
  expect(sent[0]).toEqual(Buffer.of(0x82, 0x82, 9, 8, 7, 6, 0x68 ^ 9, 0x69 ^ 8));
  expect(fromServer).toEqual([{ type: "data", bytes: Buffer.from("a") }]);
  await expect(masked).rejects.toMatchObject({ code: 1002, message: expect.stringContaining("is masked") as string });
});

test("frames of the server have lengths of one, two and eight bytes", () => {
  expect(binaryFrame(new Uint8Array(125)).subarray(0, 2)).toEqual(Buffer.of(0x82, 125));
  expect(binaryFrame(new Uint8Array(126)).subarray(0, 4)).toEqual(Buffer.of(0x82, 126, 0, 126));
  expect(binaryFrame(new Uint8Array(65_536)).subarray(0, 10)).toEqual(Buffer.of(0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0));
  expect(closeFrame(1000)).toEqual(Buffer.of(0x88, 2, 3, 232));
});
