// Reads a list as it arrives: each item as the bytes it came in, then what the list's metadata says. It does not matter
// whether `metadata` stands before `items`, as in lists of built-in kinds, or behind it, as in those of custom resources.

import { decodeJson } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import type { ListChunk } from "../verbs/verbs.ts";
import { createMemberScanner } from "./member-scanner.ts";

/**
 * Decodes the JSON of one list. Items are views of the chunks where they can be.
 *
 * @throws {ProtocolError} when the text ends early, goes on after the list or is no list.
 */
export async function* decodeList(body: AsyncIterable<Uint8Array>): AsyncGenerator<ListChunk> {
  const scanner = createMemberScanner({ reading: "a list", elementsOf: "items" });
  let metadata: Uint8Array | undefined;
  let ended = false;
  for await (const chunk of body) {
    for (const piece of scanner.push(chunk)) {
      if (ended) throw new ProtocolError("Cannot read a list: something follows its end");
      if (piece.kind === "element") yield { kind: "item", bytes: piece.bytes };
      else if (piece.kind === "end") ended = true;
      else if (piece.name === "metadata") metadata = piece.bytes;
    }
  }
  if (!ended || !scanner.complete) throw new ProtocolError("Cannot read a list: the answer ended before it was whole");
  yield endOf(metadata);
}

function endOf(metadata: Uint8Array | undefined): ListChunk {
  const fields: unknown = metadata === undefined ? undefined : decodeJson(metadata).value;
  if (typeof fields !== "object" || fields === null) {
    throw new ProtocolError("Cannot read a list: it has no metadata, so there is no version to watch from");
  }
  const resourceVersion = "resourceVersion" in fields ? fields.resourceVersion : undefined;
  const next = "continue" in fields ? fields.continue : undefined;
  const remaining = "remainingItemCount" in fields ? fields.remainingItemCount : undefined;
  return {
    kind: "end",
    resourceVersion: typeof resourceVersion === "string" ? resourceVersion : "",
    // Custom resource lists always print `continue`, empty when there is no more.
    ...(typeof next === "string" && next !== "" ? { continue: next } : {}),
    ...(typeof remaining === "number" ? { remainingItemCount: remaining } : {}),
  };
}
