// The fields of a new object that its creator manages: everything that the empty object of the kind does not have. Most objects have one creator and
// no other manager, so one walk writes `fieldsV1` directly, without comparing, subtracting and printing sets.

import { getOwn, isDeepEqual, isJsonArray, isJsonObject, workOf } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject, Steps, Work } from "@kubewright/apimachinery";
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
export function fieldsOfNew(
  empty: JsonObject,
  created: JsonObject,
  schema: JsonSchema,
  except: FieldSet,
): Work<JsonObject | undefined> {
  const { map } = typeOf(schema).atom;
  if (map === undefined) return undefined;
  const long: LongList[] = [];
  const fields = fieldsBeyond(empty, created, { atom: map, except: nodesOf(except), long });
  return fields === undefined || long.length === 0 ? fields : workOf(withLong(fields, long));
}

/** Adds the fields of long lists, and of those in their children. */
function* withLong(fields: JsonObject, long: LongList[]): Steps<JsonObject | undefined> {
  for (let next = long.pop(); next !== undefined; next = long.pop()) {
    for (let index = 0; index < next.length; index++) {
      if (index % itemsPerListStep === 0) yield;
      if (!next.add(index)) return undefined;
    }
  }
  return fields;
}

/** Items of a list are mostly objects, so a step has fewer of them. */
const itemsPerListStep = 256;

/** A list or map with more children than a step visits. The walk skips them; their fields are added after it, in steps. */
interface LongList {
  readonly length: number;
  /** Adds the fields of one child. Returns false if it does not fit. */
  readonly add: (index: number) => boolean;
}

/** A field without children. Shared: callers do not change the result. */
const leaf: JsonObject = {};

/** Represents the absence of a field. */
const nothing: JsonObject = {};

/** An object that the empty object also has. */
interface Existing {
  readonly atom: MapAtom;
  readonly except: FieldNodes;
  readonly long: LongList[];
}

/** The new fields of an object that the empty object also has, so that its own path is not new. */
function fieldsBeyond(
  before: JsonObject,
  object: JsonObject,
  { atom, except, long }: Existing,
): JsonObject | undefined {
  if (atom.isAtomic) return undefined;
  const fields: MutableJsonObject = {};
  for (const name of sortedNames(object)) {
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
      ? fieldsOf(value, inner, long)
      : fieldsChanged(getOwn(before, name), value, inner, { except: below, long });
    if (found === undefined) return undefined;
    if (found !== nothing) fields[text] = found;
  }
  return isEmpty(fields) ? nothing : fields;
}

function fieldsChanged(
  before: JsonValue | undefined,
  value: JsonValue,
  atom: Atom | undefined,
  { except, long }: Omit<Existing, "atom">,
): JsonObject | undefined {
  if (before === value) return nothing;
  if (atom === undefined || atom.isMixed) return undefined;
  if (isJsonObject(value) && atom.map?.isAtomic === false) {
    const existing = { atom: atom.map, except, long };
    if (isJsonObject(before)) return fieldsBeyond(before, value, existing);
    if (before === null && !isEmpty(value)) return fieldsBeyond(nothing, value, existing);
  }
  if (except.size > 0) return undefined;
  if (isOneValue(value, atom)) return isDeepEqual(before, value) ? nothing : fieldsOf(value, atom, long);
  if (before !== null) return undefined;
  return isJsonArray(value) && value.length > 0 && atom.list !== undefined
    ? fieldsOfList(value, atom.list, {}, long)
    : fieldsOf(value, atom, long);
}

function isOneValue(value: JsonValue, { list, map }: Atom): boolean {
  if (isJsonArray(value)) return list?.isAtomic !== false;
  if (isJsonObject(value)) return map?.isAtomic !== false;
  return value !== null;
}

/** The fields of a new value; `undefined` if it does not fit. */
function fieldsOf(value: JsonValue, atom: Atom | undefined, long: LongList[]): JsonObject | undefined {
  if (atom === undefined) return undefined;
  if (isJsonArray(value) && value.length > 0 && atom.list?.isAtomic === false) {
    return fieldsOfList(value, atom.list, { ".": leaf }, long);
  }
  if (isJsonObject(value) && atom.map?.isAtomic === false) return fieldsOfObject(value, atom.map, long);
  return fits(value, atom) ? leaf : undefined;
}

/** Whether an atomic value fits its atom. */
function fits(value: JsonValue, atom: Atom | undefined): boolean {
  return atom !== undefined && errorsOf(value, atom, tolerant).length === 0;
}

const tolerant = { allowDuplicates: true } as const;

function fieldsOfObject(object: JsonObject, atom: MapAtom, long: LongList[]): JsonObject | undefined {
  const names = sortedNames(object);
  if (names.length === 0) return leaf;
  const fields: MutableJsonObject = { ".": leaf };
  const add = (name: string): boolean => {
    const field = atom.field(name);
    const [value, inner] = [object[name] ?? null, field?.atom ?? atom.others];
    const found = typeof value === "object" ? fieldsOf(value, inner, long) : fits(value, inner) ? leaf : undefined;
    if (found === undefined) return false;
    fields[textOf(name, field)] = found;
    return true;
  };
  return addEach(names, add, long) ? fields : undefined;
}

function fieldsOfList(
  list: JsonArray,
  atom: ListAtom,
  fields: MutableJsonObject,
  long: LongList[],
): JsonObject | undefined {
  const add = ({ element, text, value }: ListItem): boolean => {
    const found = "index" in element || Object.hasOwn(fields, text) ? undefined : fieldsOf(value, atom.item, long);
    if (found === undefined) return false;
    fields[text] = found;
    return true;
  };
  return addEach(sortedItems(list, atom), add, long) ? fields : undefined;
}

/** Adds the fields of all children, or those of many children to `long`. Returns false if one does not fit. */
function addEach<Child>(children: readonly Child[], add: (child: Child) => boolean, long: LongList[]): boolean {
  const { length } = children;
  if (length <= itemsPerListStep) return children.every(add);
  long.push({ length, add: (index) => add(children[index] as Child) }); // Below the length.
  return true;
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
