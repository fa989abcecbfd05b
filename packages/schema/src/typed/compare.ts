// The changes between two values, field by field as the schema divides them: three trees of added, modified and removed fields, built from the
// leaves up.

import { isDeepEqual, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { errorsOfScalar } from "./check.ts";
import { TypedError } from "./errors.ts";
import type { FieldNode, FieldNodes, FieldSet } from "./field-set.ts";
import { emptyFieldSet, noNodes, setOfNodes } from "./field-set.ts";
import type { Atom, ListAtom, MapAtom } from "../model/atom.ts";
import { atomFor, emptyAtom } from "../model/atom.ts";
import { typeOf } from "../model/type.ts";
import type { ListItem } from "./list-items.ts";
import { itemsOfList } from "./list-items.ts";
import type { PathElement } from "./path-element.ts";

/** The changed fields. */
export interface TypedComparison {
  readonly added: FieldSet;
  /** Fields of both values that differ. */
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/**
 * Compares two values of one schema. A field of only one value is in the result with all nested fields. Of a field
 * of both values, only the differing leaves are (as in `fieldSetOf`). Lists that are not atomic
 * are compared item by item, in any order.
 *
 * @throws {TypedError} if a value does not fit the schema. Check values first (`typedErrors`).
 */
export function compareTyped(old: JsonValue, next: JsonValue, schema: JsonSchema): TypedComparison {
  const { added, modified, removed } = compare(old, next, typeOf(schema).atom);
  return { added: setOf(added), modified: setOf(modified), removed: setOf(removed) };
}

function setOf(branch: Branch | undefined): FieldSet {
  return branch === undefined || branch.children.size === 0 ? emptyFieldSet : setOfNodes(branch.children);
}

/** The members of a set at a path and below. */
interface Branch {
  readonly isMember: boolean;
  readonly children: FieldNodes;
}

/** The changes at a path and below. */
interface Change {
  readonly added?: Branch | undefined;
  readonly modified?: Branch | undefined;
  readonly removed?: Branch | undefined;
}

const leaf: Branch = { isMember: true, children: noNodes };
const unchanged: Change = {};
const modifiedLeaf: Change = { modified: leaf };

function compare(old: JsonValue, next: JsonValue, atom: Atom): Change {
  if (old === next) return unchanged;
  const oldAtom = atomFor(atom, old);
  const nextAtom = atomFor(atom, next);
  const change = compareAs(old, next, nextAtom);
  // A value whose kind has changed is compared as both kinds.
  return oldAtom === nextAtom ? change : joined(compareAs(old, next, oldAtom), change);
}

function compareAs(old: JsonValue, next: JsonValue, { scalar, list, map }: Atom): Change {
  if (map !== undefined) return compareMaps(old, next, map);
  if (scalar !== undefined) {
    const [oldErrors, nextErrors] = [errorsOfScalar(old, scalar, "lhs: "), errorsOfScalar(next, scalar, "rhs: ")];
    if (oldErrors.length > 0 && nextErrors.length > 0) throw new TypedError([...oldErrors, ...nextErrors]);
    return compareLeaves(old, next);
  }
  return list === undefined ? unchanged : compareLists(old, next, list);
}

function compareLeaves(old: JsonValue, next: JsonValue): Change {
  return isDeepEqual(old, next) ? unchanged : modifiedLeaf;
}

function compareMaps(old: JsonValue, next: JsonValue, atom: MapAtom): Change {
  const olds = isJsonObject(old) ? old : emptyObject;
  const nexts = isJsonObject(next) ? next : emptyObject;
  const nextNames = Object.keys(nexts);
  const oldNames = Object.keys(olds);
  // Absent and empty values are leaves, so that one can become the other.
  if (atom.isAtomic || (oldNames.length === 0 && nextNames.length === 0)) return compareLeaves(old, next);

  const changes = new Changes();
  for (const name of nextNames) {
    const value = nexts[name] ?? null;
    const isOld = Object.hasOwn(olds, name);
    const before = isOld ? (olds[name] ?? null) : null;
    if (isOld && before === value) continue;
    const field = atom.field(name);
    const inner = field?.atom ?? atom.others ?? emptyAtom;
    const change = isOld ? compare(before, value, inner) : { added: everything(value, inner) };
    if (change !== unchanged) changes.add(field?.text ?? `f:${name}`, field?.element ?? { field: name }, change);
  }
  for (const name of oldNames) {
    if (Object.hasOwn(nexts, name)) continue;
    const field = atom.field(name);
    const removed = everything(olds[name] ?? null, field?.atom ?? atom.others ?? emptyAtom);
    changes.add(field?.text ?? `f:${name}`, field?.element ?? { field: name }, { removed });
  }
  return changes.result();
}

const emptyObject: JsonObject = {};

function compareLists(old: JsonValue, next: JsonValue, atom: ListAtom): Change {
  const olds: JsonArray = isJsonArray(old) ? old : [];
  const nexts: JsonArray = isJsonArray(next) ? next : [];
  if (atom.isAtomic || (olds.length === 0 && nexts.length === 0)) return compareLeaves(old, next);
  // Identifying items is expensive, and most lists do not change.
  if (isDeepEqual(olds, nexts)) return unchanged;

  const oldItems = Map.groupBy(itemsOfList(olds, atom), ({ text }) => text);
  const nextItems = Map.groupBy(itemsOfList(nexts, atom), ({ text }) => text);
  const changes = new Changes();
  for (const [text, items] of nextItems)
    changes.addItem(text, compareItems(oldItems.get(text) ?? [], items, atom.item), items);
  for (const [text, items] of oldItems) {
    if (!nextItems.has(text)) changes.addItem(text, compareItems(items, [], atom.item), items);
  }
  return changes.result();
}

/** Compares items with equal keys or values: usually one before and one after. */
function compareItems(olds: readonly ListItem[], nexts: readonly ListItem[], atom: Atom): Change {
  const [[old], [next]] = [olds, nexts];
  if (olds.length > 1 && nexts.length > 1) {
    return compareLeaves(
      olds.map(({ value }) => value),
      nexts.map(({ value }) => value),
    );
  }
  // Duplicate items are one leaf, without fields.
  const removed = olds.length > 1 ? leaf : old && everything(old.value, atom);
  const added = nexts.length > 1 ? leaf : next && everything(next.value, atom);
  const isPair = olds.length === 1 && nexts.length === 1;
  return isPair && old && next ? compare(old.value, next.value, atom) : { added, removed };
}

/** A value with all nested fields and items. */
function everything(value: JsonValue, atom: Atom): Branch {
  const { list, map } = atomFor(atom, value);
  const children = new Map<string, FieldNode>();
  if (map !== undefined && !map.isAtomic && isJsonObject(value)) {
    for (const name of Object.keys(value)) {
      const field = map.field(name);
      const { isMember, children: below } = everything(value[name] ?? null, field?.atom ?? map.others ?? emptyAtom);
      children.set(field?.text ?? `f:${name}`, {
        element: field?.element ?? { field: name },
        isMember,
        children: below,
      });
    }
  } else if (list !== undefined && !list.isAtomic && isJsonArray(value)) {
    for (const { text, element, value: item } of itemsOfList(value, list)) {
      const below = children.has(text) ? noNodes : everything(item, list.item).children;
      children.set(text, { element, isMember: true, children: below });
    }
  }
  return children.size === 0 ? leaf : { isMember: true, children };
}

/** Collects the changes of an object's fields or a list's items. */
class Changes {
  #added: Map<string, FieldNode> | undefined;
  #modified: Map<string, FieldNode> | undefined;
  #removed: Map<string, FieldNode> | undefined;

  add(text: string, element: PathElement, { added, modified, removed }: Change): void {
    if (added) (this.#added ??= new Map()).set(text, { element, ...added });
    if (modified) (this.#modified ??= new Map()).set(text, { element, ...modified });
    if (removed) (this.#removed ??= new Map()).set(text, { element, ...removed });
  }

  addItem(text: string, change: Change, [item]: readonly ListItem[]): void {
    if (item !== undefined) this.add(text, item.element, change);
  }

  result(): Change {
    if (this.#added === undefined && this.#modified === undefined && this.#removed === undefined) return unchanged;
    return { added: branch(this.#added), modified: branch(this.#modified), removed: branch(this.#removed) };
  }
}

function branch(children: FieldNodes | undefined): Branch | undefined {
  return children && { isMember: false, children };
}

function joined(left: Change, right: Change): Change {
  return {
    added: joinedBranches(left.added, right.added),
    modified: joinedBranches(left.modified, right.modified),
    removed: joinedBranches(left.removed, right.removed),
  };
}

function joinedBranches(left: Branch | undefined, right: Branch | undefined): Branch | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  const children = new Map(left.children);
  for (const [text, node] of right.children) {
    const other = children.get(text);
    const both = other && joinedBranches(other, node);
    children.set(text, both === undefined ? node : { element: node.element, ...both });
  }
  return { isMember: left.isMember || right.isMember, children };
}
