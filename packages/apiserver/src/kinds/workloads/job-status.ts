/**
 * Errors of a Job's status. The controller of a Job (`managedBy`) reports its progress, and clients rely on it: counts do not
 * decrease, a finished Job stays finished. Errors in unchanged fields are not reported.
 */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath, isDeepEqual, omittedValue, parseTime, shownAsJson } from "@kubewright/apimachinery";
import type { Job, JobStatus } from "@kubewright/api/batch/v1";
import { checkNonNegative } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { countIndexes, firstCommonIndex } from "./index-intervals.ts";

type Status = View<JobStatus>;

const path = fieldPath("status");

export function checkJobStatus(job: View<Job>, old: View<Job>): readonly FieldError[] {
  const change: Change = { job, old, status: job.status ?? {}, before: old.status ?? {} };
  return [
    ...checkCounts(change.status),
    ...checkEnd(change),
    ...checkIndexes(change),
    ...checkPods(change),
    ...checkSuccess(change),
    ...checkProgress(change),
  ];
}

interface Change {
  readonly job: View<Job>;
  readonly old: View<Job>;
  readonly status: Status;
  readonly before: Status;
}

function hasCondition({ conditions = [] }: Status, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === "True");
}

function isFinished(status: Status): boolean {
  return hasCondition(status, "Complete") || hasCondition(status, "Failed");
}

function wrongConditions(text: string): FieldError {
  return field.invalid(path.child("conditions"), omittedValue, text);
}

function checkCounts(status: Status): readonly FieldError[] {
  const { uncountedTerminatedPods: uncounted } = status;
  const seen = new Set<string>();
  return [
    ...(["active", "succeeded", "failed", "ready", "terminating"] as const).flatMap((name) =>
      checkNonNegative(status[name], path.child(name)),
    ),
    ...(["succeeded", "failed"] as const).flatMap((name) =>
      (uncounted?.[name] ?? []).flatMap((uid, index) => {
        const at = path.child("uncountedTerminatedPods", name).index(index);
        if (uid === "") return [field.invalid(at, uid, "must not be empty")];
        if (seen.has(uid)) return [field.duplicate(at, uid)];
        seen.add(uid);
        return [];
      }),
    ),
  ];
}

function checkEnd({ status, before, job }: Change): readonly FieldError[] {
  const errors: FieldError[] = [];
  const changed = (type: string): boolean => hasCondition(status, type) !== hasCondition(before, type);
  const timeChanged = !isDeepEqual(status.completionTime ?? null, before.completionTime ?? null);
  const startChanged = !isDeepEqual(status.startTime ?? null, before.startTime ?? null);
  const { completionTime, startTime } = status;
  const isComplete = hasCondition(status, "Complete");
  const isFailed = hasCondition(status, "Failed");
  if (isComplete && isFailed && (changed("Complete") || changed("Failed"))) {
    errors.push(wrongConditions("cannot set Complete=True and Failed=true conditions"));
  }
  if (isComplete && hasCondition(status, "FailureTarget") && (changed("Complete") || changed("FailureTarget"))) {
    errors.push(wrongConditions("cannot set Complete=True and FailureTarget=true conditions"));
  }
  if (changed("Complete") || timeChanged) {
    const at = path.child("completionTime");
    if (completionTime !== undefined && !isComplete) {
      const text = "cannot set completionTime when there is no Complete=True condition";
      errors.push(field.invalid(at, completionTime, text));
    }
    if (completionTime === undefined && isComplete) {
      errors.push(field.required(at, "completionTime is required for Complete jobs"));
    }
  }
  if (startChanged || timeChanged) append(errors, checkOrder(startTime, completionTime));
  const failedIndexesChanged = status.failedIndexes !== before.failedIndexes;
  if ((changed("Failed") || failedIndexesChanged) && isFailed && !hasCondition(status, "FailureTarget")) {
    errors.push(wrongConditions("cannot set Failed=True condition without the FailureTarget=true condition"));
  }
  if (
    (changed("Complete") || changed("SuccessCriteriaMet")) &&
    isComplete &&
    !hasCondition(status, "SuccessCriteriaMet")
  ) {
    errors.push(wrongConditions("cannot set Complete=True condition without the SuccessCriteriaMet=true condition"));
  }
  const finishes = isFinished(status) !== isFinished(before);
  if ((finishes || status.active !== before.active) && (status.active ?? 0) > 0 && isFinished(status)) {
    errors.push(field.invalid(path.child("active"), status.active, "active>0 is invalid for finished job"));
  }
  const neverRan = job.spec?.suspend === true && job.spec.completions === 0;
  if ((finishes || startChanged) && !neverRan && startTime === undefined && isFinished(status)) {
    errors.push(field.required(path.child("startTime"), "startTime is required for finished job"));
  }
  const { uncountedTerminatedPods: uncounted } = status;
  const isLeft = (uncounted?.failed ?? []).length + (uncounted?.succeeded ?? []).length > 0;
  const uncountedChanged = !isDeepEqual(uncounted ?? null, before.uncountedTerminatedPods ?? null);
  if ((finishes || uncountedChanged) && isFinished(status) && isLeft) {
    const shown = { Succeeded: uncounted?.succeeded ?? null, Failed: uncounted?.failed ?? null };
    errors.push(field.invalid(path.child("uncountedTerminatedPods"), shown, "must be empty for finished job"));
  }
  return errors;
}

