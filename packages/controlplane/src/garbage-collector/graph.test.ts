import { expect, test } from "vitest";
import { createOwnershipGraph } from "./graph.ts";
import type { GraphNode } from "./graph.ts";

const pods = { group: "", version: "v1", kind: "Pod", plural: "pods", namespaced: true };
const widgets = { group: "example.dev", version: "v1", kind: "Widget", plural: "widgets", namespaced: true };

test("the graph has the dependents of an owner that it does not contain", () => {
  const graph = createOwnershipGraph();

  graph.set(node("a", ["owner"]));
  graph.set(node("b", ["owner", "other"]));

  expect(graph.get("owner")).toBeUndefined();
  expect(graph.dependentsOf("owner").map(({ uid }) => uid)).toEqual(["a", "b"]);
});

test("an object that changes its owner is no longer a dependent of the old one", () => {
  const graph = createOwnershipGraph();

  graph.set(node("a", ["old"]));
  graph.set(node("a", ["new"]));

  expect([graph.dependentsOf("old"), graph.dependentsOf("new").length, graph.size]).toEqual([[], 1, 1]);
});

test("a deleted object is no longer a dependent", () => {
  const graph = createOwnershipGraph();

  graph.set(node("a", ["owner"]));
  graph.remove("a");

  expect([graph.dependentsOf("owner"), graph.size]).toEqual([[], 0]);
});

test("removing a kind removes its objects and no others", () => {
  const graph = createOwnershipGraph();
  graph.set(node("pod", []));
  graph.set({ ...node("widget", ["pod"]), type: widgets });

  graph.removeKind(widgets);

  expect([graph.get("widget"), graph.get("pod")?.uid, graph.dependentsOf("pod")]).toEqual([undefined, "pod", []]);
});

function node(uid: string, ownerUids: readonly string[]): GraphNode {
  const owners = ownerUids.map((owner) => ({ apiVersion: "v1", kind: "Pod", name: owner, uid: owner }));
  return { type: pods, key: { namespace: "default", name: uid }, uid, owners, isTerminating: false, finalizers: [] };
}
