// Field sets as `fieldsV1` of managedFields: an object with a key for each path element. An empty object is a member. A
// member with children has the key ".".

import { eachInSteps, encodeJson, finish, getOwn, isJsonObject, Rest, whenDone } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";
import type { FieldNode, FieldNodes, FieldSet } from "./field-set.ts";
import { noNodes, setOfNodes, nodesOf, sortedNodes, unreadSet } from "./field-set.ts";
import { memo } from "../model/memo.ts";
import { elementOfText, textOfElement } from "./path-element.ts";

/** The set as `fieldsV1`, with keys in the order of kube-apiserver. */
export function fieldSetToJson(set: FieldSet): JsonObject {
  return finish(fieldSetToJsonInSteps(set));
}

/** `fieldSetToJson`, in steps. */
export function fieldSetToJsonInSteps(set: FieldSet): Work<JsonObject> {
  return objectOf(nodesOf(set), false);
}

function objectOf(nodes: FieldNodes, isMember: boolean): Work<JsonObject> {
  const object: MutableJsonObject = {};
  if (nodes.size === 0) return object;
  if (isMember) object["."] = {};
  // Keys have a prefix, so they are never special property names.
  const adding = eachInSteps(sortedNodes(nodes), ([text, node]) => {
    const inner = objectOf(node.children, node.isMember);
    if (inner instanceof Rest) return whenDone(inner, (done) => void (object[text] = done));
    object[text] = inner;
    return undefined;
  });
  return whenDone(adding, () => object);
}

/**
 * Parses `fieldsV1`. Keys of unknown kinds are ignored with their children.
 *
 * @throws {TypeError} if the value is not `fieldsV1`.
 */
export function fieldSetFromJson(fieldsV1: JsonValue): FieldSet {
  return setOfNodes(readNodes(fieldsV1).nodes);
}

/**
 * The set of a `fieldsV1` that `fieldSetToJson` wrote. It is read when it is first needed; subtracting fields that it does not have does not need it.
 */
export function storedFieldSet(fieldsV1: JsonObject): FieldSet {
  return unreadSet({
    isEmpty: Object.keys(fieldsV1).length === 0,
    read: () => readNodes(fieldsV1).nodes,
    hasAny: (nodes) => hasAny(fieldsV1, nodes),
  });
}

/**
 * `storedFieldSet`, which returns one set for equal fields: objects of a kind that the same clients write have the same few sets, so a set is
 * read, and what is computed from it, once for all of them.
 */
export function internedFieldSet(fieldsV1: JsonObject): FieldSet {
  return internedOf(fieldsV1);
}

// The next write of an object has the same `fieldsV1` again.
const internedOf = memo((fieldsV1: JsonObject): FieldSet => {
  const text = encodeJson(fieldsV1);
  const known = interned.get(text);
  if (known !== undefined) return known;
  const set = storedFieldSet(fieldsV1);
  if (text.length > internedTextMax) return set;
  if (interned.size >= internedMax) interned.clear();
  interned.set(text, set);
  return set;
});

// Bounds for the memory: a set may contain names that no other object has, such as those of list items.
const internedMax = 200;
const internedTextMax = 4000;
const interned = new Map<string, FieldSet>();

function hasAny(fieldsV1: JsonObject, nodes: FieldNodes): boolean {
  for (const [text, { isMember, children }] of nodes) {
    const found = getOwn(fieldsV1, text);
    if (!isJsonObject(found)) continue;
    if (isMember && (Object.hasOwn(found, ".") || Object.keys(found).length === 0)) return true;
    if (children.size > 0 && hasAny(found, children)) return true;
  }
  return false;
}

interface Level {
  readonly nodes: FieldNodes;
  readonly isMember: boolean;
}

function readNodes(value: JsonValue): Level {
  if (value === null) return leaf;
  if (!isJsonObject(value)) throw new TypeError("cannot read fieldsV1: expected objects only");
  let nodes: Map<string, FieldNode> | undefined;
  let isMember = false;
  for (const key of Object.keys(value)) {
    if (key === ".") {
      isMember = true;
      continue;
    }
    const element = elementOfText(key);
    if (element === undefined) continue;
    const { nodes: children, isMember: isOwn } = readNodes(value[key] ?? null);
    // Other servers may print the same key or value in another way.
    const text = "field" in element ? key : textOfElement(element);
    (nodes ??= new Map()).set(text, { element, isMember: isOwn, children });
  }
  return nodes === undefined ? leaf : { nodes, isMember };
}

const leaf: Level = { nodes: noNodes, isMember: true };
