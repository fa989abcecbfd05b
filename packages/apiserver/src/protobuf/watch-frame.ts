// A frame of a watch in protobuf: four bytes of length, the most significant one first, and a WatchEvent that holds the object in an
// envelope. https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
import { expectWireType, readFields } from "./special-messages.ts";
import { ProtobufError } from "./wire-error.ts";
import { WireReader, wireType } from "./wire-reader.ts";
import { BackwardWriter } from "./wire-writer.ts";

const lengthBytes = 4;

/** An event with its object in an envelope. */
export interface WatchFrame {
  readonly type: string;
  readonly envelope: Uint8Array;
}

/** The frame of an event of this type. */
export function encodeWatchFrame(type: string, envelope: Uint8Array): Uint8Array {
  const writer = new BackwardWriter();
  writer.message(2, () => writer.bytes(1, envelope));
  writer.string(1, type);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(writer.length);
  writer.raw(length);
  return writer.finish();
}

/** The frames in the body of a watch. Throws a `ProtobufError` for an incomplete frame. */
export function decodeWatchFrames(bytes: Uint8Array): readonly WatchFrame[] {
  const frames: WatchFrame[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length;) {
    const start = at + lengthBytes;
    if (start > bytes.length) throw new ProtobufError("unexpected EOF");
    at = start + view.getUint32(at);
    if (at > bytes.length) throw new ProtobufError("unexpected EOF");
    frames.push(frameIn(new WireReader(bytes, start, at)));
  }
  return frames;
}

function frameIn(reader: WireReader): WatchFrame {
  let type = "";
  let envelope: Uint8Array = new Uint8Array(0);
  readFields(reader, "WatchEvent", (tag) => {
    if (tag.number > 2) return false;
    expectWireType(tag, wireType.bytes, tag.number === 1 ? "Type" : "Object");
    if (tag.number === 1) type = reader.string();
    else envelope = rawIn(reader.message());
    return true;
  });
  return { type, envelope };
}

function rawIn(reader: WireReader): Uint8Array {
  let raw: Uint8Array = new Uint8Array(0);
  readFields(reader, "RawExtension", (tag) => {
    if (tag.number !== 1) return false;
    expectWireType(tag, wireType.bytes, "Raw");
    raw = reader.bytes();
    return true;
  });
  return raw;
}
