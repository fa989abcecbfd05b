/** Jobs: validation of creates and updates. */
import { cases, get, post, remove } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import type { Change } from "../changes.ts";
import { tryToMerge } from "../changes.ts";
import { creating, kindAt, negative } from "./workload-good.ts";

export const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
export const job = kindAt("batch/v1", "jobs", "Job", { template });
export const indexed = { "spec.completionMode": "Indexed", "spec.completions": 5 };
export const rule = (policyRule: unknown): Change => ({ "spec.podFailurePolicy": { rules: [policyRule] } });
export const codes = (onExitCodes: unknown): Change => rule({ action: "FailJob", onExitCodes });
export const success = (...rules: readonly unknown[]): Change => ({ ...indexed, "spec.successPolicy": { rules } });
export const many = (count: number, item: (index: number) => unknown): readonly unknown[] =>
  Array.from({ length: count }, (_, index) => item(index));

export const jobCases: readonly DifferentialCase[] = cases("job", {
  defaults: creating(
    job,
    {},
    { "spec.parallelism": 3 },
    { "spec.completions": 3 },
    { "spec.parallelism": 0 },
    { "spec.backoffLimitPerIndex": 1, ...indexed },
    { "spec.podFailurePolicy": { rules: [{ action: "Count", onPodConditions: [{ type: "DisruptionTarget" }] }] } },
    { "metadata.labels": { own: "x" } },
    { "spec.template.metadata": { labels: { a: "b" } } },
    { "spec.suspend": true, "spec.ttlSecondsAfterFinished": 0, "spec.activeDeadlineSeconds": 9 },
    {
      "spec.manualSelector": true,
      "spec.selector": { matchLabels: { a: "b" } },
      "spec.template.metadata": { labels: { a: "b" } },
    },
    { "metadata.name": "a.b" },
  ),
  selector: creating(
    job,
    { "spec.manualSelector": true },
    { "spec.manualSelector": true, "spec.selector": { matchLabels: { a: "b" } } },
    { "spec.manualSelector": true, "spec.selector": { matchLabels: { "a b": "b" } } },
    { "spec.template.metadata": { labels: { "job-name": "other" } } },
    { "spec.template.metadata": { labels: { "batch.kubernetes.io/job-name": "other", "controller-uid": "z" } } },
    { "spec.selector": { matchLabels: { a: "b" } } },
    { "spec.selector": { matchLabels: { "controller-uid": "z" } } },
  ),
  numbers: creating(
    job,
    ...negative(
      "spec.parallelism",
      "spec.completions",
      "spec.activeDeadlineSeconds",
      "spec.backoffLimit",
      "spec.ttlSecondsAfterFinished",
    ),
    { ...indexed, "spec.backoffLimitPerIndex": -1 },
    { ...indexed, "spec.backoffLimitPerIndex": 1, "spec.maxFailedIndexes": -1 },
    { ...indexed, "spec.maxFailedIndexes": 1 },
    { "spec.backoffLimitPerIndex": 1 },
    { "spec.maxFailedIndexes": 1 },
  ),
  completions: creating(
    job,
    { "spec.completionMode": "Other" },
    { "spec.completionMode": "Indexed" },
    { "spec.completionMode": "Indexed", "spec.parallelism": 2 },
    { ...indexed, "spec.parallelism": 100001 },
    { ...indexed, "spec.backoffLimitPerIndex": 1, "spec.maxFailedIndexes": 6 },
    { "spec.completionMode": "Indexed", "spec.completions": 200000, "spec.backoffLimitPerIndex": 1 },
    {
      "spec.completionMode": "Indexed",
      "spec.completions": 200000,
      "spec.backoffLimitPerIndex": 1,
      "spec.maxFailedIndexes": 100001,
    },
    {
      "spec.completionMode": "Indexed",
      "spec.completions": 200000,
      "spec.backoffLimitPerIndex": 1,
      "spec.maxFailedIndexes": 10001,
      "spec.parallelism": 10001,
    },
    { "spec.completionMode": "Indexed", "spec.completions": 200000, "spec.parallelism": 20000 },
    { ...indexed, "metadata.name": "a".repeat(62) },
    { ...indexed, "metadata.name": "a.b" },
    { ...indexed, "spec.completions": 0, "metadata.name": "a.b" },
  ),
  "managed-by": creating(
    job,
    { "spec.managedBy": "acme.io/foo" },
    { "spec.managedBy": "" },
    { "spec.managedBy": "foo" },
    { "spec.managedBy": "/foo" },
    { "spec.managedBy": "A_/foo" },
    { "spec.managedBy": "acme.io/a b" },
    { "spec.managedBy": `acme.io/${"a".repeat(60)}` },
  ),
  "replacement-policy": creating(
    job,
    { "spec.podReplacementPolicy": "Failed" },
    { "spec.podReplacementPolicy": "Other" },
    { "spec.podReplacementPolicy": "" },
    { ...codes({ operator: "In", values: [1] }), "spec.podReplacementPolicy": "TerminatingOrFailed" },
  ),
  "restart-policy": creating(
    job,
    { "spec.template.spec.restartPolicy": "Always" },
    { "spec.template.spec.restartPolicy": undefined },
    { "spec.template.spec.restartPolicy": "Other" },
    { ...codes({ operator: "In", values: [1] }), "spec.template.spec.restartPolicy": "OnFailure" },
    { "spec.template": undefined },
    { "spec.template.spec.activeDeadlineSeconds": 5 },
  ),
  "failure-policy": creating(
    job,
    codes({ operator: "In", values: [1, 2] }),
    { "spec.podFailurePolicy": {} },
    { "spec.podFailurePolicy": { rules: [] } },
    rule({}),
    rule({ action: "Other", onExitCodes: { operator: "In", values: [1] } }),
    rule({ action: "FailIndex", onExitCodes: { operator: "In", values: [1] } }),
    rule({
      action: "Ignore",
      onExitCodes: { operator: "In", values: [1] },
      onPodConditions: [{ type: "A", status: "True" }],
    }),
    rule({ action: "Ignore", onPodConditions: [{ type: "a b", status: "Other" }, { status: "True" }] }),
    rule({ action: "Ignore", onPodConditions: [{ type: "A", status: "" }] }),
    rule({ action: "Ignore", onPodConditions: many(21, (index) => ({ type: `A${index}`, status: "True" })) }),
    codes({}),
    codes({ operator: "Other", values: [] }),
    codes({ operator: "In", values: [0, 1] }),
    codes({ operator: "NotIn", values: [0, 1] }),
    codes({ operator: "In", values: [2, 1, 2] }),
    codes({ operator: "In", values: [1], containerName: "z" }),
    codes({ operator: "In", values: [1], containerName: "c" }),
    codes({ operator: "NotIn", values: many(256, (index) => index) }),
    {
      "spec.podFailurePolicy": {
        rules: many(21, () => ({ action: "Ignore", onExitCodes: { operator: "In", values: [1] } })),
      },
    },
  ),
  "success-policy": creating(
    job,
    success({ succeededCount: 1 }),
    { "spec.successPolicy": { rules: [{ succeededCount: 1 }] } },
    success(),
    success({}),
    success({ succeededCount: -1 }),
    success({ succeededCount: 6 }),
    success({ succeededIndexes: "0,2-3" }),
    success({ succeededIndexes: "" }),
    success({ succeededIndexes: "0,2-3", succeededCount: 4 }),
    success({ succeededIndexes: "3,1" }),
    success({ succeededIndexes: "3-1" }),
    success({ succeededIndexes: "1-2-3" }),
    success({ succeededIndexes: "x" }),
    success({ succeededIndexes: "1-x" }),
    success({ succeededIndexes: "5" }),
    success({ succeededIndexes: "1-5" }),
    success({ succeededIndexes: `${"0,".repeat(32769)}1` }),
    success(...many(21, () => ({ succeededCount: 1 }))),
  ),
  update: [
    post(job.path, job.good),
    ...tryToMerge(`${job.path}/x`, [
      { "spec.parallelism": 3 },
      { "spec.parallelism": -1 },
      { "spec.completions": 3 },
      { "spec.backoffLimit": 2, "spec.suspend": true, "spec.activeDeadlineSeconds": 8 },
      { "spec.completionMode": "Indexed", "spec.completions": 1 },
      { "spec.managedBy": "acme.io/foo" },
      { "spec.podReplacementPolicy": "Failed" },
      codes({ operator: "In", values: [1] }),
      { "spec.selector.matchLabels": { a: "b" } },
      { "metadata.labels": { a: "b" } },
      { "spec.ttlSecondsAfterFinished": 5 },
    ]),
    get(`${job.path}/x`),
    remove(`${job.path}/x?propagationPolicy=Background`),
  ],
  "update-template": [
    post(job.path, job.good),
    ...tryToMerge(`${job.path}/x`, [
      { "spec.template.spec.restartPolicy": "OnFailure" },
      { "spec.template.metadata.labels": { "job-name": null } },
    ]),
  ],
  "update-indexed": [
    ...creating(job, { ...indexed, "spec.parallelism": 5, "spec.backoffLimitPerIndex": 1 }).map((request) => ({
      ...request,
      path: job.path,
    })),
    ...tryToMerge(`${job.path}/x`, [
      { "spec.completions": 3 },
      { "spec.completions": 3, "spec.parallelism": 3 },
      { "spec.completions": null },
      { "spec.backoffLimitPerIndex": 2 },
      { "spec.backoffLimitPerIndex": null },
      { "spec.maxFailedIndexes": 2 },
      { "spec.successPolicy": { rules: [{ succeededCount: 1 }] } },
    ]),
  ],
  "update-suspended": [
    ...creating(job, { "spec.suspend": true }).map((request) => ({ ...request, path: job.path })),
    ...tryToMerge(`${job.path}/x`, [
      { "spec.template.spec.nodeSelector": { a: "b" } },
      { "spec.template.spec.tolerations": [{ key: "a", operator: "Exists" }] },
      {
        "spec.template.spec.affinity": {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [{ matchExpressions: [{ key: "a", operator: "Exists" }] }],
            },
          },
        },
      },
      { "spec.template.metadata.annotations": { a: "b" } },
      {
        "spec.template.spec.containers": [
          {
            name: "c",
            image: "i",
            imagePullPolicy: "Always",
            terminationMessagePath: "/dev/termination-log",
            terminationMessagePolicy: "File",
            resources: { requests: { cpu: "1" } },
          },
        ],
      },
      { "spec.suspend": false },
    ]),
  ],
});
