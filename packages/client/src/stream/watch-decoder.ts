// Decodes a watch, a sequence of `{"type":…,"object":…}`. Only `type` is parsed; the object stays bytes. An ERROR event, by which
// the server reports within the stream that the watch has failed, is thrown.

import { decodeJson } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import { createMemberScanner } from "./member-scanner.ts";

/** One event of a watch; `bytes` is the object's JSON, with apiVersion and kind. An ERROR event is thrown as `ApiError` instead. */
export interface RawWatchEvent {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  readonly bytes: Uint8Array;
}

/**
 * Decodes the events of a watch until the stream ends. An event that the end of the stream cuts off is dropped: the server sends it again
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
  let type: unknown;
  let object: Uint8Array | undefined;
  for await (const chunk of body) {
    for (const scanned of scanner.push(chunk)) {
      if (scanned.kind === "member") {
        if (scanned.name === "type") type = decodeJson(scanned.bytes).value;
        else if (scanned.name === "object") object = scanned.bytes;
      } else {
        if (object === undefined) throw new ProtocolError("Cannot read a watch: an event has no object");
        if (type === "ERROR") throw failure(object);
        if (!isEventType(type))
          throw new ProtocolError(`Cannot read a watch: an event has type ${JSON.stringify(type)}`);
        yield { type, bytes: object };
        type = undefined;
        object = undefined;
      }
    }
  }
}

function isEventType(type: unknown): type is RawWatchEvent["type"] {
  return type === "ADDED" || type === "MODIFIED" || type === "DELETED" || type === "BOOKMARK";
}
