// Values without, or with only, the fields of a set.

import { isJsonArray, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { FieldNodes, FieldSet } from "./field-set.ts";
import { nodesOf } from "./field-set.ts";
import type { Atom, ListAtom, MapAtom } from "../model/atom.ts";
import { atomFor, emptyAtom } from "../model/atom.ts";
import { typeOf } from "../model/type.ts";
import { itemOf } from "./list-items.ts";

/**
 * The value without the members of a set. A list or object that becomes empty is null. List items
 * without keys, which `typedErrors` reports, are kept.
 */
export function removeFields(value: JsonValue, set: FieldSet, schema: JsonSchema): JsonValue {
  return remove(value, nodesOf(set), typeOf(schema).atom);
}

function remove(value: JsonValue, nodes: FieldNodes, atom: Atom): JsonValue {
  const { scalar, list, map } = atomFor(atom, value);
  if (map !== undefined) return !map.isAtomic && isJsonObject(value) ? removeFromObject(value, nodes, map) : null;
  if (scalar !== undefined) return value;
  return list !== undefined && !list.isAtomic && isJsonArray(value) ? removeFromList(value, nodes, list) : null;
}

function removeFromObject(object: JsonObject, nodes: FieldNodes, atom: MapAtom): JsonValue {
  const kept: MutableJsonObject = {};
  for (const [name, value] of Object.entries(object)) {
    const field = atom.field(name);
    const node = nodes.get(field?.text ?? `f:${name}`);
    if (node?.isMember === true) continue;
    setOwn(kept, name, node ? remove(value, node.children, field?.atom ?? atom.others ?? emptyAtom) : value);
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

function removeFromList(list: JsonArray, nodes: FieldNodes, atom: ListAtom): JsonValue {
  const kept: JsonValue[] = [];
  for (const value of list) {
    const node = nodes.get(itemOf(value, atom).text);
    if (node?.isMember === true) continue;
    kept.push(node ? remove(value, node.children, atom.item) : value);
  }
  return kept.length === 0 ? null : kept;
}

/**
 * The value with only the members of a set and their parents. Atomic lists and objects are kept as a whole.
 */
export function extractFields(value: JsonValue, set: FieldSet, schema: JsonSchema): JsonValue {
  return extract(value, nodesOf(set), typeOf(schema).atom);
}

function extract(value: JsonValue, nodes: FieldNodes, atom: Atom): JsonValue {
  const { scalar, list, map } = atomFor(atom, value);
  if (map !== undefined) return isJsonObject(value) ? extractFromObject(value, nodes, map) : null;
  if (scalar !== undefined) return value;
  return list !== undefined && isJsonArray(value) ? extractFromList(value, nodes, list) : null;
}

function extractFromObject(object: JsonObject, nodes: FieldNodes, atom: MapAtom): JsonValue {
  const names = Object.keys(object);
  if (atom.isAtomic || names.length === 0) return object;
  const kept: MutableJsonObject = {};
  for (const name of names) {
    const field = atom.field(name);
    const node = nodes.get(field?.text ?? `f:${name}`);
    if (node === undefined) continue;
    // As in kube-apiserver, the value of a member is filtered by the set of its parent, not by the children of the member.
    const inner = node.isMember ? nodes : node.children;
    setOwn(kept, name, extract(object[name] ?? null, inner, field?.atom ?? atom.others ?? emptyAtom));
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

function extractFromList(list: JsonArray, nodes: FieldNodes, atom: ListAtom): JsonValue {
  if (atom.isAtomic || list.length === 0) return list;
  const kept: JsonValue[] = [];
  for (const value of list) {
    const node = nodes.get(itemOf(value, atom).text);
    if (node !== undefined) kept.push(node.children.size > 0 ? extract(value, node.children, atom.item) : value);
  }
  return kept.length === 0 ? null : kept;
}
