// The merge of server-side apply: merges the applied value into the live one, and removes nothing.

import { getOwn, isJsonArray, isJsonObject, repeatedIndexes, setOwn } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { errorsOfScalar } from "./check.ts";
import { TypedError } from "./errors.ts";
import type { Atom, ListAtom, MapAtom } from "../model/atom.ts";
import { atomFor, emptyAtom } from "../model/atom.ts";
import { typeOf } from "../model/type.ts";
import type { ListItem } from "./list-items.ts";
import { itemsOfList } from "./list-items.ts";
import { formatElement } from "./path-element.ts";

/**
 * Merges an applied value into a live one. Leaves get the applied value; null and empty lists and objects keep the live
 * value. Items of lists are in the applied order; items that are only in the live list stay near their neighbours.
 *
 * @throws {TypedError} if a value does not fit the schema. Check values first (`typedErrors`).
 */
export function mergeTyped(live: JsonValue, applied: JsonValue, schema: JsonSchema): JsonValue {
  return merge(live, applied, typeOf(schema).atom) ?? null;
}

/** `undefined` if there is no value. */
function merge(live: JsonValue | undefined, applied: JsonValue | undefined, atom: Atom): JsonValue | undefined {
  if (applied === undefined) return live;
  if (live === undefined) return applied;
  const { scalar, list, map } = atomFor(atom, applied);
  if (map !== undefined) return mergeMaps(live, applied, map);
  if (scalar !== undefined) {
    const [liveErrors, errors] = [errorsOfScalar(live, scalar, "lhs: "), errorsOfScalar(applied, scalar, "rhs: ")];
    if (liveErrors.length > 0 && errors.length > 0) throw new TypedError([...liveErrors, ...errors]);
    return applied;
  }
  return list === undefined ? undefined : mergeLists(live, applied, list);
}

function mergeMaps(live: JsonValue, applied: JsonValue, atom: MapAtom): JsonValue | undefined {
  const lives: JsonObject = isJsonObject(live) ? live : {};
  const applies: JsonObject = isJsonObject(applied) ? applied : {};
  const names = new Set([...Object.keys(lives), ...Object.keys(applies)]);
  // Both are absent or empty: the applied value is used.
  if (atom.isAtomic || names.size === 0) return applied;

  const merged: MutableJsonObject = {};
  for (const name of names) {
    const inner = atom.field(name)?.atom ?? atom.others ?? emptyAtom;
    const value = merge(getOwn(lives, name), getOwn(applies, name), inner);
    if (value !== undefined) setOwn(merged, name, value);
  }
  return Object.keys(merged).length === 0 ? undefined : merged;
}

function mergeLists(live: JsonValue, applied: JsonValue, atom: ListAtom): JsonValue | undefined {
  const lives: JsonArray = isJsonArray(live) ? live : [];
  const applies: JsonArray = isJsonArray(applied) ? applied : [];
  if (atom.isAtomic || (lives.length === 0 && applies.length === 0)) return applied;

  const appliedItems = itemsOfList(applies, atom);
  assertNoDuplicates(appliedItems);
  const merged = mergeItems(itemsOfList(lives, atom), appliedItems, atom.item);
  return merged.length === 0 ? undefined : merged;
}

function assertNoDuplicates(items: readonly ListItem[]): void {
  const indexes = repeatedIndexes(items.map(({ text }) => text));
  if (indexes.size > 0) {
    const repeated = items.filter((_, index) => indexes.has(index));
    throw new TypedError(repeated.map(({ element }) => `duplicate entries for key ${formatElement(element)}`));
  }
}

/**
 * Walks both lists together. Applied items are written in their order. A live item that is not applied is written when
 * the walk of the live list reaches it. That walk stops at each item of both lists until the walk of the applied list reaches it.
 */
function mergeItems(lives: readonly ListItem[], applies: readonly ListItem[], atom: Atom): readonly JsonValue[] {
  const liveValues = valuesByText(lives);
  const appliedTexts = new Set(applies.map(({ text }) => text));
  const shared = applies.filter(({ text }) => liveValues.has(text)).map(({ text }) => text);
  const written = new Set<string>();
  const merged: JsonValue[] = [];
  const write = (value: JsonValue | undefined): void => {
    if (value !== undefined) merged.push(value);
  };

  let [liveAt, appliedAt, sharedAt] = [0, 0, 0];
  while (liveAt < lives.length || appliedAt < applies.length) {
    const live = lives[liveAt];
    const applied = applies[appliedAt];
    if (live !== undefined && !appliedTexts.has(live.text)) {
      write(live.value);
      liveAt++;
      continue;
    }
    if (live !== undefined && live.text !== applied?.text) {
      const awaited = shared[sharedAt];
      if (applied !== undefined && awaited !== undefined && awaited !== live.text) {
        liveAt++; // The applied list has this item.
        continue;
      }
      if (written.has(live.text)) liveAt++;
    } else if (live !== undefined) {
      liveAt++;
    }
    if (applied === undefined) continue;
    write(merge(liveValues.get(applied.text), applied.value, atom));
    written.add(applied.text);
    appliedAt++;
    if (shared[sharedAt] === applied.text) sharedAt++;
  }
  return merged;
}

/** Duplicate items have no value to merge with. */
function valuesByText(items: readonly ListItem[]): ReadonlyMap<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const { text, value } of items) values.set(text, values.has(text) ? null : value);
  return values;
}
