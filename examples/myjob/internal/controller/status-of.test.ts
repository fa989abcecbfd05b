// The status of a MyJob in each case.
import type { Pod } from "@kubewright/api/core/v1";
import { asResourceVersion, asUid, ownerReferenceTo } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { MyJob } from "../../api/v1beta1/zz_generated.my-job.ts";
import { podFor, statusOf } from "./my-job-controller.ts";

const now = Date.parse("2026-11-20T21:00:00Z");
const created = {
  type: "PodCreated",
  status: "True",
  reason: "PodCreated",
  message: "",
  lastTransitionTime: "2026-11-20T20:00:00Z",
} as const;

test.each([
  { title: "its Pod has just been created", job: jobWith({}), pod: undefined, phase: "pending" },
  { title: "its Pod waits for a node", job: jobWith({}), pod: podWith({ phase: "Pending" }), phase: "running" },
  { title: "its Pod runs", job: jobWith({}), pod: podWith({ phase: "Running" }), phase: "running" },
  {
    title: "its Pod has succeeded",
    job: jobWith({ phase: "running" }),
    pod: podWith({ phase: "Succeeded" }),
    phase: "completed",
  },
  {
    title: "its Pod has failed",
    job: jobWith({ phase: "running" }),
    pod: podWith({ phase: "Failed" }),
    phase: "completed",
  },
  {
    title: "its Pod ended before the operator observed it running",
    job: jobWith({}),
    pod: podWith({ phase: "Succeeded" }),
    phase: "completed",
  },
  {
    title: "its Pod is being deleted",
    job: jobWith({ phase: "running" }),
    pod: podWith({ phase: "Running", deleting: true }),
    phase: "completed",
  },
  {
    title: "its Pod is gone",
    job: jobWith({ phase: "running", conditions: [created] }),
    pod: undefined,
    phase: "completed",
  },
  {
    title: "its name belongs to a Pod of another owner",
    job: jobWith({}),
    pod: podWith({ phase: "Succeeded", stranger: true }),
    phase: "pending",
  },
])("statusOf() is $phase when $title", ({ job, pod, phase }) => {
  expect(statusOf(job, pod, now)).toMatchObject({ phase, observedGeneration: 3 });
});

test("statusOf() returns a condition that names the conflict and the fix if the name is taken", () => {
  const { conditions } = statusOf(jobWith({}), podWith({ stranger: true }), now);

  expect(conditions).toEqual([
    {
      type: "PodCreated",
      status: "False",
      reason: "NameTaken",
      message:
        'Pod "pi" exists and does not belong to this MyJob: delete that Pod, or create the MyJob under another name',
      observedGeneration: 3,
      lastTransitionTime: "2026-11-20T21:00:00Z",
    },
  ]);
});

test("podFor() takes labels, annotations and spec from the template, and name, namespace and owner from the MyJob", () => {
  const job = jobWith({});
  const spec = { restartPolicy: "Never", containers: [{ name: "pi", image: "perl" }] } as const;
  const template = { metadata: { name: "ignored", labels: { app: "pi" }, annotations: { note: "x" } }, spec };

  expect(podFor({ ...job, spec: { template } })).toEqual({
    metadata: {
      name: "pi",
      namespace: "default",
      labels: { app: "pi" },
      annotations: { note: "x" },
      ownerReferences: [ownerReferenceTo(job)],
    },
    spec,
  });
});

function jobWith(status: NonNullable<MyJob["status"]>): Stored<MyJob> {
  return {
    apiVersion: "myjob.github.com/v1beta1",
    kind: "MyJob",
    metadata: {
      namespace: "default",
      name: "pi",
      uid: asUid("job-uid"),
      resourceVersion: asResourceVersion("1"),
      creationTimestamp: "2026-11-20T20:00:00Z",
      generation: 3,
    },
    spec: { template: {} },
    status,
  };
}

interface PodOptions {
  readonly phase?: NonNullable<Pod["status"]>["phase"];
  readonly deleting?: boolean;
  readonly stranger?: boolean;
}

function podWith({ phase = "Running", deleting = false, stranger = false }: PodOptions): Pod {
  return {
    metadata: {
      name: "pi",
      ...(stranger ? {} : { ownerReferences: [ownerReferenceTo(jobWith({}))] }),
      ...(deleting ? { deletionTimestamp: "2026-11-20T20:30:00Z" } : {}),
    },
    status: { phase },
  };
}
