// Decodes a watch, a sequence of `{"type":…,"object":…}`. Only `type` is parsed; the object is returned as bytes. An ERROR event, with which
// the server reports in the stream that the watch has failed, is thrown.

import { decodeJson } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import { isAscii } from "./container-scan.ts";
import { createMemberScanner } from "./member-scanner.ts";
import type { RawObject } from "./raw-object.ts";

/** One event of a watch, whose object has apiVersion and kind. An ERROR event is thrown as `ApiError` instead. */
export interface RawWatchEvent extends RawObject {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
}

const eventTypes = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"] as const;

/**
 * Decodes the events of a watch until the stream ends. An event that is truncated by the end of the stream is dropped: the server sends it again
 * when the watch is resumed.
 *
 * @param failure converts the Status of an ERROR event to the error that is thrown.
 * @throws {ProtocolError} if the JSON is not a watch event.
 */
export async function* decodeWatch(
  body: AsyncIterable<Uint8Array>,
  failure: (status: Uint8Array) => Error,
): AsyncGenerator<RawWatchEvent> {
  const scanner = createMemberScanner({ reading: "a watch" });
  let type: Uint8Array | undefined;
  let object: RawObject | undefined;
  for await (const chunk of body) {
    for (const scanned of scanner.push(chunk)) {
      if (scanned.kind === "member") {
        if (scanned.name === "type") type = scanned.bytes;
        else if (scanned.name === "object") object = scanned;
      } else {
        yield eventOf(type, object, failure);
        type = undefined;
        object = undefined;
      }
    }
  }
}

function eventOf(
  type: Uint8Array | undefined,
  object: RawObject | undefined,
  failure: (status: Uint8Array) => Error,
): RawWatchEvent {
  if (object === undefined) throw new ProtocolError("Cannot read a watch: an event has no object");
  const { bytes, metadata } = object;
  const known = type && eventTypes.find((name) => isAscii(type, 1, type.length - 1, name));
  if (known !== undefined) return { type: known, bytes, metadata };

  const found = type && decodeJson(type).value;
  if (found === "ERROR") throw failure(bytes);
  throw new ProtocolError(`Cannot read a watch: an event has type ${JSON.stringify(found)}`);
}
