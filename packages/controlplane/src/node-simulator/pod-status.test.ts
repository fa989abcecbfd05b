import type { Pod } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { endedStatus, runningStatus } from "./pod-status.ts";

const pod: Pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name: "a", uid: "u", generation: 2 },
  spec: { initContainers: [{ name: "init", image: "i" }], containers: [{ name: "main", image: "m" }] },
  status: {
    phase: "Pending",
    conditions: [
      { type: "PodScheduled", status: "True", lastTransitionTime: "2026-11-19T00:00:00Z" },
      { type: "example.com/gate", status: "True" },
    ],
  },
};
const context = { nowMs: Date.UTC(2026, 10, 20), hostIp: "198.18.0.1", podIp: "10.64.0.1" };

test("a running Pod has addresses, running containers, and the conditions of a ready Pod in addition to other conditions", () => {
  const status = runningStatus(pod, context);

  expect(status).toMatchObject({
    phase: "Running",
    observedGeneration: 2,
    podIP: "10.64.0.1",
    podIPs: [{ ip: "10.64.0.1" }],
    hostIP: "198.18.0.1",
    startTime: "2026-11-20T00:00:00Z",
    initContainerStatuses: [{ name: "init", state: { terminated: { exitCode: 0 } } }],
    containerStatuses: [
      { name: "main", ready: true, started: true, state: { running: { startedAt: "2026-11-20T00:00:00Z" } } },
    ],
  });
  expect(status.conditions?.map(({ type, status: value }) => `${type}=${value}`)).toEqual([
    "PodReadyToStartContainers=True",
    "Initialized=True",
    "Ready=True",
    "ContainersReady=True",
    "PodScheduled=True",
    "example.com/gate=True",
  ]);
  expect(status.conditions?.find(({ type }) => type === "PodScheduled")?.lastTransitionTime).toBe(
    "2026-11-19T00:00:00Z",
  );
});

test.each([
  { phase: "Succeeded", exitCode: 0, reason: "Completed", ready: "PodCompleted" },
  { phase: "Failed", exitCode: 1, reason: "Error", ready: "PodFailed" },
] as const)(
  "a Pod that has $phase reports how its containers ended and why it is not ready",
  ({ phase, exitCode, reason, ready }) => {
    const running: Pod = { ...pod, status: runningStatus(pod, context) };

    const status = endedStatus(running, { ...context, nowMs: context.nowMs + 5_000 }, phase);

    expect(status.containerStatuses).toMatchObject([
      {
        ready: false,
        state: {
          terminated: { exitCode, reason, startedAt: "2026-11-20T00:00:00Z", finishedAt: "2026-11-20T00:00:05Z" },
        },
      },
    ]);
    expect(status.conditions?.find(({ type }) => type === "Ready")).toMatchObject({ status: "False", reason: ready });
    expect(status.podIP).toBe("10.64.0.1");
  },
);
