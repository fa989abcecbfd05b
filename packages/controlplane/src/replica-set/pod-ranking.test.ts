import type { Pod } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { inOrderOfDeletion } from "./pod-ranking.ts";

interface Shape {
  readonly node?: string;
  readonly phase?: string;
  readonly ready?: boolean;
  readonly cost?: string;
  readonly restarts?: number;
  readonly born?: string;
}

function pod(
  name: string,
  { node = "n", phase = "Running", ready = true, cost, restarts = 0, born = "10" }: Shape,
): Stored<Pod> {
  return {
    metadata: {
      name,
      creationTimestamp: `2026-01-01T00:00:${born}Z`,
      ...(cost === undefined ? {} : { annotations: { "controller.kubernetes.io/pod-deletion-cost": cost } }),
    },
    spec: { containers: [], ...(node === "" ? {} : { nodeName: node }) },
    status: {
      phase,
      conditions: [{ type: "Ready", status: ready ? "True" : "False" }],
      containerStatuses: [{ restartCount: restarts }],
    },
  } as unknown as Stored<Pod>;
}

test.each<{ title: string; first: Shape; second: Shape }>([
  { title: "without a node", first: { node: "" }, second: { phase: "Pending", ready: false } },
  { title: "pending", first: { phase: "Pending" }, second: { ready: false } },
  { title: "not ready", first: { ready: false }, second: { cost: "-5" } },
  { title: "of lower cost", first: { cost: "-5" }, second: { restarts: 9 } },
  { title: "with more restarts", first: { restarts: 2, born: "01" }, second: { restarts: 1, born: "20" } },
  { title: "younger", first: { born: "20" }, second: { born: "01" } },
])("a Pod that is $title goes before the other", ({ first, second }) => {
  const order = inOrderOfDeletion([pod("second", second), pod("first", first)]);

  expect(order.map(({ metadata }) => metadata.name)).toEqual(["first", "second"]);
});

test("of Pods that are alike those on the fuller node go first", () => {
  const order = inOrderOfDeletion([pod("alone", { node: "a" }), pod("one", { node: "b" }), pod("two", { node: "b" })]);

  expect(order.map(({ metadata }) => metadata.name)).toEqual(["one", "two", "alone"]);
});
