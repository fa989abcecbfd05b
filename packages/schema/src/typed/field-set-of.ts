// The fields that a value sets, which the manager of an apply owns.

import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonArray, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { FieldNode, FieldNodes, FieldSet } from "./field-set.ts";
import { noNodes, setOfNodes } from "./field-set.ts";
import type { Atom, ListAtom, MapAtom } from "../model/atom.ts";
import { atomFor } from "../model/atom.ts";
import { typeOf } from "../model/type.ts";
import { itemOf } from "./list-items.ts";

/**
 * The paths of all leaves of a value, of its list items, and of its entries that the schema does not declare by name. A
 * leaf is a scalar, null, an empty object, and a list or object that is one value; a declared object is not a member itself.
 * Check the value first (`typedErrors`): list items without keys share one path without a meaning.
 */
export function fieldSetOf(value: JsonValue, schema: JsonSchema): FieldSet {
  return setOfNodes(fieldsOf(value, typeOf(schema).atom).children);
}

/** The members that a value adds to a set: its path, and those below. */
interface Fields {
  readonly isMember: boolean;
  readonly children: FieldNodes;
}

const leaf: Fields = { isMember: true, children: noNodes };
const nothing: Fields = { isMember: false, children: noNodes };

/** The fields of a value. They include its path if the value is a leaf of any kind. */
export function fieldsOf(value: JsonValue, atom: Atom): Fields {
  const { scalar, list, map } = atomFor(atom, value);
  if (map !== undefined) return map.isAtomic ? leaf : fieldsOfObject(value, map);
  if (scalar !== undefined) return leaf;
  if (list === undefined) return nothing;
  return list.isAtomic ? leaf : { isMember: false, children: isJsonArray(value) ? fieldsOfList(value, list) : noNodes };
}

function fieldsOfObject(value: JsonValue, atom: MapAtom): Fields {
  if (!isJsonObject(value)) return nothing;
  let children: Map<string, FieldNode> | undefined;
  for (const name of Object.keys(value)) {
    const field = atom.field(name);
    const item = value[name] ?? null;
    const inner = field?.atom ?? atom.others;
    const below = inner === undefined ? nothing : fieldsOf(item, inner);
    const isMember = below.isMember || field === undefined || isNothing(item);
    if (!isMember && below.children.size === 0) continue;
    const element = field?.element ?? { field: name };
    children ??= new Map();
    children.set(field?.text ?? `f:${name}`, { element, isMember, children: below.children });
  }
  return { isMember: false, children: children ?? noNodes };
}

/** Null and the empty object have no leaves, but they count as set. */
function isNothing(value: JsonValue): boolean {
  return value === null || (isJsonObject(value) && Object.keys(value).length === 0);
}

function fieldsOfList(list: JsonArray, atom: ListAtom): FieldNodes {
  const children = new Map<string, FieldNode>();
  for (const value of list) {
    const { element, text } = itemOf(value, atom);
    // Fields of duplicate items have no separate managers.
    const below = children.has(text) ? noNodes : fieldsOf(value, atom.item).children;
    children.set(text, { element, isMember: true, children: below });
  }
  return children;
}
