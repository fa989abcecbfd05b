/** Jobs: https://kubernetes.io/docs/concepts/workloads/controllers/job/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { Job, JobSpec } from "@kubewright/api/batch/v1";
import type { ApiObject } from "../../registry/api-object.ts";
import type { DeletionPolicy } from "../../registry/strategy.ts";
import { checkImmutable, checkLabelSelector, checkNonNegative } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { podNameWarnings } from "../generic/hostname-warnings.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkSelection, checkTemplate, defaultTemplate } from "./pod-template.ts";

const spec = fieldPath("spec");

export const jobKind: BuiltinKind = {
  group: "batch",
  plural: "jobs",
  fields: {
    labels: ["status.successful"],
    valuesOf: (object) => ({ "status.successful": String(viewOf<Job>(object).status?.succeeded ?? 0) }),
    unsupportedText: (label) => `field label ${JSON.stringify(label)} not supported for Job`,
  },
  defaults: (draft) => {
    const job = draftOf<Job>(draft);
    const jobSpec = (job.spec ??= {});
    defaultJobSpec(jobSpec);
    const labels = jobSpec.template?.metadata?.labels;
    if (labels !== undefined && draft.metadata.labels === undefined) draft.metadata.labels = { ...labels };
  },
  prepareForCreate: selectOwnPods,
  validate: (object) => [
    ...checkGeneratedSelector(viewOf<Job>(object)),
    ...checkJobSpec(viewOf<Job>(object).spec ?? {}, spec),
    ...checkSelector(viewOf<Job>(object).spec ?? {}),
  ],
  validateUpdate: (object, old) => {
    const next = viewOf<Job>(object).spec ?? {};
    const before = viewOf<Job>(old).spec ?? {};
    return [...checkJobSpec(next, spec), ...checkSelector(next), ...checkChange(next, before)];
  },
  warningsOnDelete,
  warningsOnCreate: podNameWarnings,
  // The reference gives a Job without labels those of its template whenever it reads it, and it was not labelled before.
  canonicalize: (draft) => {
    const labels = viewOf<Job>(draft).spec?.template?.metadata?.labels;
    if (labels !== undefined) draft.metadata.labels ??= { ...labels };
  },
};

/** Whoever deletes a Job mostly means its Pods too, and the policy of old leaves them. */
function warningsOnDelete({ propagationPolicy, orphanDependents }: DeletionPolicy): readonly string[] {
  if (propagationPolicy !== undefined || orphanDependents !== undefined) return [];
  return [
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them " +
      "or set propagationPolicy=Orphan to suppress this warning",
  ];
}

/** Defaults of a Job's spec, also in the template of a CronJob. */
export function defaultJobSpec(job: Draft<JobSpec>): void {
  if (job.completions === undefined && job.parallelism === undefined) job.completions = 1;
  job.parallelism ??= 1;
  job.backoffLimit ??= job.backoffLimitPerIndex === undefined ? 6 : 2 ** 31 - 1;
  job.completionMode ??= "NonIndexed";
  job.suspend ??= false;
  job.podReplacementPolicy ??= job.podFailurePolicy === undefined ? "TerminatingOrFailed" : "Failed";
  job.manualSelector ??= false;
  for (const rule of job.podFailurePolicy?.rules ?? []) {
    for (const pattern of rule.onPodConditions ?? []) pattern.status ||= "True";
  }
  defaultTemplate(job.template);
}

/** Each under its present and its first name. */
const uidLabels = ["batch.kubernetes.io/controller-uid", "controller-uid"] as const;
const nameLabels = ["batch.kubernetes.io/job-name", "job-name"] as const;

/** A Job selects its Pods by its uid, so that no two Jobs ever share a Pod. */
function selectOwnPods(draft: ApiObject): void {
  const job = (draftOf<Job>(draft).spec ??= {});
  if (job.manualSelector === true) return;
  const { uid = "", name = "" } = draft.metadata;
  const template = (job.template ??= {});
  const metadata = (template.metadata ??= {});
  metadata.labels = {
    ...Object.fromEntries(nameLabels.map((label) => [label, name])),
    ...Object.fromEntries(uidLabels.map((label) => [label, uid])),
    ...metadata.labels,
  };
  const selector = (job.selector ??= {});
  selector.matchLabels = { [uidLabels[0]]: uid, ...selector.matchLabels };
}

