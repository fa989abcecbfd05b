// Immutable sets of fields of an object: the fields of a manager, the fields that an update changed. A set is a tree of path elements. A node is
// marked if its own path is a member, for example a list item beside fields inside it. A set operation is a rule about membership, applied node by
// node; results share the parts that do not change.

import type { FieldPath, PathElement } from "./path-element.ts";
import { compareElements, textOfElement } from "./path-element.ts";

/** An immutable set of paths. No set has the empty path: no manager has a whole object. */
export interface FieldSet {
  readonly isEmpty: boolean;
  has(path: FieldPath): boolean;
  union(other: FieldSet): FieldSet;
  intersection(other: FieldSet): FieldSet;
  /** Without the members of the other set. Returns the same set if nothing is removed. */
  difference(other: FieldSet): FieldSet;
  /** Without the members of the other set and everything below them. Returns the same set if nothing is removed. */
  recursiveDifference(other: FieldSet): FieldSet;
  /** The members with no member below them. */
  leaves(): FieldSet;
  equals(other: FieldSet): boolean;
  /** Members in order: at each level first the members of that level, then those below them. */
  paths(): Iterable<FieldPath>;
}

/** Nodes of one level, by the keys of their elements. */
export type FieldNodes = ReadonlyMap<string, FieldNode>;

/** A path element in a set. A node that is not a member has children. */
export interface FieldNode {
  readonly element: PathElement;
  readonly isMember: boolean;
  readonly children: FieldNodes;
}

/** No nodes at all. */
export const noNodes: FieldNodes = new Map();

/** The set of given paths. */
export function fieldSet(...paths: readonly FieldPath[]): FieldSet {
  return setOfNodes(paths.reduce((nodes, path) => combine(nodes, nodesOfPath(path), either), noNodes));
}

function nodesOfPath([element, ...rest]: FieldPath): FieldNodes {
  if (element === undefined) return noNodes;
  return new Map([[textOfElement(element), { element, isMember: rest.length === 0, children: nodesOfPath(rest) }]]);
}

/** A set with the nodes of its first level. */
export function setOfNodes(nodes: FieldNodes): FieldSet {
  return new FieldTree(nodes);
}

/** Nodes that are read when a set first needs them. */
export interface UnreadNodes {
  readonly isEmpty: boolean;
  readonly read: () => FieldNodes;
  /** Whether the unread set has any of these members. */
  readonly hasAny: (nodes: FieldNodes) => boolean;
}

/** A set whose nodes are read when they are needed: most writes change no field of most sets. */
export function unreadSet(unread: UnreadNodes): FieldSet {
  return new FieldTree(undefined, unread);
}

/** The nodes of a set's first level. */
export function nodesOf(set: FieldSet): FieldNodes {
  if (set instanceof FieldTree) return set.nodes;
  return nodesOf(fieldSet(...set.paths())); // A foreign implementation of the interface.
}

class FieldTree implements FieldSet {
  #nodes: FieldNodes | undefined;
  readonly #unread: UnreadNodes | undefined;

  constructor(nodes: FieldNodes | undefined, unread?: UnreadNodes) {
    this.#nodes = nodes;
    this.#unread = unread;
  }

