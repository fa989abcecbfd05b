// The merge of server-side apply: merges the applied value into the live one, and removes nothing.

import {
  afterPause,
  eachInSteps,
  finish,
  getOwn,
  isJsonArray,
  isJsonObject,
  repeatedIndexes,
  setOwn,
  whenDone,
} from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";
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
  return finish(mergeTypedInSteps(live, applied, schema));
}

/** `mergeTyped`, in steps. */
export function mergeTypedInSteps(live: JsonValue, applied: JsonValue, schema: JsonSchema): Work<JsonValue> {
  return whenDone(merge(live, applied, typeOf(schema).atom), (merged) => merged ?? null);
}

/** `undefined` if there is no value. */
function merge(live: JsonValue | undefined, applied: JsonValue | undefined, atom: Atom): Work<JsonValue | undefined> {
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

function mergeMaps(live: JsonValue, applied: JsonValue, atom: MapAtom): Work<JsonValue | undefined> {
  const lives: JsonObject = isJsonObject(live) ? live : {};
  const applies: JsonObject = isJsonObject(applied) ? applied : {};
  const names = new Set([...Object.keys(lives), ...Object.keys(applies)]);
  // Both are absent or empty: the applied value is used.
  if (atom.isAtomic || names.size === 0) return applied;

  const merged: MutableJsonObject = {};
  const merging = eachInSteps([...names], (name) => {
    const inner = atom.field(name)?.atom ?? atom.others ?? emptyAtom;
    return whenDone(merge(getOwn(lives, name), getOwn(applies, name), inner), (value) => {
      if (value !== undefined) setOwn(merged, name, value);
    });
  });
  return whenDone(merging, () => (Object.keys(merged).length === 0 ? undefined : merged));
}

function mergeLists(live: JsonValue, applied: JsonValue, atom: ListAtom): Work<JsonValue | undefined> {
  const lives: JsonArray = isJsonArray(live) ? live : [];
  const applies: JsonArray = isJsonArray(applied) ? applied : [];
  if (atom.isAtomic || (lives.length === 0 && applies.length === 0)) return applied;

  return whenDone(itemsOfList(applies, atom), (appliedItems) => {
    assertNoDuplicates(appliedItems);
    return afterPause(itemsOfList(lives, atom), (liveItems) => mergeItems(liveItems, appliedItems, atom.item));
  });
}

function assertNoDuplicates(items: readonly ListItem[]): void {
  const indexes = repeatedIndexes(items.map(({ text }) => text));
  if (indexes.size > 0) {
    const repeated = items.filter((_, index) => indexes.has(index));
    throw new TypedError(repeated.map(({ element }) => `duplicate entries for key ${formatElement(element)}`));
  }
}

function mergeItems(lives: readonly ListItem[], applies: readonly ListItem[], atom: Atom): Work<JsonValue | undefined> {
  const liveValues = valuesByText(lives);
  const appliedTexts = new Set(applies.map(({ text }) => text));
  const merged: JsonValue[] = [];
  const write = (value: JsonValue | undefined): void => {
    if (value !== undefined) merged.push(value);
  };
  const writing = afterPause(orderOfItems(lives, applies, liveValues, appliedTexts), (ordered) =>
    eachInSteps(ordered, ({ text, value }) =>
      whenDone(appliedTexts.has(text) ? merge(liveValues.get(text), value, atom) : value, write),
    ),
  );
  return whenDone(writing, () => (merged.length === 0 ? undefined : merged));
}

/**
 * Walks both lists together. Applied items are in their order. A live item that is not applied is added when
 * the walk of the live list reaches it. That walk stops at each item of both lists until the walk of the applied list reaches it.
 */
function orderOfItems(
  lives: readonly ListItem[],
  applies: readonly ListItem[],
  liveValues: ReadonlyMap<string, JsonValue>,
  appliedTexts: ReadonlySet<string>,
): readonly ListItem[] {
  const shared = applies.filter(({ text }) => liveValues.has(text)).map(({ text }) => text);
  const written = new Set<string>();
  const ordered: ListItem[] = [];

  let [liveAt, appliedAt, sharedAt] = [0, 0, 0];
  while (liveAt < lives.length || appliedAt < applies.length) {
    const live = lives[liveAt];
    const applied = applies[appliedAt];
    if (live !== undefined && !appliedTexts.has(live.text)) {
      ordered.push(live);
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
    ordered.push(applied);
    written.add(applied.text);
    appliedAt++;
    if (shared[sharedAt] === applied.text) sharedAt++;
  }
  return ordered;
}

/** Duplicate items have no value to merge with. */
function valuesByText(items: readonly ListItem[]): ReadonlyMap<string, JsonValue> {
  const values = new Map<string, JsonValue>();
  for (const { text, value } of items) values.set(text, values.has(text) ? null : value);
  return values;
}
