/** Errors of a Job's spec, also of the one in the template of a CronJob. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, isDomainPrefixedPath, joinedInSteps } from "@kubewright/apimachinery";
import type { JobSpec } from "@kubewright/api/batch/v1";
import { checkNonNegative, checkSupported } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkFailurePolicy, checkSuccessPolicy, successPolicyInGo } from "./job-policies.ts";
import { checkTemplate } from "./pod-template.ts";

type Spec = View<JobSpec>;

const indexedMax = 100_000;
/** With more completions, the numbers of failures and of parallel Pods are limited, because each failed index is stored. */
const manyCompletions = 100_000;
const managedByBytesMax = 63;
const manyCompletionsMax = 10_000;

/** In steps. */
export function checkJobSpec(job: Spec, path: FieldPath): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => counts.flatMap((name) => checkNonNegative(job[name], path.child(name))),
    () =>
      job.maxFailedIndexes !== undefined && job.backoffLimitPerIndex === undefined
        ? [field.required(path.child("backoffLimitPerIndex"), "when maxFailedIndexes is specified")]
        : [],
    () => checkManagedBy(job.managedBy, path.child("managedBy")),
    () => checkCompletionMode(job, path),
    () => (job.podFailurePolicy === undefined ? [] : checkFailurePolicy(job, path.child("podFailurePolicy"))),
    () => checkSuccess(job, path.child("successPolicy")),
    () => checkReplacement(job, path.child("podReplacementPolicy")),
    () => checkTemplate(job.template, path.child("template")),
    () => checkRestartPolicy(job, path.child("template", "spec", "restartPolicy")),
  ]);
}

const counts = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
] as const;

function checkManagedBy(managedBy: string | undefined, path: FieldPath): readonly FieldError[] {
  if (managedBy === undefined) return [];
  const errors = [...isDomainPrefixedPath(path, managedBy)];
  if (Buffer.byteLength(managedBy) > managedByBytesMax) errors.push(field.tooLong(path, managedByBytesMax));
  return errors;
}

function checkCompletionMode(job: Spec, path: FieldPath): readonly FieldError[] {
  switch (job.completionMode ?? "NonIndexed") {
    case "Indexed":
      return checkIndexed(job, path);
    case "NonIndexed":
      return (["backoffLimitPerIndex", "maxFailedIndexes"] as const)
        .filter((name) => job[name] !== undefined)
        .map((name) => field.invalid(path.child(name), job[name], "requires indexed completion mode"));
    default:
      return [field.notSupported(path.child("completionMode"), job.completionMode, ["NonIndexed", "Indexed"])];
  }
}

function checkIndexed(job: Spec, path: FieldPath): readonly FieldError[] {
  const { completions, parallelism = 0, maxFailedIndexes, backoffLimitPerIndex } = job;
  const errors: FieldError[] = [];
  const tooLarge = (name: "maxFailedIndexes" | "parallelism", most: number | string): void => {
    errors.push(field.invalid(path.child(name), job[name], `must be less than or equal to ${most}`));
  };
  if (completions === undefined) {
    errors.push(field.required(path.child("completions"), "when completion mode is Indexed"));
  }
  if (parallelism > indexedMax) tooLarge("parallelism", `${indexedMax} when completion mode is Indexed`);
  if (completions !== undefined && (maxFailedIndexes ?? 0) > completions) tooLarge("maxFailedIndexes", "completions");
  if ((maxFailedIndexes ?? 0) > indexedMax) tooLarge("maxFailedIndexes", indexedMax);
  if ((completions ?? 0) <= manyCompletions || backoffLimitPerIndex === undefined) return errors;
  const most = `${manyCompletionsMax} when completions are above ${manyCompletions} and used with backoff limit per index`;
  if (maxFailedIndexes === undefined) {
    const text = `must be specified when completions is above ${manyCompletions}`;
    errors.push(field.required(path.child("maxFailedIndexes"), text));
  }
  if (parallelism > manyCompletionsMax) tooLarge("parallelism", most);
  if ((maxFailedIndexes ?? 0) > manyCompletionsMax) tooLarge("maxFailedIndexes", most);
  return errors;
}

function checkSuccess(job: Spec, path: FieldPath): readonly FieldError[] {
  if (job.successPolicy === undefined) return [];
  if (job.completionMode === "Indexed") return checkSuccessPolicy(job, path);
  return [field.invalid(path, successPolicyInGo(job.successPolicy), "requires indexed completion mode")];
}

function checkReplacement(
  { podReplacementPolicy: policy, podFailurePolicy }: Spec,
  path: FieldPath,
): readonly FieldError[] {
  const supported = podFailurePolicy === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"];
  return checkSupported(policy, supported, path);
}

/** The Pods of a Job must end, so their restart policy must not be `Always`. */
function checkRestartPolicy(job: Spec, path: FieldPath): readonly FieldError[] {
  const policy = job.template?.spec?.restartPolicy ?? "";
  switch (policy) {
    case "":
    case "Always":
      return [field.required(path, 'valid values: "OnFailure", "Never"')];
    case "OnFailure":
      if (job.podFailurePolicy === undefined) return [];
      return [field.invalid(path, policy, 'only "Never" is supported when podFailurePolicy is specified')];
    case "Never":
      return [];
    default:
      return [field.notSupported(path, policy, ["OnFailure", "Never"])];
  }
}

/** Warnings about a Job with more indexes than the Job controller tracks reliably. */
export function sizeWarnings(job: Spec, path: FieldPath): readonly string[] {
  const { completionMode, completions = 0, parallelism = 0 } = job;
  if (completionMode !== "Indexed" || completions <= manyCompletions || parallelism <= manyCompletionsMax) return [];
  return [
    `${path.toString()}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, ` +
      "Kubernetes might not be able to track completedIndexes when a big number of indexes fail",
  ];
}
