/** Updates of the status of a Job. */
import { cases, patch } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import type { Change } from "../changes.ts";
import { indexed, job, success } from "./jobs.ts";
import { creating, negative, statusOf } from "./workload-good.ts";

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 2, 3, 4, seconds)).toISOString().replace(".000", "");
const condition = (type: string, status = "True"): object => ({ type, status });
/** Creates a Job with this in its spec, gives it a status, and tries further ones. */
function afterStatus(spec: Change, before: object, ...changes: readonly Change[]): readonly DifferentialRequest[] {
  const [create] = creating(job, spec);
  return [
    ...(create === undefined ? [] : [{ ...create, path: job.path }]),
    ...(Object.keys(before).length === 0 ? [] : [patch("merge", `${job.path}/x/status`, { status: before })]),
    ...statusOf(job, ...changes),
  ];
}

export const jobStatusCases: readonly DifferentialCase[] = cases("job-status", {
  numbers: afterStatus(
    {},
    {},
    ...negative("status.active", "status.succeeded", "status.failed", "status.ready", "status.terminating"),
    { "status.ready": 2, "status.active": 1 },
    { "status.ready": 1, "status.active": 1 },
  ),
  uncounted: afterStatus(
    {},
    {},
    { "status.uncountedTerminatedPods": { succeeded: ["", "a", "a"], failed: ["a", "", "b"] } },
    { "status.uncountedTerminatedPods": { succeeded: ["a"], failed: ["b"] } },
  ),
  complete: afterStatus(
    {},
    {},
    { "status.conditions": [condition("Complete")] },
    { "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")] },
    { "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")], "status.startTime": at(1) },
    {
      "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")],
      "status.startTime": at(1),
      "status.completionTime": at(2),
    },
    {
      "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")],
      "status.startTime": at(1),
      "status.completionTime": at(2),
      "status.active": 1,
    },
    {
      "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")],
      "status.startTime": at(1),
      "status.completionTime": at(2),
      "status.terminating": 1,
    },
    {
      "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")],
      "status.startTime": at(1),
      "status.completionTime": at(2),
      "status.uncountedTerminatedPods": { failed: ["a"] },
    },
    {
      "status.conditions": [condition("Complete"), condition("Failed"), condition("FailureTarget")],
      "status.startTime": at(1),
    },
    { "status.completionTime": at(2) },
    { "status.conditions": [condition("SuccessCriteriaMet"), condition("FailureTarget")] },
    {
      "status.conditions": [condition("SuccessCriteriaMet"), condition("Failed"), condition("FailureTarget")],
      "status.startTime": at(1),
    },
  ),
  failed: afterStatus(
    {},
    {},
    { "status.conditions": [condition("Failed")] },
    { "status.conditions": [condition("Failed"), condition("FailureTarget")] },
    { "status.conditions": [condition("Failed"), condition("FailureTarget")], "status.startTime": at(1) },
    { "status.conditions": [condition("Failed", "False")] },
  ),
  ended: afterStatus(
    {},
    {
      conditions: [condition("SuccessCriteriaMet"), condition("Complete")],
      startTime: at(1),
      completionTime: at(2),
      succeeded: 1,
      failed: 2,
    },
    { "status.conditions": [] },
    { "status.conditions": [condition("Complete")] },
    { "status.completionTime": at(3) },
    { "status.completionTime": null },
    { "status.startTime": at(0) },
    { "status.startTime": null },
    { "status.succeeded": 0 },
    { "status.failed": 1 },
    { "status.failed": 3 },
  ),
  "failed-before": afterStatus(
    {},
    { conditions: [condition("FailureTarget"), condition("Failed")], startTime: at(1) },
    { "status.conditions": [condition("FailureTarget")] },
    { "status.conditions": null },
  ),
  "complete-before": [
    ...afterStatus(
      {},
      { conditions: [condition("SuccessCriteriaMet"), condition("Complete")], startTime: at(1), completionTime: at(2) },
    ),
    ...statusOf(job, { "status.conditions": [condition("Complete")] }),
  ],
  times: afterStatus(
    {},
    { startTime: at(5) },
    { "status.startTime": at(6) },
    { "status.startTime": null },
    { "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")], "status.completionTime": at(4) },
  ),
  indexes: afterStatus(
    { ...indexed, "spec.backoffLimitPerIndex": 1 },
    {},
    { "status.completedIndexes": "0,2-3" },
    { "status.completedIndexes": "x" },
    { "status.completedIndexes": "9" },
    { "status.failedIndexes": "x" },
    { "status.failedIndexes": "1,0" },
    { "status.failedIndexes": "1", "status.completedIndexes": "0-2" },
    { "status.failedIndexes": "3,4", "status.completedIndexes": "0,4" },
    { "status.failedIndexes": "" },
  ),
  "no-indexes": afterStatus(
    {},
    {},
    { "status.completedIndexes": "0" },
    { "status.failedIndexes": "0" },
    { "status.failedIndexes": "" },
  ),
  "success-policy": afterStatus(
    success({ succeededCount: 1 }),
    {},
    { "status.conditions": [condition("Complete")], "status.startTime": at(1), "status.completionTime": at(2) },
    {
      "status.conditions": [condition("Complete"), condition("SuccessCriteriaMet")],
      "status.startTime": at(1),
      "status.completionTime": at(2),
    },
  ),
});