  get nodes(): FieldNodes {
    return (this.#nodes ??= this.#unread?.read() ?? noNodes);
  }

  get isEmpty(): boolean {
    return this.#nodes === undefined ? (this.#unread?.isEmpty ?? true) : this.#nodes.size === 0;
  }

  has(path: FieldPath): boolean {
    let nodes = this.nodes;
    let isMember = false;
    for (const element of path) {
      const node = nodes.get(textOfElement(element));
      if (node === undefined) return false;
      ({ isMember, children: nodes } = node);
    }
    return isMember;
  }

  union(other: FieldSet): FieldSet {
    return this.#with(combine(this.nodes, nodesOf(other), either));
  }

  intersection(other: FieldSet): FieldSet {
    return this.#with(combine(this.nodes, nodesOf(other), both));
  }

  difference(other: FieldSet): FieldSet {
    if (this.#nodes === undefined && this.#unread?.hasAny(nodesOf(other)) === false) return this;
    return this.#with(combine(this.nodes, nodesOf(other), onlyLeft));
  }

  recursiveDifference(other: FieldSet): FieldSet {
    return this.#with(withoutBranches(this.nodes, nodesOf(other)));
  }

  leaves(): FieldSet {
    return this.#with(leavesOf(this.nodes));
  }

  equals(other: FieldSet): boolean {
    return isSame(this.nodes, nodesOf(other));
  }

  paths(): Iterable<FieldPath> {
    return pathsOf(this.nodes, []);
  }

  #with(nodes: FieldNodes): FieldSet {
    return nodes === this.nodes ? this : new FieldTree(nodes);
  }
}

/** The empty set. */
export const emptyFieldSet: FieldSet = new FieldTree(noNodes);

/** Whether a path is a member of the result, given its membership in the left and the right set. */
type Rule = (left: boolean, right: boolean) => boolean;

const either: Rule = (left, right) => left || right;
const both: Rule = (left, right) => left && right;
const onlyLeft: Rule = (left, right) => left && !right;

function combine(left: FieldNodes, right: FieldNodes, rule: Rule): FieldNodes {
  if (left === right && rule(true, true)) return left;
  if (!rule(true, false)) return mapNodes(left, (node, text) => combineNodes(node, right.get(text), rule));
  // Nodes that only the left set has are kept, so only nodes of the right set matter.
  const keepsRight = rule(false, true);
  if (left.size === 0 && keepsRight) return right;
  let combined: Map<string, FieldNode> | undefined;
  for (const [text, other] of right) {
    const node = left.get(text);
    const next = node === undefined ? (keepsRight ? other : undefined) : combineNodes(node, other, rule);
    if (next !== node) put((combined ??= new Map(left)), text, next);
  }
  return combined ?? left;
}

function put(nodes: Map<string, FieldNode>, text: string, node: FieldNode | undefined): void {
  if (node === undefined) nodes.delete(text);
  else nodes.set(text, node);
}

function combineNodes(node: FieldNode, other: FieldNode | undefined, rule: Rule): FieldNode | undefined {
  if (other === undefined) return undefined;
  return nodeWith(node, rule(node.isMember, other.isMember), combine(node.children, other.children, rule));
}

/** The node with another membership and other children: the same node if both are equal, `undefined` if it is empty. */
export function nodeWith(node: FieldNode, isMember: boolean, children: FieldNodes): FieldNode | undefined {
  if (isMember === node.isMember && children === node.children) return node;
  return isMember || children.size > 0 ? { element: node.element, isMember, children } : undefined;
}

/** The nodes after `change` replaced or dropped some; the same nodes if nothing changed. */
export function mapNodes(
  nodes: FieldNodes,
  change: (node: FieldNode, text: string) => FieldNode | undefined,
): FieldNodes {
  let changed: Map<string, FieldNode> | undefined;
  for (const [text, node] of nodes) {
    const next = change(node, text);
    if (next !== node) put((changed ??= new Map(nodes)), text, next);
  }
  return changed ?? nodes;
}

function withoutBranches(nodes: FieldNodes, branches: FieldNodes): FieldNodes {
  if (branches.size === 0) return nodes;
  return mapNodes(nodes, (node, text) => {
    const branch = branches.get(text);
    if (branch === undefined) return node;
    return branch.isMember ? undefined : nodeWith(node, node.isMember, withoutBranches(node.children, branch.children));
  });
}

function leavesOf(nodes: FieldNodes): FieldNodes {
  return mapNodes(nodes, (node) => nodeWith(node, node.children.size === 0, leavesOf(node.children)));
}

function isSame(left: FieldNodes, right: FieldNodes): boolean {
  if (left === right) return true;
  if (left.size !== right.size) return false;
  for (const [text, node] of left) {
    const other = right.get(text);
    if (other?.isMember !== node.isMember || !isSame(node.children, other.children)) return false;
  }
  return true;
}

/** The nodes of a level in the order of their elements. */
export function sortedNodes(nodes: FieldNodes): readonly (readonly [text: string, node: FieldNode])[] {
  const sorted = [...nodes];
  return sorted.length < 2
    ? sorted
    : sorted.sort(([, left], [, right]) => compareElements(left.element, right.element));
}

function* pathsOf(nodes: FieldNodes, prefix: FieldPath): Generator<FieldPath> {
  const sorted = sortedNodes(nodes);
  for (const [, { element, isMember }] of sorted) if (isMember) yield [...prefix, element];
  for (const [, { element, children }] of sorted) {
    if (children.size > 0) yield* pathsOf(children, [...prefix, element]);
  }
}
