// The fields of a new object that its creator manages: everything that the empty object of the kind does not have. Most objects have one creator and
// no other manager, so one walk writes `fieldsV1` directly, without comparing, subtracting and printing sets.

import {
  afterPause,
  eachInSteps,
  everyInSteps,
  getOwn,
  isDeepEqual,
  isJsonArray,
  isJsonObject,
  Rest,
  whenDone,
} from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";
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
  return map && fieldsBeyond(empty, created, { atom: map, except: nodesOf(except) });
}

/** Items of a list are mostly objects, so a step has fewer of them. */
const itemsPerListStep = 256;

/** A field without children. Shared: callers do not change the result. */
const leaf: JsonObject = {};

/** Represents the absence of a field. */
const nothing: JsonObject = {};

/** An object that the empty object also has. */
interface Existing {
  readonly atom: MapAtom;
  readonly except: FieldNodes;
}

/** The new fields of an object that the empty object also has, so that its own path is not new. */
function fieldsBeyond(
  before: JsonObject,
  object: JsonObject,
  { atom, except }: Existing,
): Work<JsonObject | undefined> {
  if (atom.isAtomic) return undefined;
  const fields: MutableJsonObject = {};
  const adding = everyInSteps(sortedNames(object), (name) => {
    const field = atom.field(name);
    const text = textOf(name, field);
    const [value, inner] = [object[name] ?? null, field?.atom ?? atom.others];
    const excepted = except.get(text);
    if (excepted?.isMember === true) return fits(value, inner);
    const below = excepted?.children ?? noNodes;
    const isNew = !Object.hasOwn(before, name) && below.size === 0;
    return add(fields, text, isNew ? fieldsOf(value, inner) : fieldsChanged(getOwn(before, name), value, inner, below));
  });
  return whenDone(adding, (isComplete) => (!isComplete ? undefined : isEmpty(fields) ? nothing : fields));
}

/** Adds the fields of a child. Returns false if it does not fit. */
function add(fields: MutableJsonObject, text: string, found: Work<JsonObject | undefined>): Work<boolean> {
  if (found instanceof Rest) return whenDone(found, (done) => add(fields, text, done));
  if (found !== undefined && found !== nothing) fields[text] = found;
  return found !== undefined;
}

function fieldsChanged(
  before: JsonValue | undefined,
  value: JsonValue,
  atom: Atom | undefined,
  except: FieldNodes,
): Work<JsonObject | undefined> {
  if (before === value) return nothing;
  if (atom === undefined || atom.isMixed) return undefined;
  if (isJsonObject(value) && atom.map?.isAtomic === false) {
    const existing = { atom: atom.map, except };
    if (isJsonObject(before)) return fieldsBeyond(before, value, existing);
    if (before === null && !isEmpty(value)) return fieldsBeyond(nothing, value, existing);
  }
  if (except.size > 0) return undefined;
  if (isOneValue(value, atom)) return isDeepEqual(before, value) ? nothing : fieldsOf(value, atom);
  if (before !== null) return undefined;
  return isJsonArray(value) && value.length > 0 && atom.list !== undefined
    ? fieldsOfList(value, atom.list, {})
    : fieldsOf(value, atom);
}

function isOneValue(value: JsonValue, { list, map }: Atom): boolean {
  if (isJsonArray(value)) return list?.isAtomic !== false;
  if (isJsonObject(value)) return map?.isAtomic !== false;
  return value !== null;
}

/** The fields of a new value; `undefined` if it does not fit. */
function fieldsOf(value: JsonValue, atom: Atom | undefined): Work<JsonObject | undefined> {
  if (atom === undefined) return undefined;
  if (isJsonArray(value) && value.length > 0 && atom.list?.isAtomic === false) {
    return fieldsOfList(value, atom.list, { ".": leaf });
  }
  if (isJsonObject(value) && atom.map?.isAtomic === false) return fieldsOfObject(value, atom.map);
  return whenDone(fits(value, atom), leafOf);
}

function leafOf(fits: boolean): JsonObject | undefined {
  return fits ? leaf : undefined;
}

/** Whether an atomic value fits its atom. */
function fits(value: JsonValue, atom: Atom | undefined): Work<boolean> {
  return atom !== undefined && whenDone(errorsOf(value, atom, tolerant), isNone);
}

function isNone(errors: readonly string[]): boolean {
  return errors.length === 0;
}

const tolerant = { allowDuplicates: true } as const;

function fieldsOfObject(object: JsonObject, atom: MapAtom): Work<JsonObject | undefined> {
  const names = sortedNames(object);
  if (names.length === 0) return leaf;
  const fields: MutableJsonObject = { ".": leaf };
  const adding = everyInSteps(names, (name) => {
    const field = atom.field(name);
    return add(fields, textOf(name, field), fieldsOf(object[name] ?? null, field?.atom ?? atom.others));
  });
  return whenDone(adding, (isComplete) => (isComplete ? fields : undefined));
}

function fieldsOfList(list: JsonArray, atom: ListAtom, fields: MutableJsonObject): Work<JsonObject | undefined> {
  const adding = afterPause(sortedItems(list, atom), (items) =>
    everyInSteps(
      items,
      ({ element, text, value }) =>
        !("index" in element) && !Object.hasOwn(fields, text) && add(fields, text, fieldsOf(value, atom.item)),
      itemsPerListStep,
    ),
  );
  return whenDone(adding, (isComplete) => (isComplete ? fields : undefined));
}

function sortedItems(list: JsonArray, atom: ListAtom): Work<readonly ListItem[]> {
  const items: ListItem[] = [];
  const collecting = eachInSteps(list, (value) => void items.push(itemOf(value, atom)));
  return afterPause(collecting, () =>
    items.length < 2 ? items : items.sort((left, right) => compareElements(left.element, right.element)),
  );
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
