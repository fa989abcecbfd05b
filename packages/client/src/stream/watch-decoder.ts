// Reads a watch: a row of `{"type":…,"object":…}`, one a line. Only `type` is parsed; the object stays bytes. The server
// says that the watch has failed within the stream, by an ERROR event that holds a Status; here that is thrown.

import { decodeJson } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import type { RawWatchEvent } from "../verbs/verbs.ts";
import { createMemberScanner } from "./member-scanner.ts";

/**
 * Decodes the events of a watch until the stream ends. A stream that ends within an event just ends: the connection was cut,
 * and the event comes again when the watch is resumed.
 *
 * @param failure makes the error of an ERROR event from its Status.
 * @throws {ProtocolError} for what is no watch event.
 */
export async function* decodeWatch(
  body: AsyncIterable<Uint8Array>,
  failure: (status: Uint8Array) => Error,
): AsyncGenerator<RawWatchEvent> {
  const scanner = createMemberScanner({ reading: "a watch" });
  let type: unknown;
  let object: Uint8Array | undefined;
  for await (const chunk of body) {
    for (const piece of scanner.push(chunk)) {
      if (piece.kind === "member") {
        if (piece.name === "type") type = decodeJson(piece.bytes).value;
        else if (piece.name === "object") object = piece.bytes;
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
