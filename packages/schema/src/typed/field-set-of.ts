// The fields that a value sets, which the manager of an apply owns.

import { eachInSteps, finish, isJsonArray, isJsonObject, Rest, whenDone } from "@kubewright/apimachinery";
import type { JsonArray, JsonValue, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { FieldNode, FieldNodes, FieldSet } from "./field-set.ts";
import { noNodes, setOfNodes } from "./field-set.ts";
import type { Atom, FieldAtom, ListAtom, MapAtom } from "../model/atom.ts";
import { atomFor } from "../model/atom.ts";
import { typeOf } from "../model/type.ts";
import type { ListItem } from "./list-items.ts";
import { itemOf } from "./list-items.ts";

/**
 * The paths of all leaves of a value, of its list items, and of its entries that the schema does not declare by name. A
 * leaf is a scalar, null, an empty object, and a list or object that is one value; a declared object is not a member itself.
 * Check the value first (`typedErrors`): list items without keys share one path without a meaning.
 */
export function fieldSetOf(value: JsonValue, schema: JsonSchema): FieldSet {
  return finish(fieldSetInSteps(value, schema));
}

/** `fieldSetOf`, in steps. */
export function fieldSetInSteps(value: JsonValue, schema: JsonSchema): Work<FieldSet> {
  return whenDone(fieldsOf(value, typeOf(schema).atom), ({ children }) => setOfNodes(children));
}

/** The members that a value adds to a set: its path, and those below. */
interface Fields {
  readonly isMember: boolean;
  readonly children: FieldNodes;
}

const leaf: Fields = { isMember: true, children: noNodes };
const nothing: Fields = { isMember: false, children: noNodes };

/** The fields of a value. They include its path if the value is a leaf of any kind. */
function fieldsOf(value: JsonValue, atom: Atom): Work<Fields> {
  const { scalar, list, map } = atomFor(atom, value);
  if (map !== undefined) return map.isAtomic ? leaf : fieldsOfObject(value, map);
  if (scalar !== undefined) return leaf;
  if (list === undefined) return nothing;
  return list.isAtomic ? leaf : isJsonArray(value) ? fieldsOfList(value, list) : nothing;
}

function fieldsOfObject(value: JsonValue, atom: MapAtom): Work<Fields> {
  if (!isJsonObject(value)) return nothing;
  const children = new Map<string, FieldNode>();
  const adding = eachInSteps(Object.keys(value), (name) => {
    const inner = atom.field(name)?.atom ?? atom.others;
    const item = value[name] ?? null;
    return addField(children, name, item, atom.field(name), inner === undefined ? nothing : fieldsOf(item, inner));
  });
  return whenDone(adding, () => ({ isMember: false, children }));
}

function addField(
  children: Map<string, FieldNode>,
  name: string,
  item: JsonValue,
  field: FieldAtom | undefined,
  below: Work<Fields>,
): Work<void> {
  if (below instanceof Rest) return whenDone(below, (done) => addField(children, name, item, field, done));
  const isMember = below.isMember || field === undefined || isNothing(item);
  if (!isMember && below.children.size === 0) return;
  const element = field?.element ?? { field: name };
  children.set(field?.text ?? `f:${name}`, { element, isMember, children: below.children });
}

/** Null and the empty object have no leaves, but they count as set. */
function isNothing(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

function fieldsOfList(list: JsonArray, atom: ListAtom): Work<Fields> {
  const children = new Map<string, FieldNode>();
  const adding = eachInSteps(list, (value) => {
    const item = itemOf(value, atom);
    // Fields of duplicate items have no separate managers.
    return addItem(children, item, children.has(item.text) ? nothing : fieldsOf(value, atom.item));
  });
  return whenDone(adding, () => ({ isMember: false, children }));
}

function addItem(children: Map<string, FieldNode>, item: ListItem, below: Work<Fields>): Work<void> {
  if (below instanceof Rest) return whenDone(below, (done) => addItem(children, item, done));
  children.set(item.text, { element: item.element, isMember: true, children: below.children });
}
