// Decodes a list while it arrives: items as received bytes, then the list's metadata, which may come before `items` (built-in kinds) or
// after them (custom resources).

import { decodeJson } from "@kubewright/apimachinery";

import { ProtocolError } from "../errors.ts";
import { createMemberScanner } from "./member-scanner.ts";
import type { RawObject } from "./raw-object.ts";

/**
 * A part of a list in the order of its arrival: chunks of items, then one end. Items of a list of a built-in kind have no `apiVersion` and
 * `kind`.
 */
export type ListChunk =
  | { readonly kind: "items"; readonly items: readonly RawObject[] }
  | {
      readonly kind: "end";
      /** The version of the whole list, to watch from. */
      readonly resourceVersion: string;
      /** Present if there is another page. */
      readonly continue?: string;
      readonly remainingItemCount?: number;
    };

/**
 * Decodes the JSON of one list. Yields the items that end in each chunk of the body.
 *
 * @throws {ProtocolError} if the JSON is not a list, ends early, or is followed by more.
 */
export async function* decodeList(body: AsyncIterable<Uint8Array>): AsyncGenerator<ListChunk> {
  const scanner = createMemberScanner({ reading: "a list", elementsOf: "items" });
  let metadata: Uint8Array | undefined;
  let kind: Uint8Array | undefined;
  let itemsValue: Uint8Array | undefined;
  let ended = false;
  for await (const chunk of body) {
    const items: RawObject[] = [];
    for (const scanned of scanner.push(chunk)) {
      if (ended) throw new ProtocolError("Cannot read a list: the response continues after its end");
      if (scanned.kind === "element") items.push(scanned);
      else if (scanned.kind === "end") ended = true;
      else if (scanned.name === "metadata") metadata = scanned.bytes;
      else if (scanned.name === "kind") kind = scanned.bytes;
      else if (scanned.name === "items") itemsValue = scanned.bytes;
    }
    if (items.length > 0) yield { kind: "items", items };
  }
  if (!ended || !scanner.complete) throw new ProtocolError("Cannot read a list: the response is incomplete");
  if (!scanner.hasElements) assertEmptyList(kind, itemsValue);
  yield endOf(metadata);
}

/**
 * Some servers omit the items of an empty list, or send null. Without this check, another object, such as a Status with the code 200, would be an
 * empty list and clear a cache.
 *
 * @see https://github.com/kubernetes/community/blob/main/contributors/devel/sig-architecture/api-conventions.md#lists-and-simple-kinds
 */
function assertEmptyList(kind: Uint8Array | undefined, items: Uint8Array | undefined): void {
  const [foundKind, foundItems] = [kind, items].map((bytes) => bytes && decodeJson(bytes).value);
  if (foundItems !== undefined && foundItems !== null) {
    throw new ProtocolError("Cannot read a list: its items are not an array");
  }
  if (typeof foundKind === "string" && !foundKind.endsWith("List")) {
    throw new ProtocolError(`Cannot read a list: the response has kind "${foundKind}" and no items`);
  }
}

function endOf(metadata: Uint8Array | undefined): ListChunk {
  const fields: unknown = metadata === undefined ? undefined : decodeJson(metadata).value;
  if (typeof fields !== "object" || fields === null) {
    throw new ProtocolError("Cannot read a list: it has no metadata, and so no resourceVersion for a watch");
  }
  const resourceVersion = "resourceVersion" in fields ? fields.resourceVersion : undefined;
  const next = "continue" in fields ? fields.continue : undefined;
  const remaining = "remainingItemCount" in fields ? fields.remainingItemCount : undefined;
  return {
    kind: "end",
    resourceVersion: typeof resourceVersion === "string" ? resourceVersion : "",
    // Lists of custom resources always have `continue`; it is empty on the last page.
    ...(typeof next === "string" && next !== "" ? { continue: next } : {}),
    ...(typeof remaining === "number" ? { remainingItemCount: remaining } : {}),
  };
}
