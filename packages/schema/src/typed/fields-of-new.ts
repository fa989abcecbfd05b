// The fields of a new object that its creator manages: everything that the empty object of the kind does not have. Most objects have one creator and
// no other manager, so one walk writes `fieldsV1` directly, without comparing, subtracting and printing sets.

import { getOwn, isDeepEqual, isJsonArray, isJsonObject, itemsPerStep } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject, Steps } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { errorsOf } from "./check.ts";
import type { FieldNodes, FieldSet } from "./field-set.ts";
import { noNodes, nodesOf } from "./field-set.ts";
import type { FieldAtom, Atom, ListAtom, MapAtom } from "../model/atom.ts";
import { typeOf } from "../model/type.ts";
import type { ListItem } from "./list-items.ts";
import { itemOf } from "./list-items.ts";
import { compareElements } from "./path-element.ts";
import { sortTexts } from "../model/compare-texts.ts";

/**
 * In steps, the fields of a new object that differ from an empty object of its kind, as `fieldsV1`. Equals `fieldSetToJson` of the added and modified
 * fields of `compareTyped`, without the fields in `except` and everything below them. Returns `undefined` if the object does not
 * fit its schema or has duplicate items: use `compareTyped` then. The empty object must fit.
 */
export function* fieldsOfNew(
  empty: JsonObject,
  created: JsonObject,
  schema: JsonSchema,
  except: FieldSet,
): Steps<JsonObject | undefined> {
  const { map } = typeOf(schema).atom;
  return map === undefined ? undefined : yield* fieldsBeyond(empty, created, map, nodesOf(except));
}

/** Items of a list are mostly objects, so a step has fewer of them. */
const itemsPerListStep = 256;

/** A field without children. Shared: callers do not change the result. */
const leaf: JsonObject = {};

/** Represents the absence of a field. */
const nothing: JsonObject = {};

/** The new fields of an object that the empty object also has, so that its own path is not new. */
function* fieldsBeyond(
  before: JsonObject,
  object: JsonObject,
  atom: MapAtom,
  except: FieldNodes,
): Steps<JsonObject | undefined> {
  if (atom.isAtomic) return undefined;
  const fields: MutableJsonObject = {};
  let count = 0;
  for (const name of sortedNames(object)) {
    if (++count % itemsPerStep === 0) yield;
    const field = atom.field(name);
    const text = textOf(name, field);
    const [value, inner] = [object[name] ?? null, field?.atom ?? atom.others];
    const excepted = except.get(text);
    if (excepted?.isMember === true) {
      if (!fits(value, inner)) return undefined;
      continue;
    }
    const below = excepted?.children ?? noNodes;
    const isNew = !Object.hasOwn(before, name) && below.size === 0;
    const found = isNew
      ? yield* fieldsOf(value, inner)
      : yield* fieldsChanged(getOwn(before, name), value, inner, below);
    if (found === undefined) return undefined;
    if (found !== nothing) fields[text] = found;
  }
  return isEmpty(fields) ? nothing : fields;
}

function* fieldsChanged(
  before: JsonValue | undefined,
  value: JsonValue,
  atom: Atom | undefined,
  except: FieldNodes,
): Steps<JsonObject | undefined> {
  if (before === value) return nothing;
  if (atom === undefined || atom.isMixed) return undefined;
  if (isJsonObject(value) && atom.map?.isAtomic === false) {
    if (isJsonObject(before)) return yield* fieldsBeyond(before, value, atom.map, except);
    if (before === null && !isEmpty(value)) return yield* fieldsBeyond(nothing, value, atom.map, except);
  }
  if (except.size > 0) return undefined;
  if (isOneValue(value, atom)) return isDeepEqual(before, value) ? nothing : yield* fieldsOf(value, atom);
  if (before !== null) return undefined;
  return isJsonArray(value) && value.length > 0 && atom.list !== undefined
    ? yield* fieldsOfList(value, atom.list, {})
    : yield* fieldsOf(value, atom);
}

function isOneValue(value: JsonValue, { list, map }: Atom): boolean {
  if (isJsonArray(value)) return list?.isAtomic !== false;
  if (isJsonObject(value)) return map?.isAtomic !== false;
  return value !== null;
}

/** The fields of a new value; `undefined` if it does not fit. */
function* fieldsOf(value: JsonValue, atom: Atom | undefined): Steps<JsonObject | undefined> {
  if (atom === undefined) return undefined;
  if (isJsonArray(value) && value.length > 0 && atom.list?.isAtomic === false) {
    return yield* fieldsOfList(value, atom.list, { ".": leaf });
  }
  if (isJsonObject(value) && atom.map?.isAtomic === false) return yield* fieldsOfObject(value, atom.map);
  return fits(value, atom) ? leaf : undefined;
}

/** Whether an atomic value fits its atom. */
function fits(value: JsonValue, atom: Atom | undefined): boolean {
  return atom !== undefined && errorsOf(value, atom, tolerant).length === 0;
}

const tolerant = { allowDuplicates: true } as const;

function* fieldsOfObject(object: JsonObject, atom: MapAtom): Steps<JsonObject | undefined> {
  const names = sortedNames(object);
  if (names.length === 0) return leaf;
  if (names.length > itemsPerStep) yield;
  const fields: MutableJsonObject = { ".": leaf };
  let count = 0;
  for (const name of names) {
    if (++count % itemsPerStep === 0) yield;
    const field = atom.field(name);
    const [value, inner] = [object[name] ?? null, field?.atom ?? atom.others];
    const found = typeof value === "object" ? yield* fieldsOf(value, inner) : fits(value, inner) ? leaf : undefined;
    if (found === undefined) return undefined;
    fields[textOf(name, field)] = found;
  }
  return fields;
}

function* fieldsOfList(list: JsonArray, atom: ListAtom, fields: MutableJsonObject): Steps<JsonObject | undefined> {
  let count = 0;
  for (const { element, text, value } of sortedItems(list, atom)) {
    if (++count % itemsPerListStep === 0) yield;
    const found = "index" in element || Object.hasOwn(fields, text) ? undefined : yield* fieldsOf(value, atom.item);
    if (found === undefined) return undefined;
    fields[text] = found;
  }
  return fields;
}

function sortedItems(list: JsonArray, atom: ListAtom): readonly ListItem[] {
  const items = list.map((value) => itemOf(value, atom));
  return items.length < 2 ? items : items.sort((left, right) => compareElements(left.element, right.element));
}

function sortedNames(object: JsonObject): readonly string[] {
  const names = Object.keys(object);
  return names.length < 2 ? names : sortTexts(names);
}

/** The key of a field. Its prefix distinguishes it from special property names. */
function textOf(name: string, field: FieldAtom | undefined): string {
  return field?.text ?? `f:${name}`;
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}