/** The template's labels may not contradict what was generated. */
function checkGeneratedSelector(job: View<Job>): readonly FieldError[] {
  if (job.spec?.manualSelector === true) return [];
  const { uid = "", name = "" } = job.metadata ?? {};
  const labels = job.spec?.template?.metadata?.labels ?? {};
  const path = fieldPath("spec", "template", "metadata", "labels");
  const expected = [
    [uidLabels[1], uid],
    [nameLabels[1], name],
    [uidLabels[0], uid],
    [nameLabels[0], name],
  ] as const;
  return expected.flatMap(([label, value]) => {
    const found = labels[label];
    if (found === value) return [];
    if (found === undefined) return [field.required(path.key(label), `must be '${value}'`)];
    return [field.invalid(path.key(label), found, `must be '${value}'`)];
  });
}

function checkSelector({ selector, template }: View<JobSpec>): readonly FieldError[] {
  return [
    ...(selector === undefined
      ? [field.required(spec.child("selector"), "")]
      : checkLabelSelector(selector, spec.child("selector"))),
    ...checkSelection(selector, template, spec.child("template")),
  ];
}

/** Errors of a Job's spec, also in the template of a CronJob. */
export function checkJobSpec(job: View<JobSpec>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const name of [
    "parallelism",
    "completions",
    "activeDeadlineSeconds",
    "backoffLimit",
    "ttlSecondsAfterFinished",
  ] as const) {
    errors.push(...checkNonNegative(job[name], path.child(name)));
  }
  errors.push(...checkCompletionMode(job, path), ...checkTemplate(job.template, path.child("template")));
  errors.push(...checkRestartPolicy(job, path.child("template", "spec", "restartPolicy")));
  return errors;
}

function checkCompletionMode(job: View<JobSpec>, path: FieldPath): readonly FieldError[] {
  switch (job.completionMode) {
    case "Indexed":
      if (job.completions !== undefined) return [];
      return [field.required(path.child("completions"), "when completion mode is Indexed")];
    case "NonIndexed":
      return (["backoffLimitPerIndex", "maxFailedIndexes", "successPolicy"] as const)
        .filter((name) => job[name] !== undefined)
        .map((name) => field.invalid(path.child(name), job[name], "requires indexed completion mode"));
    default:
      return [field.notSupported(path.child("completionMode"), job.completionMode ?? "", ["NonIndexed", "Indexed"])];
  }
}

/** Pods of a Job end; one that restarts always never does. */
function checkRestartPolicy(job: View<JobSpec>, path: FieldPath): readonly FieldError[] {
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

const immutableFields = [
  "completionMode",
  "podFailurePolicy",
  "backoffLimitPerIndex",
  "managedBy",
  "successPolicy",
] as const;

function checkChange(next: View<JobSpec>, before: View<JobSpec>): readonly FieldError[] {
  const errors: FieldError[] = [];
  const isIndexed = next.completionMode === "Indexed";
  const completions = spec.child("completions");
  if (!isIndexed) errors.push(...checkImmutable(next.completions, before.completions, completions));
  else if (next.completions !== before.completions && next.completions !== next.parallelism) {
    errors.push(
      field.invalid(completions, next.completions ?? 0, "can only be modified in tandem with spec.parallelism"),
    );
  }
  errors.push(...checkImmutable(next.selector, before.selector, spec.child("selector")));
  // While a Job is suspended and has not started, its template may still be scheduled elsewhere.
  if (before.suspend !== true && !isDeepEqual(next.template, before.template)) {
    errors.push(field.invalid(spec.child("template"), next.template ?? {}, "field is immutable"));
  }
  for (const name of immutableFields) errors.push(...checkImmutable(next[name], before[name], spec.child(name)));
  return errors;
}