function checkOrder(startTime: string | undefined, completionTime: string | undefined): readonly FieldError[] {
  if (startTime === undefined || completionTime === undefined) return [];
  if ((parseTime(completionTime) ?? 0) >= (parseTime(startTime) ?? 0)) return [];
  return [field.invalid(path.child("completionTime"), completionTime, "must be equal to or after `startTime`")];
}

function checkIndexes({ job, status, before }: Change): readonly FieldError[] {
  const { completions, completionMode, backoffLimitPerIndex } = job.spec ?? {};
  const { completedIndexes = "", failedIndexes } = status;
  const errors: FieldError[] = [];
  const completedChanged = completedIndexes !== (before.completedIndexes ?? "");
  const failedChanged = failedIndexes !== before.failedIndexes;
  const completed = path.child("completedIndexes");
  const failed = path.child("failedIndexes");
  if (completedChanged && completions !== undefined) {
    const count = countIndexes(completedIndexes, completions);
    if (typeof count === "string") {
      errors.push(field.invalid(completed, completedIndexes, `error parsing completedIndexes: ${count}`));
    }
  }
  if (failedChanged && completions !== undefined && backoffLimitPerIndex !== undefined && failedIndexes !== undefined) {
    const count = countIndexes(failedIndexes, completions);
    if (typeof count === "string") {
      errors.push(field.invalid(failed, shownAsJson(failedIndexes), `error parsing failedIndexes: ${count}`));
    }
  }
  if (completedChanged && completedIndexes !== "" && completionMode !== "Indexed") {
    const text = "cannot set non-empty completedIndexes when non-indexed completion mode";
    errors.push(field.invalid(completed, completedIndexes, text));
  }
  if (failedChanged && backoffLimitPerIndex === undefined && failedIndexes !== undefined) {
    const text = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
    errors.push(field.invalid(failed, failedIndexes, text));
  }
  if ((failedChanged || completedChanged) && completions !== undefined && failedIndexes !== undefined) {
    const common = firstCommonIndex(completedIndexes, failedIndexes, completions);
    if (common !== undefined) {
      const text = `failedIndexes and completedIndexes overlap at index: ${common}`;
      errors.push(field.invalid(failed, failedIndexes, text));
    }
  }
  return errors;
}

function checkPods({ status, before }: Change): readonly FieldError[] {
  const { terminating, ready, active = 0 } = status;
  const errors: FieldError[] = [];
  const finishes = isFinished(status) !== isFinished(before);
  if ((finishes || terminating !== before.terminating) && (terminating ?? 0) > 0 && isFinished(status)) {
    errors.push(field.invalid(path.child("terminating"), terminating, "terminating>0 is invalid for finished job"));
  }
  if ((ready !== before.ready || active !== (before.active ?? 0)) && ready !== undefined && ready > active) {
    errors.push(field.invalid(path.child("ready"), ready, "cannot set more ready pods than active"));
  }
  return errors;
}

function checkSuccess({ job, status }: Change): readonly FieldError[] {
  const errors: FieldError[] = [];
  const isMet = hasCondition(status, "SuccessCriteriaMet");
  if (isMet && hasCondition(status, "Failed")) {
    errors.push(wrongConditions("cannot set SuccessCriteriaMet=True and Failed=true conditions"));
  }
  if (isMet && hasCondition(status, "FailureTarget")) {
    errors.push(wrongConditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions"));
  }
  if (job.spec?.successPolicy !== undefined && !isMet && hasCondition(status, "Complete")) {
    const text = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
    errors.push(wrongConditions(text));
  }
  return errors;
}

/** Checks the values that must not decrease. */
function checkProgress({ job, status, before }: Change): readonly FieldError[] {
  const { completionMode, completions, parallelism, suspend } = job.spec ?? {};
  const errors: FieldError[] = [];
  for (const type of ["Failed", "Complete", "FailureTarget"]) {
    if (hasCondition(before, type) && !hasCondition(status, type)) {
      errors.push(wrongConditions(`cannot disable the terminal ${type}=True condition`));
    }
  }
  if ((status.failed ?? 0) < (before.failed ?? 0)) {
    errors.push(field.invalid(path.child("failed"), status.failed ?? 0, "cannot decrease the failed counter"));
  }
  // An elastic indexed Job (`completions` equals `parallelism`) can be scaled down.
  const canShrink = completionMode === "Indexed" && completions === parallelism;
  if (!canShrink && (status.succeeded ?? 0) < (before.succeeded ?? 0)) {
    errors.push(field.invalid(path.child("succeeded"), status.succeeded ?? 0, "cannot decrease the succeeded counter"));
  }
  const { completionTime, startTime } = status;
  if (completionTime !== undefined && before.completionTime !== undefined && completionTime !== before.completionTime) {
    errors.push(field.invalid(path.child("completionTime"), completionTime, "field is immutable"));
  }
  const resumes =
    hasCondition(before, "Suspended") &&
    (status.conditions ?? []).some((condition) => condition.type === "Suspended" && condition.status === "False");
  if (before.startTime !== undefined && startTime !== before.startTime && suspend !== true && !resumes) {
    const text = "field is immutable for unsuspended job once set";
    errors.push(field.invalid(path.child("startTime"), startTime ?? null, text));
  }
  if (hasCondition(before, "SuccessCriteriaMet") && !hasCondition(status, "SuccessCriteriaMet")) {
    errors.push(wrongConditions("cannot disable the SuccessCriteriaMet=True condition"));
  }
  if (
    hasCondition(before, "Complete") &&
    !hasCondition(before, "SuccessCriteriaMet") &&
    hasCondition(status, "SuccessCriteriaMet")
  ) {
    const text = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
    errors.push(wrongConditions(text));
  }
  return errors;
}
