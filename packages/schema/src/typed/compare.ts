// The changes between two values, field by field as the schema divides them: three trees of added, modified and removed fields, built from the
// leaves up.

import {
  afterPause,
  eachInSteps,
  finish,
  isDeepEqual,
  isJsonArray,
  isJsonObject,
  Rest,
  whenDone,
} from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { errorsOfScalar } from "./check.ts";
import { TypedError } from "./errors.ts";
import type { FieldNode, FieldNodes, FieldSet } from "./field-set.ts";
import { emptyFieldSet, noNodes, setOfNodes } from "./field-set.ts";
import type { Atom, FieldAtom, ListAtom, MapAtom } from "../model/atom.ts";
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
  return finish(compareTypedInSteps(old, next, schema));
}

/** `compareTyped`, in steps. */
export function compareTypedInSteps(old: JsonValue, next: JsonValue, schema: JsonSchema): Work<TypedComparison> {
  return whenDone(compare(old, next, typeOf(schema).atom), ({ added, modified, removed }) => ({
    added: setOf(added),
    modified: setOf(modified),
    removed: setOf(removed),
  }));
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

function compare(old: JsonValue, next: JsonValue, atom: Atom): Work<Change> {
  if (old === next) return unchanged;
  const oldAtom = atomFor(atom, old);
  const nextAtom = atomFor(atom, next);
  const change = compareAs(old, next, nextAtom);
  if (oldAtom === nextAtom) return change;
  // A value whose kind has changed is compared as both kinds.
  return whenDone(change, (right) => whenDone(compareAs(old, next, oldAtom), (left) => joined(left, right)));
}

function compareAs(old: JsonValue, next: JsonValue, { scalar, list, map }: Atom): Work<Change> {
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

function compareMaps(old: JsonValue, next: JsonValue, atom: MapAtom): Work<Change> {
  const olds = isJsonObject(old) ? old : emptyObject;
  const nexts = isJsonObject(next) ? next : emptyObject;
  const nextNames = Object.keys(nexts);
  const oldNames = Object.keys(olds);
  // Absent and empty values are leaves, so that one can become the other.
  if (atom.isAtomic || (oldNames.length === 0 && nextNames.length === 0)) return compareLeaves(old, next);

  const changes = new Changes();
  const adding = eachInSteps(nextNames, (name) => {
    const value = nexts[name] ?? null;
    const isOld = Object.hasOwn(olds, name);
    const before = isOld ? (olds[name] ?? null) : null;
    if (isOld && before === value) return undefined;
    const inner = atom.field(name)?.atom ?? atom.others ?? emptyAtom;
    const change = isOld ? compare(before, value, inner) : whenDone(everything(value, inner), asAdded);
    return changes.addField(name, atom.field(name), change);
  });
  const removing = whenDone(adding, () =>
    eachInSteps(oldNames, (name) => {
      if (Object.hasOwn(nexts, name)) return undefined;
      const inner = atom.field(name)?.atom ?? atom.others ?? emptyAtom;
      return changes.addField(name, atom.field(name), whenDone(everything(olds[name] ?? null, inner), asRemoved));
    }),
  );
  return whenDone(removing, () => changes.result());
}

function asAdded(added: Branch): Change {
  return { added };
}

function asRemoved(removed: Branch): Change {
  return { removed };
}

const emptyObject: JsonObject = {};

function compareLists(old: JsonValue, next: JsonValue, atom: ListAtom): Work<Change> {
  const olds: JsonArray = isJsonArray(old) ? old : [];
  const nexts: JsonArray = isJsonArray(next) ? next : [];
  if (atom.isAtomic || (olds.length === 0 && nexts.length === 0)) return compareLeaves(old, next);
  // Identifying items is expensive, and most lists do not change.
  if (isDeepEqual(olds, nexts)) return unchanged;

  return whenDone(itemsByText(olds, atom), (oldItems) =>
    afterPause(itemsByText(nexts, atom), (nextItems) => compareAllItems(oldItems, nextItems, atom.item)),
  );
}

type ItemsByText = ReadonlyMap<string, readonly ListItem[]>;

function itemsByText(list: JsonArray, atom: ListAtom): Work<ItemsByText> {
  return afterPause(itemsOfList(list, atom), (items) => Map.groupBy(items, ({ text }) => text));
}

function compareAllItems(oldItems: ItemsByText, nextItems: ItemsByText, atom: Atom): Work<Change> {
  const changes = new Changes();
  const adding = eachInSteps([...nextItems], ([text, items]) =>
    changes.addItem(items, compareItems(oldItems.get(text) ?? [], items, atom)),
  );
  const removing = afterPause(adding, () =>
    eachInSteps([...oldItems], ([text, items]) =>
      nextItems.has(text) ? undefined : changes.addItem(items, compareItems(items, [], atom)),
    ),
  );
  return whenDone(removing, () => changes.result());
}

/** Compares items with equal keys or values: usually one before and one after. */
function compareItems(olds: readonly ListItem[], nexts: readonly ListItem[], atom: Atom): Work<Change> {
  const [[old], [next]] = [olds, nexts];
  if (olds.length > 1 && nexts.length > 1) {
    return compareLeaves(
      olds.map(({ value }) => value),
      nexts.map(({ value }) => value),
    );
  }
  if (olds.length === 1 && nexts.length === 1 && old && next) return compare(old.value, next.value, atom);
  // Duplicate items are one leaf, without fields.
  return whenDone(olds.length > 1 ? leaf : old && everything(old.value, atom), (removed) =>
    whenDone(nexts.length > 1 ? leaf : next && everything(next.value, atom), (added) => ({ added, removed })),
  );
}

/** A value with all nested fields and items. */
function everything(value: JsonValue, atom: Atom): Work<Branch> {
  const { list, map } = atomFor(atom, value);
  const children = new Map<string, FieldNode>();
  if (map !== undefined && !map.isAtomic && isJsonObject(value)) {
    const adding = eachInSteps(Object.keys(value), (name) => {
      const field = map.field(name);
      const below = everything(value[name] ?? null, field?.atom ?? map.others ?? emptyAtom);
      return addBranch(children, field?.text ?? `f:${name}`, field?.element ?? { field: name }, below);
    });
    return whenDone(adding, () => branchOf(children));
  }
  if (list === undefined || list.isAtomic || !isJsonArray(value)) return leaf;
  const adding = afterPause(itemsOfList(value, list), (items) =>
    eachInSteps(items, ({ text, element, value: item }) =>
      addBranch(children, text, element, children.has(text) ? leaf : everything(item, list.item)),
    ),
  );
  return whenDone(adding, () => branchOf(children));
}

function addBranch(
  children: Map<string, FieldNode>,
  text: string,
  element: PathElement,
  below: Work<Branch>,
): Work<void> {
  if (below instanceof Rest) return whenDone(below, (done) => addBranch(children, text, element, done));
  children.set(text, { element, isMember: true, children: below.children });
}

function branchOf(children: FieldNodes): Branch {
  return children.size === 0 ? leaf : { isMember: true, children };
}

/** Collects the changes of an object's fields or a list's items. */
class Changes {
  #added: Map<string, FieldNode> | undefined;
  #modified: Map<string, FieldNode> | undefined;
  #removed: Map<string, FieldNode> | undefined;

  #add(text: string, element: PathElement, { added, modified, removed }: Change): void {
    if (added) (this.#added ??= new Map()).set(text, { element, ...added });
    if (modified) (this.#modified ??= new Map()).set(text, { element, ...modified });
    if (removed) (this.#removed ??= new Map()).set(text, { element, ...removed });
  }

  addField(name: string, field: FieldAtom | undefined, change: Work<Change>): Work<void> {
    if (change instanceof Rest) return whenDone(change, (done) => this.addField(name, field, done));
    if (change !== unchanged) this.#add(field?.text ?? `f:${name}`, field?.element ?? { field: name }, change);
  }

  addItem(items: readonly ListItem[], change: Work<Change>): Work<void> {
    if (change instanceof Rest) return whenDone(change, (done) => this.addItem(items, done));
    const [item] = items;
    if (item !== undefined && change !== unchanged) this.#add(item.text, item.element, change);
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
