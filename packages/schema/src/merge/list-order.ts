// The order of a merged list. Items of the patch have the order of the patch, items of the server alone keep their order. The two are
// interleaved so that an item of the server stays before the items that followed it.

import { encodeJson, getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { JsonArray, JsonValue } from "@kubewright/apimachinery";
import { badType, noMergeKey } from "./errors.ts";

/**
 * Orders a merged list.
 *
 * @param merged all items, in any order.
 * @param patchOrder the items (or keys of items) that come from the patch, in order.
 * @param serverOrder the list before the patch.
 * @param mergeKey the key of items; undefined for scalars.
 */
export function orderItems(
  merged: JsonArray,
  patchOrder: JsonArray,
  serverOrder: JsonArray,
  mergeKey: string | undefined,
): JsonArray {
  const identityOf = (item: JsonValue): string => itemIdentity(item, mergeKey);
  const inPatch = indexesOf(patchOrder, identityOf);
  const inServer = indexesOf(serverOrder, identityOf);
  const patched = merged.filter((item) => inPatch.has(identityOf(item)));
  const serverOnly = merged.filter((item) => !inPatch.has(identityOf(item)));
  return interleave(
    sortBy(serverOnly, inServer, identityOf),
    sortBy(patched, inPatch, identityOf),
    inServer,
    identityOf,
  );
}

/** Returns a string that is the same for two items if and only if they are the same item. */
export function itemIdentity(item: JsonValue, mergeKey: string | undefined): string {
  if (mergeKey === undefined) return scalarIdentity(item);
  if (!isJsonObject(item)) throw badType("map", item);
  const key = getOwn(item, mergeKey);
  if (key === undefined) throw noMergeKey(item, mergeKey);
  return scalarIdentity(key);
}

function scalarIdentity(value: JsonValue): string {
  return encodeJson(value);
}

function indexesOf(items: JsonArray, identityOf: (item: JsonValue) => string): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const identity = identityOf(item);
    if (!indexes.has(identity)) indexes.set(identity, index);
  }
  return indexes;
}

function sortBy(items: JsonArray, order: Map<string, number>, identityOf: (item: JsonValue) => string): JsonArray {
  const place = (item: JsonValue): number => order.get(identityOf(item)) ?? -1;
  return items.toSorted((left, right) => place(left) - place(right));
}

function interleave(
  left: JsonArray,
  right: JsonArray,
  order: Map<string, number>,
  identityOf: (item: JsonValue) => string,
): JsonArray {
  const merged: JsonValue[] = [];
  let at = 0;
  for (const item of right) {
    const place = order.get(identityOf(item));
    // Items of the server that preceded an item of the patch are inserted before it; the others follow the new items of the patch.
    for (let next = left[at]; next !== undefined && place !== undefined; next = left[++at]) {
      if ((order.get(identityOf(next)) ?? Number.POSITIVE_INFINITY) >= place) break;
      merged.push(next);
    }
    merged.push(item);
  }
  return [...merged, ...left.slice(at)];
}
