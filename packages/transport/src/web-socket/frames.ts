/**
 * Frames of the WebSocket protocol, for clients and servers. A client masks its frames, a server does not; each side rejects the other form.
 * https://www.rfc-editor.org/rfc/rfc6455#section-5
 */
import { WebSocketProtocolError } from "../errors.ts";

/** A message, joined from its frames. */
export type WebSocketMessage =
  | { readonly type: "data"; readonly bytes: Uint8Array }
  | { readonly type: "ping"; readonly bytes: Uint8Array }
  | { readonly type: "pong" }
  | { readonly type: "close"; readonly code: number };

/** https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  protocolError: 1002,
  noStatus: 1005,
  abnormal: 1006,
  tooBig: 1009,
} as const;

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;
const knownOpcodes: ReadonlySet<number> = new Set(Object.values(opcodes));

/** Kubernetes sends messages of about 32 KiB. */
const messageBytesMax = 1024 * 1024;
const fragmentsMax = 1024;
const controlBytesMax = 125;

const finalBit = 0x80;
const reservedBits = 0x70;
const maskedBit = 0x80;
const maskBytes = 4;

/** A message in one frame. A client passes `mask`, 4 random bytes for each frame. */
export function binaryFrame(payload: Uint8Array, mask?: Uint8Array): Uint8Array {
  return frame(opcodes.binary, payload, mask);
}

/** A request for a pong. */
export function pingFrame(mask?: Uint8Array): Uint8Array {
  return frame(opcodes.ping, new Uint8Array(), mask);
}

/** The response to a ping. */
export function pongFrame(payload: Uint8Array, mask?: Uint8Array): Uint8Array {
  return frame(opcodes.pong, payload, mask);
}

/** The last frame of a connection. */
export function closeFrame(code: number, mask?: Uint8Array): Uint8Array {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frame(opcodes.close, payload, mask);
}

function frame(opcode: number, payload: Uint8Array, mask: Uint8Array | undefined): Uint8Array {
  const isSmall = payload.length <= controlBytesMax;
  const isMedium = payload.length <= 0xffff;
  const head = Buffer.alloc(isSmall ? 2 : isMedium ? 4 : 10);
  head[0] = finalBit | opcode;
  head[1] = (mask === undefined ? 0 : maskedBit) | (isSmall ? payload.length : isMedium ? 126 : 127);
  if (!isSmall && isMedium) head.writeUInt16BE(payload.length, 2);
  if (!isMedium) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat(mask === undefined ? [head, payload] : [head, mask, masked(payload, mask)]);
}

/** Masks bytes, or removes the mask. */
function masked(bytes: Uint8Array, mask: Uint8Array): Uint8Array {
  const result = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) result[at] = (bytes[at] ?? 0) ^ (mask[at % maskBytes] ?? 0);
  return result;
}

/** The side whose frames are read. */
export type WebSocketSide = "client" | "server";

/**
 * Yields the messages that `side` sends.
 *
 * @throws {WebSocketProtocolError} for an invalid frame, and for a message of more than 1 MiB or 1024 fragments.
 */
export async function* messagesIn(
  incoming: AsyncIterable<Uint8Array>,
  side: WebSocketSide,
): AsyncGenerator<WebSocketMessage, void, undefined> {
  let fragments: Fragments | undefined;
  for await (const { opcode, isFinal, payload } of framesIn(incoming, side)) {
    if (opcode >= opcodes.close) {
      yield controlMessage(opcode, payload);
      continue;
    }
    if ((opcode === opcodes.continuation) !== (fragments !== undefined)) throw malformed("a fragment is out of order");
    fragments ??= new Fragments();
    fragments.add(payload);
    if (!isFinal) continue;
    yield { type: "data", bytes: fragments.joined() };
    fragments = undefined;
  }
}

/** The fragments of one message, within the limits. */
class Fragments {
  readonly #payloads: Uint8Array[] = [];
  #length = 0;

  add(payload: Uint8Array): void {
    this.#length += payload.length;
    if (this.#length > messageBytesMax) throw tooBig(`more than ${messageBytesMax} bytes`);
    if (this.#payloads.length === fragmentsMax) throw tooBig(`more than ${fragmentsMax} fragments`);
    this.#payloads.push(payload);
  }

  joined(): Uint8Array {
    return Buffer.concat(this.#payloads);
  }
}

interface Frame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Uint8Array;
  /** The length of the frame with its header. */
  readonly length: number;
}

async function* framesIn(
  incoming: AsyncIterable<Uint8Array>,
  side: WebSocketSide,
): AsyncGenerator<Frame, void, undefined> {
  let chunks: Uint8Array[] = [];
  let available = 0;
  let needed = 2;
  for await (const chunk of incoming) {
    chunks.push(chunk);
    available += chunk.length;
    // Chunks are joined only once a frame can be complete, so a peer that sends single bytes does not cause quadratic copying.
    if (available < needed) continue;
    let pending = Buffer.concat(chunks);
    let next = frameIn(pending, side);
    for (; typeof next !== "number"; next = frameIn(pending, side)) {
      pending = pending.subarray(next.length);
      yield next;
    }
    chunks = [pending];
    available = pending.length;
    needed = next;
  }
}

/** The first frame of these bytes, or the number of bytes that are needed if it is incomplete. */
function frameIn(bytes: Buffer, side: WebSocketSide): Frame | number {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return 2;
  const opcode = first & 0x0f;
  const isFinal = (first & finalBit) !== 0;
  const isMasked = (second & maskedBit) !== 0;
  const short = second & 0x7f;
  if ((first & reservedBits) !== 0) throw malformed("a reserved bit is set");
  if (isMasked !== (side === "client")) throw malformed(`a frame of the ${side} is ${isMasked ? "" : "not "}masked`);
  if (!knownOpcodes.has(opcode)) throw malformed(`a frame has the unknown type ${opcode}`);
  if (opcode >= opcodes.close && (!isFinal || short > controlBytesMax)) throw malformed("a control frame is too large");

  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const maskAt = 2 + lengthBytes;
  const start = maskAt + (isMasked ? maskBytes : 0);
  if (bytes.length < start) return start;
  const size = short === 127 ? bytes.readBigUInt64BE(2) : BigInt(short === 126 ? bytes.readUInt16BE(2) : short);
  if (size > messageBytesMax) throw tooBig(`more than ${messageBytesMax} bytes`);
  const length = start + Number(size);
  if (bytes.length < length) return length;
  const payload = bytes.subarray(start, length);
  return { opcode, isFinal, payload: isMasked ? masked(payload, bytes.subarray(maskAt, start)) : payload, length };
}

function controlMessage(opcode: number, bytes: Uint8Array): WebSocketMessage {
  if (opcode === opcodes.ping) return { type: "ping", bytes };
  if (opcode === opcodes.pong) return { type: "pong" };
  return { type: "close", code: bytes.length < 2 ? closeCodes.noStatus : Buffer.from(bytes).readUInt16BE() };
}

function malformed(problem: string): WebSocketProtocolError {
  return new WebSocketProtocolError(problem, closeCodes.protocolError);
}

function tooBig(size: string): WebSocketProtocolError {
  return new WebSocketProtocolError(`a message has ${size}`, closeCodes.tooBig);
}
