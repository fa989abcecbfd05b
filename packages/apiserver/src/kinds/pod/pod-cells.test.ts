import assert from "node:assert/strict";
import type { PodSpec, PodStatus } from "@kubewright/api/core/v1";
import { test } from "vitest";
import { podCells } from "./pod-cells.ts";

const now = new Date("2026-11-20T12:00:00Z");
const running = { name: "c", ready: true, restartCount: 0, image: "", imageID: "", state: { running: {} } };

interface Given {
  readonly metadata?: { readonly deletionTimestamp: string };
  readonly spec?: PodSpec;
}

function row(status: PodStatus, given: Given = {}): readonly unknown[] {
  const metadata = { name: "p", creationTimestamp: "2026-11-20T11:50:00Z", ...given.metadata };
  const spec = given.spec ?? { containers: [{ name: "c" }] };
  const { Ready, Status, Restarts } = podCells({ apiVersion: "v1", kind: "Pod", metadata, spec, status }, now);
  return [Ready, Status, Restarts];
}

const rows: readonly { title: string; status: PodStatus; given?: Given; cells: readonly unknown[] }[] = [
  { title: "a new Pod", status: { phase: "Pending" }, cells: ["0/1", "Pending", "0"] },
  {
    title: "a Pod that runs",
    status: { phase: "Running", containerStatuses: [running] },
    cells: ["1/1", "Running", "0"],
  },
  {
    title: "a waiting container",
    status: {
      phase: "Pending",
      containerStatuses: [{ ...running, ready: false, state: { waiting: { reason: "ImagePullBackOff" } } }],
    },
    cells: ["0/1", "ImagePullBackOff", "0"],
  },
  {
    title: "a container that fails repeatedly",
    status: {
      phase: "Running",
      containerStatuses: [
        {
          ...running,
          ready: false,
          restartCount: 3,
          state: { waiting: { reason: "CrashLoopBackOff" } },
          lastState: { terminated: { exitCode: 1, finishedAt: "2026-11-20T11:59:00Z" } },
        },
      ],
    },
    cells: ["0/1", "CrashLoopBackOff", "3 (60s ago)"],
  },
  {
    title: "a completed Pod",
    status: {
      phase: "Succeeded",
      containerStatuses: [{ ...running, ready: false, state: { terminated: { exitCode: 0, reason: "Completed" } } }],
    },
    cells: ["0/1", "Completed", "0"],
  },
  {
    title: "a container that ended without a reason",
    status: {
      phase: "Failed",
      containerStatuses: [{ ...running, ready: false, state: { terminated: { exitCode: 2 } } }],
    },
    cells: ["0/1", "ExitCode:2", "0"],
  },
  {
    title: "an init container that has not ended",
    status: { phase: "Pending", initContainerStatuses: [{ ...running, name: "i", ready: false }] },
    given: { spec: { containers: [{ name: "c" }], initContainers: [{ name: "i" }] } },
    cells: ["0/1", "Init:0/1", "0"],
  },
  {
    title: "a sidecar",
    status: {
      phase: "Running",
      conditions: [{ type: "Initialized", status: "True" }],
      initContainerStatuses: [{ ...running, name: "i", started: true }],
      containerStatuses: [running],
    },
    given: { spec: { containers: [{ name: "c" }], initContainers: [{ name: "i", restartPolicy: "Always" }] } },
    cells: ["2/2", "Running", "0"],
  },
  {
    title: "a Pod that is being deleted",
    status: { phase: "Running", containerStatuses: [running] },
    given: { metadata: { deletionTimestamp: "2026-11-20T12:00:00Z" } },
    cells: ["1/1", "Terminating", "0"],
  },
  {
    title: "a Pod with a reason of the kubelet",
    status: { phase: "Failed", reason: "Evicted" },
    cells: ["0/1", "Evicted", "0"],
  },
  {
    title: "a Pod with a scheduling gate",
    status: { phase: "Pending", conditions: [{ type: "PodScheduled", status: "False", reason: "SchedulingGated" }] },
    cells: ["0/1", "SchedulingGated", "0"],
  },
];

test.for(rows)("podCells() returns the row of $title", ({ status, given, cells }) => {
  assert.deepEqual(row(status, given), cells);
});
