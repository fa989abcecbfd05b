import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { recreateSizes, resizedSizes, rollingSizes } from "./sizes.ts";

function deployment(replicas: number, rollingUpdate: object = {}, type = "RollingUpdate"): Deployment {
  return { spec: { replicas, strategy: { type, rollingUpdate } } } as unknown as Deployment;
}

function set(name: string, replicas: number, available: number = replicas, max?: number): Stored<ReplicaSet> {
  const annotations = max === undefined ? {} : { "deployment.kubernetes.io/max-replicas": String(max) };
  return {
    metadata: { name, annotations, creationTimestamp: "2026-11-20T21:26:30Z" },
    spec: { replicas },
    status: { availableReplicas: available },
  } as unknown as Stored<ReplicaSet>;
}

function text(sizes: ReturnType<typeof rollingSizes>): string {
  return sizes.map((size) => `${size.set.metadata.name}=${size.replicas}`).join(" ");
}

test.each([
  {
    title: "the new set grows within maxSurge",
    of: deployment(4),
    old: [set("old", 4)],
    current: set("new", 0, 0),
    sizes: "new=1",
  },
  {
    title: "a new set at its limit waits for its Pods",
    of: deployment(4),
    old: [set("old", 4)],
    current: set("new", 1, 0),
    sizes: "old=3",
  },
  {
    title: "the old set shrinks if enough Pods are available",
    of: deployment(4),
    old: [set("old", 3)],
    current: set("new", 2, 2),
    sizes: "old=1",
  },
  {
    title: "unavailable Pods of the old set are removed at once",
    of: deployment(4),
    old: [set("old", 4, 1)],
    current: set("new", 1, 0),
    sizes: "old=3",
  },
  {
    title: "without surge the old set shrinks first",
    of: deployment(2, { maxSurge: 0, maxUnavailable: 1 }),
    old: [set("old", 2)],
    current: set("new", 0, 0),
    sizes: "old=1",
  },
  {
    title: "if both bounds are 0, one Pod may be unavailable",
    of: deployment(1, { maxSurge: 0, maxUnavailable: "10%" }),
    old: [set("old", 1)],
    current: set("new", 0, 0),
    sizes: "old=0",
  },
  {
    title: "the oldest set shrinks first",
    of: deployment(4),
    old: [set("a", 1), set("b", 2)],
    current: set("new", 2, 2),
    sizes: "a=0 b=1",
  },
  {
    title: "a complete rollout changes nothing",
    of: deployment(2),
    old: [set("old", 0)],
    current: set("new", 2),
    sizes: "",
  },
])("rollingSizes(): $title", ({ of, old, current, sizes }) => {
  expect(text(rollingSizes(of, { current, old }))).toBe(sizes);
});

test("recreateSizes() scales all old sets down before it scales the new set up", () => {
  const of = deployment(3, undefined, "Recreate");

  expect(text(recreateSizes(of, { current: undefined, old: [set("old", 3)] }, true))).toBe("old=0");
  expect(text(recreateSizes(of, { current: set("new", 0), old: [set("old", 0)] }, true))).toBe("");
  expect(text(recreateSizes(of, { current: set("new", 0), old: [set("old", 0)] }, false))).toBe("new=3");
});

test.each([
  {
    title: "the only active set gets the whole change",
    of: deployment(5),
    old: [set("old", 0)],
    current: set("new", 2),
    sizes: "new=5",
  },
  {
    title: "two sets share the change in proportion to their sizes",
    of: deployment(20),
    old: [set("old", 8, 8, 13)],
    current: set("new", 5, 5, 13),
    sizes: "old=15 new=10",
  },
  {
    title: "all sets are scaled to 0",
    of: deployment(0),
    old: [set("old", 2, 2, 4)],
    current: set("new", 2, 1, 4),
    sizes: "old=0 new=0",
  },
  {
    title: "if the new set is complete, the old sets are scaled to 0",
    of: deployment(2),
    old: [set("old", 1)],
    current: set("new", 2),
    sizes: "old=0",
  },
])("resizedSizes(): $title", ({ of, old, current, sizes }) => {
  expect(text(resizedSizes(of, { current, old }))).toBe(sizes);
});

test("among sets of equal size the newer set grows first, and the older set shrinks first", () => {
  const born = (name: string, hour: string): Stored<ReplicaSet> => {
    const { metadata, ...rest } = set(name, 2, 1, 5);
    return { ...rest, metadata: { ...metadata, creationTimestamp: `2026-01-01T${hour}:00:00Z` } };
  };
  const sets = { old: [born("older", "01")], current: born("newer", "02") };

  expect(text(resizedSizes(deployment(4), sets))).toBe("newer=3 older=2");
  expect(text(resizedSizes(deployment(2), sets))).toBe("older=1 newer=2");
});
