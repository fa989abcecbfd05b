import { expect, test } from "vitest";
import { maskedFrame } from "../testdata/channel-client.ts";
import { binaryFrame, closeFrame, messagesIn, WebSocketProtocolError } from "./frames.ts";
import type { Message } from "./frames.ts";

async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void, undefined> {
  yield* chunks;
}

async function read(...chunks: readonly Uint8Array[]): Promise<readonly Message[]> {
  return Array.fromAsync(messagesIn(chunksOf(...chunks)));
}

test("a message is complete, however its bytes are split into chunks", async () => {
  const frame = maskedFrame(Buffer.from("hello"));

  const bytewise = await read(...Array.from(frame, (byte) => Uint8Array.of(byte)));

  expect(bytewise).toEqual([{ type: "data", bytes: Buffer.from("hello") }]);
});

test("several messages in one chunk are several messages", async () => {
  const messages = await read(Buffer.concat([maskedFrame(Buffer.from("a")), maskedFrame(Buffer.from("b"))]));

  expect(messages.map((message) => message.type === "data" && Buffer.from(message.bytes).toString())).toEqual([
    "a",
    "b",
  ]);
});

test("fragments are one message, and a ping may come between them", async () => {
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
  ["goes on with what was not begun", maskedFrame(Buffer.from("a"), { type: 0 }), 1002],
  ["is a control frame in fragments", maskedFrame(new Uint8Array(), { type: 9, isFinal: false }), 1002],
  ["says that it has a petabyte", Uint8Array.of(0x82, 0xff, 0, 4, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4), 1009],
] as const)("a frame that %s ends the connection", async ([, frame, code]) => {
  const error: unknown = await read(frame).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(WebSocketProtocolError);
  expect(error).toMatchObject({ code });
});

test("fragments together may not be larger than one message", async () => {
  const part = maskedFrame(new Uint8Array(60_000), { isFinal: false });
  const more = Array.from({ length: 20 }, () => maskedFrame(new Uint8Array(60_000), { type: 0, isFinal: false }));

  await expect(read(part, ...more)).rejects.toMatchObject({ code: 1009 });
});

test("frames of the server have lengths of one, two and eight bytes", () => {
  expect(binaryFrame(new Uint8Array(125)).subarray(0, 2)).toEqual(Buffer.of(0x82, 125));
  expect(binaryFrame(new Uint8Array(126)).subarray(0, 4)).toEqual(Buffer.of(0x82, 126, 0, 126));
  expect(binaryFrame(new Uint8Array(65_536)).subarray(0, 10)).toEqual(Buffer.of(0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0));
  expect(closeFrame(1000)).toEqual(Buffer.of(0x88, 2, 3, 232));
});
