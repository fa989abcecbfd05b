// Adapts field sets to a schema: after the schema has changed, and for rules that need the fields above a leaf.

import type { FieldNode, FieldNodes, FieldSet } from "./field-set.ts";
import { mapNodes, nodesOf, nodeWith, noNodes, setOfNodes } from "./field-set.ts";
import type { Atom } from "../model/atom.ts";
import { memo } from "../model/memo.ts";
import type { PathElement } from "./path-element.ts";

/**
 * The set after lists and objects became atomic: the manager of a part of such a value manages the whole value. The same set if nothing
 * became atomic. The reverse change does not affect the set. The result is cached per set.
 */
export function followSchema(set: FieldSet, atom: Atom): FieldSet {
  return followers(atom)(set);
}

const followers = memo((atom: Atom) => memo((set: FieldSet) => changed(set, (nodes) => follow(nodes, atom))));

function follow(nodes: FieldNodes, atom: Atom): FieldNodes {
  return mapNodes(nodes, (node) => {
    const inner = formBelow(atom, node.element);
    if (inner === undefined || node.children.size === 0) return node;
    return isOneValue(inner)
      ? nodeWith(node, true, noNodes)
      : nodeWith(node, node.isMember, follow(node.children, inner));
  });
}

function isOneValue({ scalar, list, map }: Atom): boolean {
  if (map !== undefined) return map.isAtomic && !map.isUntyped;
  return scalar === undefined && list?.isAtomic === true;
}

/** The atom below a path element, for `followSchema`. */
function formBelow({ scalar, list, map }: Atom, element: PathElement): Atom | undefined {
  if (map !== undefined) {
    if (map.isUntyped || map.isAtomic) return undefined;
    return ("field" in element ? map.field(element.field)?.atom : undefined) ?? map.others;
  }
  return scalar === undefined && list?.isAtomic === false ? list.item : undefined;
}

/** The set with all declared fields that have members below them. */
export function withDeclaredFields(set: FieldSet, atom: Atom): FieldSet {
  return changed(set, (nodes) => declare(nodes, atom));
}

function declare(nodes: FieldNodes, atom: Atom): FieldNodes {
  const { list, map } = atom;
  return mapNodes(nodes, (node): FieldNode | undefined => {
    const { element, isMember, children } = node;
    if (children.size === 0) return node;
    const field = "field" in element ? map?.field(element.field) : undefined;
    const inner = "field" in element ? (field?.atom ?? map?.others) : "key" in element ? list?.item : undefined;
    return nodeWith(node, isMember || field !== undefined, inner ? declare(children, inner) : children);
  });
}

function changed(set: FieldSet, change: (nodes: FieldNodes) => FieldNodes): FieldSet {
  const nodes = nodesOf(set);
  const next = change(nodes);
  return next === nodes ? set : setOfNodes(next);
}
