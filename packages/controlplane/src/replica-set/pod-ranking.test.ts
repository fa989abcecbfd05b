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
  readonly readySince?: string;
}

const nowMs = Date.parse("2026-01-01T01:00:00Z");

function pod(
  name: string,
  { node = "n", phase = "Running", ready = true, cost, restarts = 0, born = "00:10", readySince = "00:30" }: Shape,
): Stored<Pod> {
  return {
    metadata: {
      name,
      uid: name,
      creationTimestamp: `2026-01-01T00:${born}Z`,
      ...(cost === undefined ? {} : { annotations: { "controller.kubernetes.io/pod-deletion-cost": cost } }),
    },
    spec: { containers: [], ...(node === "" ? {} : { nodeName: node }) },
    status: {
      phase,
      conditions: [
        { type: "Ready", status: ready ? "True" : "False", lastTransitionTime: `2026-01-01T00:${readySince}Z` },
      ],
      containerStatuses: [{ restartCount: restarts }],
    },
  } as unknown as Stored<Pod>;
}

test.each<{ title: string; first: Shape; second: Shape }>([
  { title: "without a node", first: { node: "" }, second: { phase: "Pending", ready: false } },
  { title: "pending", first: { phase: "Pending" }, second: { ready: false } },
  { title: "not ready", first: { ready: false }, second: { cost: "-5" } },
  { title: "with a lower cost", first: { cost: "-5" }, second: { restarts: 9 } },
  { title: "without a cost, if the other has a cost", first: { cost: "+7" }, second: { cost: "3", restarts: 9 } },
  { title: "with a cost that is not a number", first: { cost: "cheap", restarts: 1 }, second: { cost: "0" } },
  { title: "ready for a shorter time", first: { readySince: "50:00" }, second: { restarts: 9 } },
  { title: "with more restarts", first: { restarts: 2, born: "00:01" }, second: { restarts: 1, born: "55:00" } },
  { title: "younger", first: { born: "55:00" }, second: { born: "00:01" } },
])("a Pod that is $title is deleted first", ({ first, second }) => {
  const order = inOrderOfDeletion([pod("a", second), pod("b", first)], { related: [], nowMs });

  expect(order.map(({ metadata }) => metadata.name)).toEqual(["b", "a"]);
});

test("among Pods of about the same age the uid decides", () => {
  const pods = [
    pod("b", { readySince: "30:00" }),
    pod("c", { readySince: "31:00" }),
    pod("a", { readySince: "29:30" }),
  ];

  const order = inOrderOfDeletion(pods, { related: [], nowMs });

  expect(order.map(({ metadata }) => metadata.name)).toEqual(["a", "b", "c"]);
});

test("among equal Pods, Pods on nodes with more related Pods are deleted first", () => {
  const pods = [pod("alone", { node: "a" }), pod("one", { node: "b" }), pod("two", { node: "b" })];

  const ofDeployment = inOrderOfDeletion(pods, { related: pods, nowMs });
  const withOthers = inOrderOfDeletion(pods, {
    related: [...pods, pod("old", { node: "a" }), pod("older", { node: "a" })],
    nowMs,
  });

  expect(ofDeployment.map(({ metadata }) => metadata.name)).toEqual(["one", "two", "alone"]);
  expect(withOthers.map(({ metadata }) => metadata.name)).toEqual(["alone", "one", "two"]);
});
