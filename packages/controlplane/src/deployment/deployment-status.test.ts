// The status of a Deployment: its conditions with the messages of kube-controller-manager, and its progress deadline.
import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { deadlineMs, deploymentStatus, failedCreation } from "./deployment-status.ts";

type Status = NonNullable<Deployment["status"]>;
type Condition = NonNullable<Status["conditions"]>[number];

const nowMs = Date.parse("2026-01-01T01:00:00Z");

function progressing(reason: string, { status = "True", at = "2026-01-01T00:59:00Z" } = {}): Condition {
  return { type: "Progressing", status, reason, message: "m", lastUpdateTime: at, lastTransitionTime: at };
}

function deployment(spec: Partial<NonNullable<Deployment["spec"]>>, status: Status = {}): Stored<Deployment> {
  return {
    metadata: { name: "web", generation: 3 },
    spec: { replicas: 2, progressDeadlineSeconds: 600, ...spec },
    status,
  } as unknown as Stored<Deployment>;
}

function set(status: ReplicaSet["status"], replicas = 2): Stored<ReplicaSet> {
  return { metadata: { name: "web-x", uid: "x" }, spec: { replicas }, status } as unknown as Stored<ReplicaSet>;
}

function progressOf(given: Stored<Deployment>, current: Stored<ReplicaSet>, isNew = false): string | undefined {
  const { conditions } = deploymentStatus(given, { sets: { current, old: [] }, isNew, nowMs });
  const found = conditions?.find(({ type }) => type === "Progressing");
  return found && `${found.status} ${found.reason}: ${found.message}`;
}

const done = { replicas: 2, readyReplicas: 2, availableReplicas: 2 };

test.each<{ title: string; given: Stored<Deployment>; current: ReplicaSet["status"]; expected: string | undefined }>([
  {
    title: "has adopted its ReplicaSet",
    given: deployment({}),
    current: { replicas: 0 },
    expected: 'True FoundNewReplicaSet: Found new replica set "web-x"',
  },
  {
    title: "progresses",
    given: deployment({}, { conditions: [progressing("NewReplicaSetCreated")] }),
    current: { replicas: 1 },
    expected: 'True ReplicaSetUpdated: ReplicaSet "web-x" is progressing.',
  },
  {
    title: "is complete",
    given: deployment({}, { conditions: [progressing("ReplicaSetUpdated")] }),
    current: done,
    expected: 'True NewReplicaSetAvailable: ReplicaSet "web-x" has successfully progressed.',
  },
  {
    title: "has exceeded its deadline",
    given: deployment({}, { conditions: [progressing("ReplicaSetUpdated", { at: "2026-01-01T00:49:00Z" })] }),
    current: { replicas: 0 },
    expected: 'False ProgressDeadlineExceeded: ReplicaSet "web-x" has timed out progressing.',
  },
  {
    title: "is paused",
    given: deployment({ paused: true }, { conditions: [progressing("ReplicaSetUpdated")] }),
    current: { replicas: 0 },
    expected: "Unknown DeploymentPaused: Deployment is paused",
  },
  {
    title: "is paused after it exceeded its deadline",
    given: deployment({ paused: true }, { conditions: [progressing("ProgressDeadlineExceeded", { status: "False" })] }),
    current: { replicas: 0 },
    expected: "False ProgressDeadlineExceeded: m",
  },
  {
    title: "is resumed",
    given: deployment({}, { conditions: [progressing("DeploymentPaused", { status: "Unknown" })] }),
    current: { replicas: 0 },
    expected: "Unknown DeploymentResumed: Deployment is resumed",
  },
  {
    title: "has no deadline",
    given: deployment({ progressDeadlineSeconds: 2_147_483_647 }, { conditions: [progressing("ReplicaSetUpdated")] }),
    current: done,
    expected: undefined,
  },
])("the condition of a Deployment that $title: $expected", ({ given, current, expected }) => {
  expect(progressOf(given, set(current))).toBe(expected);
});

test("the condition about a new set precedes the one about its availability, as in kube-controller-manager", () => {
  const { conditions } = deploymentStatus(deployment({}), {
    sets: { current: set(undefined), old: [] },
    isNew: true,
    nowMs,
  });

  expect(conditions?.map(({ type, reason }) => [type, reason])).toEqual([
    ["Progressing", "NewReplicaSetCreated"],
    ["Available", "MinimumReplicasUnavailable"],
  ]);
});

test("a rejected set is reported once, and not at all without a deadline", () => {
  const first = failedCreation(deployment({}), { message: "no", nowMs });
  const again = failedCreation(deployment({}, { conditions: first ?? [] }), {
    message: "no, again",
    nowMs: nowMs + 60_000,
  });

  expect(first?.map(({ status, reason, message }) => [status, reason, message])).toEqual([
    ["False", "ReplicaSetCreateError", "no"],
  ]);
  expect(again).toEqual(first);
  expect(
    failedCreation(deployment({ progressDeadlineSeconds: 2_147_483_647 }), { message: "no", nowMs }),
  ).toBeUndefined();
});

test.each<{ title: string; spec: Partial<NonNullable<Deployment["spec"]>>; reason: string; waits: number | undefined }>(
  [
    { title: "progresses", spec: {}, reason: "ReplicaSetUpdated", waits: 540_000 },
    { title: "is complete", spec: {}, reason: "NewReplicaSetAvailable", waits: undefined },
    { title: "has exceeded its deadline", spec: {}, reason: "ProgressDeadlineExceeded", waits: undefined },
    { title: "is paused", spec: { paused: true }, reason: "DeploymentPaused", waits: undefined },
    { title: "has no deadline", spec: { progressDeadlineSeconds: 2_147_483_647 }, reason: "x", waits: undefined },
  ],
)("a Deployment that $title is looked at again in $waits ms", ({ spec, reason, waits }) => {
  const given = deployment(spec);
  const status = { ...deploymentStatus(given, { sets: { current: undefined, old: [] }, isNew: false, nowMs }) };

  const deadline = deadlineMs({ spec: given.spec, status: { ...status, conditions: [progressing(reason)] } });

  expect(deadline === undefined ? undefined : deadline - nowMs).toBe(waits);
});
