// Frames of the WebSocket protocol, on the server's side: frames of clients are masked, those of the server are not.
// https://www.rfc-editor.org/rfc/rfc6455#section-5

/** A message of a client, joined from its frames. */
export type Message =
  | { readonly type: "data"; readonly bytes: Uint8Array }
  | { readonly type: "ping"; readonly bytes: Uint8Array }
  | { readonly type: "pong" }
  | { readonly type: "close"; readonly code: number };

/** The client violates the protocol. The server closes the connection with `code`. */
export class WebSocketProtocolError extends Error {
  override readonly name = "WebSocketProtocolError";
  readonly code: number;

  constructor(problem: string, code: number) {
    super(`Cannot read a WebSocket: ${problem}`);
    this.code = code;
  }
}

/** https://www.rfc-editor.org/rfc/rfc6455#section-7.4.1 */
export const closeCodes = { normal: 1000, goingAway: 1001, protocolError: 1002, noStatus: 1005, tooBig: 1009 } as const;

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Clients send messages of about 32 KiB. */
const messageBytesMax = 1024 * 1024;
const controlBytesMax = 125;

/** A message in one frame. */
export function binaryFrame(payload: Uint8Array): Uint8Array {
  return frame(opcodes.binary, payload);
}

/** The answer to a ping. */
export function pongFrame(payload: Uint8Array): Uint8Array {
  return frame(opcodes.pong, payload);
}

/** The last frame of a connection. */
export function closeFrame(code: number): Uint8Array {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frame(opcodes.close, payload);
}

function frame(opcode: number, payload: Uint8Array): Uint8Array {
  const isSmall = payload.length <= controlBytesMax;
  const isMedium = payload.length <= 0xffff;
  const head = Buffer.alloc(isSmall ? 2 : isMedium ? 4 : 10);
  head[0] = finalBit | opcode;
  head[1] = isSmall ? payload.length : isMedium ? 126 : 127;
  if (!isSmall && isMedium) head.writeUInt16BE(payload.length, 2);
  if (!isMedium) head.writeBigUInt64BE(BigInt(payload.length), 2);
  return Buffer.concat([head, payload]);
}

const finalBit = 0x80;
const reservedBits = 0x70;
const maskedBit = 0x80;
const maskBytes = 4;

/** The messages in a stream of bytes. Throws a `WebSocketProtocolError` for an invalid frame and for a message that is too large. */
export async function* messagesIn(incoming: AsyncIterable<Uint8Array>): AsyncGenerator<Message, void, undefined> {
  let pending: Buffer = Buffer.alloc(0);
  let parts: Uint8Array[] | undefined;
  for await (const chunk of incoming) {
    pending = pending.length === 0 ? Buffer.from(chunk) : Buffer.concat([pending, chunk]);
    for (let next = frameIn(pending); next !== undefined; next = frameIn(pending)) {
      pending = pending.subarray(next.length);
      const { opcode, isFinal, payload } = next;
      if (opcode >= opcodes.close) {
        yield controlMessage(opcode, payload);
        continue;
      }
      if ((opcode === opcodes.continuation) !== (parts !== undefined)) throw malformed("a fragment is out of order");
      parts = [...(parts ?? []), payload];
      if (parts.reduce((sum, { length }) => sum + length, 0) > messageBytesMax) throw tooBig();
      if (!isFinal) continue;
      yield { type: "data", bytes: Buffer.concat(parts) };
      parts = undefined;
    }
  }
}

interface Frame {
  readonly opcode: number;
  readonly isFinal: boolean;
  readonly payload: Uint8Array;
  /** The length of the frame with its head. */
  readonly length: number;
}

/** The first frame of these bytes; `undefined` if it is incomplete. */
function frameIn(bytes: Buffer): Frame | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  if ((first & reservedBits) !== 0) throw malformed("a reserved bit is set");
  if ((second & maskedBit) === 0) throw malformed("a frame of the client is not masked");
  const opcode = first & 0x0f;
  const isFinal = (first & finalBit) !== 0;
  if (!knownOpcodes.has(opcode)) throw malformed(`a frame has the unknown type ${opcode}`);
  const short = second & 0x7f;
  if (opcode >= opcodes.close && (!isFinal || short > controlBytesMax)) throw malformed("a control frame is too large");
  const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0;
  const maskAt = 2 + lengthBytes;
  if (bytes.length < maskAt + maskBytes) return undefined;
  const size = short === 127 ? bytes.readBigUInt64BE(2) : BigInt(short === 126 ? bytes.readUInt16BE(2) : short);
  if (size > messageBytesMax) throw tooBig();
  const start = maskAt + maskBytes;
  const length = start + Number(size);
  if (bytes.length < length) return undefined;
  const mask = bytes.subarray(maskAt, start);
  const payload = Uint8Array.from(
    bytes.subarray(start, length),
    (byte, index) => byte ^ (mask[index % maskBytes] ?? 0),
  );
  return { opcode, isFinal, payload, length };
}

const knownOpcodes: ReadonlySet<number> = new Set(Object.values(opcodes));

function controlMessage(opcode: number, bytes: Uint8Array): Message {
  if (opcode === opcodes.ping) return { type: "ping", bytes };
  if (opcode === opcodes.pong) return { type: "pong" };
  return { type: "close", code: bytes.length < 2 ? closeCodes.noStatus : Buffer.from(bytes).readUInt16BE() };
}

function malformed(problem: string): WebSocketProtocolError {
  return new WebSocketProtocolError(problem, closeCodes.protocolError);
}

function tooBig(): WebSocketProtocolError {
  return new WebSocketProtocolError(`a message has more than ${messageBytesMax} bytes`, closeCodes.tooBig);
}
