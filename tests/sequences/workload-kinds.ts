/** Pods and workloads, for random sequences. */
import type { Change, SequenceKind } from "./kind.ts";
import { builtin, change } from "./kind.ts";

const container = { name: "c", image: "x" };
const template = { metadata: { labels: { app: "t" } }, spec: { containers: [container] } };
const selector = { matchLabels: { app: "t" } };

const replicas = change("spec.replicas", 0, 1, 3, -1, undefined);
const templateChanges: readonly Change[] = [
  change("spec.template.metadata.labels", { app: "t" }, { app: "t", more: "a" }, { app: "u" }, undefined),
  change("spec.template.spec.containers", [{ ...container, image: "y" }], [container, { name: "d", image: "x" }], []),
  change("spec.template.spec.terminationGracePeriodSeconds", 5, -1),
  change("spec.template.spec.restartPolicy", "Always", "Never", "Sometimes"),
  change("spec.template.spec.nodeSelector", { a: "b" }, undefined),
];
const conditions = change(
  "status.conditions",
  [{ type: "Available", status: "True" }],
  [
    { type: "Available", status: "False", reason: "Because" },
    { type: "Progressing", status: "True" },
  ],
  [],
);

export const workloadKinds: readonly SequenceKind[] = [
  builtin({
    root: "/api/v1",
    plural: "pods",
    apiVersion: "v1",
    kind: "Pod",
    base: { spec: { containers: [container] } },
    changes: [
      change("spec.containers", [{ ...container, image: "y" }], [container, { name: "d", image: "x" }], []),
      change("spec.containers", [{ ...container, env: [{ name: "A", value: "1" }] }], [{ name: "c" }]),
      change("spec.terminationGracePeriodSeconds", 5, 0, undefined),
      change("spec.activeDeadlineSeconds", 5, 10, undefined),
      change("spec.restartPolicy", "Never", "Always", "Sometimes"),
      change("spec.nodeName", "n1", "n2", undefined),
      change("spec.tolerations", [{ key: "a", operator: "Exists" }], []),
      change("spec.hostNetwork", true),
    ],
    statusChanges: [
      change("status.phase", "Running", "Succeeded", "Failed", "Sleeping"),
      change("status.conditions", [{ type: "Ready", status: "True" }], [{ type: "Ready", status: "False" }], []),
      change("status.message", "so", undefined),
    ],
  }),
  builtin({
    root: "/apis/apps/v1",
    plural: "deployments",
    apiVersion: "apps/v1",
    kind: "Deployment",
    base: { spec: { selector, template } },
    changes: [
      replicas,
      ...templateChanges,
      change("spec.selector", { matchLabels: { app: "u" } }, undefined),
      change("spec.strategy", { type: "Recreate" }, { type: "RollingUpdate" }, { type: "Other" }, undefined),
      change("spec.paused", true, undefined),
      change("spec.minReadySeconds", 1, -1, 700),
    ],
    statusChanges: [
      change("status.replicas", 1, 2, -1),
      change("status.readyReplicas", 1, 5),
      change("status.observedGeneration", 1, -1),
      conditions,
    ],
    hasScale: true,
  }),
  builtin({
    root: "/apis/apps/v1",
    plural: "replicasets",
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    base: { spec: { selector, template } },
    changes: [replicas, ...templateChanges, change("spec.minReadySeconds", 1, -1)],
    statusChanges: [change("status.replicas", 1, 2, -1), change("status.availableReplicas", 1, 5), conditions],
    hasScale: true,
  }),
  builtin({
    root: "/apis/apps/v1",
    plural: "statefulsets",
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    base: { spec: { serviceName: "s", selector, template } },
    changes: [
      replicas,
      ...templateChanges,
      change("spec.podManagementPolicy", "Parallel", "OrderedReady", "Other"),
      change("spec.updateStrategy", { type: "OnDelete" }, undefined),
    ],
    statusChanges: [change("status.replicas", 1, 2, -1), change("status.currentRevision", "a", undefined), conditions],
    hasScale: true,
  }),
  builtin({
    root: "/apis/batch/v1",
    plural: "jobs",
    apiVersion: "batch/v1",
    kind: "Job",
    base: { spec: { template: { spec: { containers: [container], restartPolicy: "Never" } } } },
    changes: [
      change("spec.parallelism", 0, 2, -1, undefined),
      change("spec.completions", 1, 2, undefined),
      change("spec.backoffLimit", 0, 3, -1),
      change("spec.ttlSecondsAfterFinished", 5, -1, undefined),
      change("spec.suspend", true, false),
      change("spec.template.spec.restartPolicy", "OnFailure", "Always", undefined),
      change("spec.template.spec.containers", [{ ...container, image: "y" }]),
    ],
    statusChanges: [
      change("status.active", 1, 2, -1),
      change("status.succeeded", 1),
      change("status.startTime", "2026-01-01T00:00:00Z"),
    ],
  }),
  builtin({
    root: "/apis/batch/v1",
    plural: "cronjobs",
    apiVersion: "batch/v1",
    kind: "CronJob",
    base: {
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { spec: { containers: [container], restartPolicy: "Never" } } } },
      },
    },
    changes: [
      change("spec.schedule", "@daily", "5 4 * * *", "often"),
      change("spec.suspend", true, false, undefined),
      change("spec.concurrencyPolicy", "Forbid", "Other", undefined),
      change("spec.successfulJobsHistoryLimit", 0, -1, undefined),
      change("spec.jobTemplate.spec.backoffLimit", 1, undefined),
      change("spec.jobTemplate.metadata.labels", { a: "b" }, undefined),
    ],
    statusChanges: [
      change("status.lastScheduleTime", "2026-01-01T00:00:00Z", undefined),
      change("status.active", [{ kind: "Job", name: "j" }], []),
    ],
  }),
];
