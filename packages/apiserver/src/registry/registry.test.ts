import assert from "node:assert/strict";
import { test } from "vitest";
import { configMaps, widgets } from "../testdata/test-server.ts";
import { compareVersions, createRegistry } from "./registry.ts";

test("versions are ordered by stability, then by number; names of another form come last, by name", () => {
  const versions = ["v1alpha1", "foo1", "v10", "v2beta1", "v1", "v2", "v1beta2", "v11beta2", "bar", "v12alpha1"];

  assert.deepEqual(versions.toSorted(compareVersions), [
    "v10",
    "v2",
    "v1",
    "v11beta2",
    "v2beta1",
    "v1beta2",
    "v12alpha1",
    "v1alpha1",
    "bar",
    "foo1",
  ]);
});

test("a registry finds a kind under each of its versions, and calls its listeners after every change", () => {
  const registry = createRegistry();
  let changes = 0;
  using _watch = registry.onChange(() => changes++);

  registry.add(configMaps);
  registry.add(widgets);

  assert.equal(registry.find("x.io", "v1", "widgets")?.apiVersion, "x.io/v1");
  assert.equal(registry.find("x.io", "v3", "widgets"), undefined);
  assert.equal(
    Buffer.from(registry.find("x.io", "v2", "widgets")?.head ?? []).toString(),
    '{"kind":"Widget","apiVersion":"x.io/v2",',
  );
  assert.deepEqual([changes, registry.generation], [2, 2]);
});

test("groups are listed in the order that was set, after the core group; the others follow by name", () => {
  const registry = createRegistry();
  registry.setGroupOrder(["", "z.io", "a.io"]);

  for (const group of ["y.io", "a.io", "b.io", "z.io", ""]) registry.add({ ...widgets, group });

  assert.deepEqual(registry.groups(), ["", "z.io", "a.io", "b.io", "y.io"]);
});

test("a group is removed with its last kind, and its version order is kept", () => {
  const registry = createRegistry();
  registry.setVersionOrder("x.io", ["v1", "v2"]);
  registry.add(widgets);
  const served = registry.versions("x.io");

  const removed = registry.remove({ group: "x.io", resource: "widgets" });

  assert.deepEqual(served, ["v1", "v2"]);
  assert.equal(removed, true);
  assert.deepEqual(registry.groups(), []);
  assert.equal(registry.remove({ group: "x.io", resource: "widgets" }), false);
});
