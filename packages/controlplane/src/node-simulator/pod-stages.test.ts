// The next stage of a Pod and its delay.
import type { ObjectMeta, Stored } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { defaultPodStages, delayOf } from "./pod-stages.ts";
import { outcomeAnnotation, runMsAnnotation } from "./stage.ts";

const stages = defaultPodStages({ startMs: 100, runMs: 2_000, stopMs: 5_000 });
const gone = "2026-11-20T00:00:00Z";

test.each<{
  title: string;
  phase: string;
  policy?: string;
  metadata?: Partial<ObjectMeta>;
  expected: [string, number] | undefined;
}>([
  { title: "pending", phase: "Pending", expected: ["Running", 100] },
  {
    title: "pending and deleted",
    phase: "Pending",
    metadata: { deletionTimestamp: gone, deletionGracePeriodSeconds: 30 },
    expected: ["Deleted", 5_000],
  },
  { title: "running, with restartPolicy Always", phase: "Running", policy: "Always", expected: undefined },
  { title: "running, with restartPolicy Never", phase: "Running", policy: "Never", expected: ["Succeeded", 2_000] },
  {
    title: "running with a run time in its annotation",
    phase: "Running",
    policy: "Never",
    metadata: { annotations: { [runMsAnnotation]: "7" } },
    expected: ["Succeeded", 7],
  },
  {
    title: "running with an invalid run time",
    phase: "Running",
    policy: "Never",
    metadata: { annotations: { [runMsAnnotation]: "-7" } },
    expected: ["Succeeded", 2_000],
  },
  {
    title: "that fails",
    phase: "Running",
    policy: "Never",
    metadata: { annotations: { [outcomeAnnotation]: "Failed" } },
    expected: ["Failed", 2_000],
  },
  {
    title: "that fails and is restarted",
    phase: "Running",
    policy: "OnFailure",
    metadata: { annotations: { [outcomeAnnotation]: "Failed" } },
    expected: undefined,
  },
  {
    title: "that continues to run",
    phase: "Running",
    policy: "Never",
    metadata: { annotations: { [outcomeAnnotation]: "Running" } },
    expected: undefined,
  },
  { title: "that has ended", phase: "Succeeded", policy: "Never", expected: undefined },
  {
    title: "running and deleted",
    phase: "Running",
    policy: "Never",
    metadata: { deletionTimestamp: gone, deletionGracePeriodSeconds: 30 },
    expected: ["Deleted", 5_000],
  },
  {
    title: "deleted with a short grace period",
    phase: "Running",
    metadata: { deletionTimestamp: gone, deletionGracePeriodSeconds: 1 },
    expected: ["Deleted", 1_000],
  },
  {
    title: "that only finalizers block",
    phase: "Running",
    policy: "Never",
    metadata: { deletionTimestamp: gone, deletionGracePeriodSeconds: 0 },
    expected: undefined,
  },
])("a Pod $title", ({ phase, policy = "Always", metadata = {}, expected }) => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "a", namespace: "default", uid: "u", ...metadata },
    spec: { restartPolicy: policy, containers: [] },
    status: { phase },
  } as unknown as Stored<Pod>; // The fields that stages read.

  const stage = stages.find(({ fits }) => fits(pod));

  expect(stage && [stage.name, delayOf(stage, pod)]).toEqual(expected);
});
