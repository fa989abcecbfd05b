// The decisions of the garbage collector, as tables.
import type { OwnerReference } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { decideDependent, decideOwner } from "./decision.ts";
import type { OwnerState } from "./decision.ts";
import type { GraphNode } from "./graph.ts";

const pods = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };
const child = node("child", { owners: [refTo("self", { blockOwnerDeletion: true })] });
const waitingChild = node("child", {
  owners: [refTo("self", { blockOwnerDeletion: true })],
  isTerminating: true,
  finalizers: ["foregroundDeletion"],
});

test.each<{
  title: string;
  states: OwnerState[];
  self?: Partial<GraphNode>;
  dependents?: GraphNode[];
  expected: object;
}>([
  { title: "without owners is kept", states: [], expected: { kind: "keep" } },
  { title: "with an existing owner is kept", states: ["present"], expected: { kind: "keep" } },
  {
    title: "whose owner is gone is deleted",
    states: ["absent"],
    expected: { kind: "delete", policy: "Background", unblockOwners: false },
  },
  {
    title: "whose owners are all gone is deleted",
    states: ["absent", "absent"],
    expected: { kind: "delete", policy: "Background", unblockOwners: false },
  },
  {
    title: "with one remaining owner loses the references to the others",
    states: ["absent", "present", "waiting"],
    expected: { kind: "releaseOwners", uids: ["owner-0", "owner-2"] },
  },
  {
    title: "with an owner in an unknown state is kept for now",
    states: ["absent", "unknown"],
    expected: { kind: "retry" },
  },
  {
    title: "that is already terminating is not changed",
    states: ["absent"],
    self: { isTerminating: true },
    expected: { kind: "keep" },
  },
  {
    title: "without dependents is deleted in the background if its owner waits",
    states: ["waiting"],
    expected: { kind: "delete", policy: "Background", unblockOwners: false },
  },
  {
    title: "with dependents is deleted in the foreground if its owner waits",
    states: ["waiting"],
    dependents: [child],
    expected: { kind: "delete", policy: "Foreground", unblockOwners: false },
  },
  {
    title: "in a circle of waiting objects stops blocking its owners first",
    states: ["waiting"],
    dependents: [waitingChild],
    expected: { kind: "delete", policy: "Foreground", unblockOwners: true },
  },
  {
    title: "is deleted with the policy of its finalizer",
    states: ["absent"],
    self: { finalizers: ["orphan"] },
    dependents: [child],
    expected: { kind: "delete", policy: "Orphan", unblockOwners: false },
  },
])("an object $title", ({ states, self = {}, dependents = [], expected }) => {
  const owners = states.map((state, index) => ({ reference: refTo(`owner-${index}`), state }));

  expect(decideDependent(node("self", self), owners, dependents)).toEqual(expected);
});

test.each<{ title: string; self: Partial<GraphNode>; dependents: GraphNode[]; expected: object }>([
  { title: "that is not terminating has nothing to do", self: {}, dependents: [child], expected: { kind: "nothing" } },
  {
    title: "deleted in the background has nothing to do",
    self: { isTerminating: true, finalizers: ["example.com/other"] },
    dependents: [child],
    expected: { kind: "nothing" },
  },
  {
    title: "deleted in the foreground waits for a blocking dependent",
    self: { isTerminating: true, finalizers: ["foregroundDeletion"] },
    dependents: [child],
    expected: { kind: "wait", dependents: [child] },
  },
  {
    title: "waits for a terminating dependent without deleting it again",
    self: { isTerminating: true, finalizers: ["foregroundDeletion"] },
    dependents: [waitingChild],
    expected: { kind: "wait", dependents: [] },
  },
  {
    title: "does not wait for a dependent without blockOwnerDeletion",
    self: { isTerminating: true, finalizers: ["foregroundDeletion"] },
    dependents: [node("child", { owners: [refTo("self")] })],
    expected: { kind: "release", finalizer: "foregroundDeletion" },
  },
  {
    title: "with the orphan finalizer first removes the references of its dependents",
    self: { isTerminating: true, finalizers: ["orphan"] },
    dependents: [child],
    expected: { kind: "orphan", dependents: [child] },
  },
  {
    title: "with the orphan finalizer and without dependents is removed",
    self: { isTerminating: true, finalizers: ["orphan"] },
    dependents: [],
    expected: { kind: "release", finalizer: "orphan" },
  },
])("an owner $title", ({ self, dependents, expected }) => {
  expect(decideOwner(node("self", self), dependents)).toEqual(expected);
});

function node(uid: string, fields: Partial<GraphNode> = {}): GraphNode {
  return {
    type: pods,
    key: { namespace: "default", name: uid },
    uid,
    owners: [],
    isTerminating: false,
    finalizers: [],
    ...fields,
  };
}

function refTo(uid: string, fields: Partial<OwnerReference> = {}): OwnerReference {
  return { apiVersion: "v1", kind: "Pod", name: uid, uid, ...fields };
}
