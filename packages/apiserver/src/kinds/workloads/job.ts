/** Jobs: https://kubernetes.io/docs/concepts/workloads/controllers/job/ */
import type { DeletionPolicy } from "../../contracts/strategy.ts";
import type { FieldError, Work } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, isDns1123Label, joinedInSteps } from "@kubewright/apimachinery";
import type { Job, JobSpec } from "@kubewright/api/batch/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import { checkImmutable, checkLabelSelector } from "../field-checks.ts";
import { selects, shownSelector } from "../label-selectors.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { podNameWarnings } from "../generic/hostname-warnings.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf } from "../typed.ts";
import { checkJobSpec, sizeWarnings } from "./job-checks.ts";
import { failurePolicyInGo, successPolicyInGo } from "./job-policies.ts";
import { checkJobStatus } from "./job-status.ts";
import { checkTemplateChange } from "./job-template-change.ts";
import { checkSelection, checkSelectorChange, defaultTemplate, shownLabels } from "./pod-template.ts";
import { containerCells, selectorText } from "../cells.ts";
import { podTemplateAt } from "../pod/template-rules.ts";
import { completionsText, durationText, jobStatus } from "./job-cells.ts";

const spec = fieldPath("spec");

export const jobKind: BuiltinKind = builtinKind<Job>({
  group: "batch",
  plural: "jobs",
  metadataChecks: { wholeOnUpdate: true },
  tracksGeneration: true,
  podTemplate: podTemplateAt("spec", "template"),
  fields: {
    labels: ["status.successful"],
    valuesOf: (object) => ({ "status.successful": String(object.status?.succeeded ?? 0) }),
    unsupportedText: (label) => `field label ${JSON.stringify(label)} not supported for Job`,
  },
  defaults: (draft) => {
    const jobSpec = (draft.spec ??= {});
    defaultJobSpec(jobSpec);
    const labels = jobSpec.template?.metadata?.labels;
    // The Job and its template share one map, as in the reference: labels that are generated for the template are labels of the Job, too.
    if (labels !== undefined && draft.metadata.labels === undefined) draft.metadata.labels = labels;
  },
  prepareForCreate: (draft) => {
    dropEmptyRules(draft);
    selectOwnPods(draft);
  },
  prepareForUpdate: dropEmptyRules,
  validate: (object) => checkJob(object),
  validateUpdate: (object, old) => {
    // kube-apiserver validates the whole Job again before it checks the changes.
    return joinedInSteps([() => checkJob(object), () => checkSpec(object), () => checkChange(object.spec ?? {}, old)]);
  },
  status: { validateUpdate: (object, old) => checkJobStatus(object, old) },
  deletion: { defaultPropagationPolicy: "Orphan", warnings: deletionWarnings },
  warningsOnCreate: (object) => [...podNameWarnings(object), ...sizeWarnings(object.spec ?? {}, spec)],
  warningsOnUpdate: (object, old) => (isDeepEqual(object.spec, old.spec) ? [] : sizeWarnings(object.spec ?? {}, spec)),
  // A Job without labels gets those of its template when it is read.
  fillIn: (object) => {
    const labels = object.spec?.template?.metadata?.labels;
    if (labels === undefined || object.metadata.labels !== undefined) return false;
    object.metadata.labels = { ...labels };
    return true;
  },
  cells: (object, now) => ({
    Status: jobStatus(object),
    Completions: completionsText(object),
    Duration: durationText(object, now),
    ...containerCells(object.spec?.template),
    Selector: selectorText(object.spec?.selector),
  }),
});

/** Warns when a delete sets no propagation policy: the default orphans the Pods of a Job. */
function deletionWarnings({ propagationPolicy, orphanDependents }: DeletionPolicy): readonly string[] {
  if (propagationPolicy !== undefined || orphanDependents !== undefined) return [];
  return [
    "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them " +
      "or set propagationPolicy=Orphan to suppress this warning",
  ];
}

function defaultJobSpec(job: Draft<JobSpec>): void {
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

/** The current and the legacy name. */
const uidLabels = ["batch.kubernetes.io/controller-uid", "controller-uid"] as const;
const nameLabels = ["batch.kubernetes.io/job-name", "job-name"] as const;

/** Drops an empty list of rules. Its field manager still owns the field. */
function dropEmptyRules(draft: ApiObject): void {
  const policy = draftOf<Job>(draft).spec?.podFailurePolicy;
  if (policy?.rules?.length === 0) delete policy.rules;
}

/** A Job selects its Pods by its uid, so two Jobs never share a Pod. */
function selectOwnPods(draft: ApiObject): void {
  const job = (draftOf<Job>(draft).spec ??= {});
  if (job.manualSelector === true) return;
  const { uid = "", name = "" } = draft.metadata;
  const template = (job.template ??= {});
  const metadata = (template.metadata ??= {});
  const isShared = draft.metadata.labels === metadata.labels && metadata.labels !== undefined;
  metadata.labels = {
    ...Object.fromEntries(nameLabels.map((label) => [label, name])),
    ...Object.fromEntries(uidLabels.map((label) => [label, uid])),
    ...metadata.labels,
  };
  if (isShared) draft.metadata.labels = { ...metadata.labels };
  const selector = (job.selector ??= {});
  selector.matchLabels = { [uidLabels[0]]: uid, ...selector.matchLabels };
}

/** The labels of the template must not contradict the generated ones. */
function checkGeneratedSelector(job: View<Job>): readonly FieldError[] {
  if (job.spec?.manualSelector === true || job.spec?.selector === undefined) return [];
  const { uid = "", name = "" } = job.metadata ?? {};
  const labels = job.spec?.template?.metadata?.labels ?? {};
  const path = fieldPath("spec", "template", "metadata", "labels");
  const expected = [
    [uidLabels[1], uid],
    [nameLabels[1], name],
    [uidLabels[0], uid],
    [nameLabels[0], name],
  ] as const;
  const errors = expected.flatMap(([label, value]) => {
    const found = labels[label];
    if (found === value) return [];
    if (found === undefined) return [field.required(path.key(label), `must be '${value}'`)];
    return [field.invalid(path.key(label), shownLabels(labels), `must be '${value}'`)];
  });
  const { selector } = job.spec;
  if (selects(selector, Object.fromEntries(expected))) return errors;
  return [...errors, field.invalid(spec.child("selector"), shownSelector(selector), "`selector` not auto-generated")];
}

function checkJob(job: View<Job>): Work<readonly FieldError[]> {
  return joinedInSteps([() => checkGeneratedSelector(job), () => checkSpec(job), () => checkHostnames(job)]);
}

function checkSpec({ spec: job = {} }: View<Job>): Work<readonly FieldError[]> {
  return joinedInSteps([() => checkJobSpec(job, spec), () => checkSelector(job)]);
}

/** The name of an indexed Job's Pod consists of the name of the Job and the index. */
function checkHostnames({ metadata, spec: job }: View<Job>): readonly FieldError[] {
  const { completions = 0, completionMode } = job ?? {};
  if (completionMode !== "Indexed" || completions <= 0) return [];
  const name = metadata?.name ?? "";
  const longest = `${name}-${completions - 1}`;
  if (isDns1123Label(longest).length === 0) return [];
  const text = `will not able to create pod with invalid DNS label: ${longest}`;
  return [field.invalid(fieldPath("metadata", "name"), name, text)];
}

function checkSelector({ selector, template }: View<JobSpec>): Work<readonly FieldError[]> {
  return joinedInSteps([
    () =>
      selector === undefined
        ? [field.required(spec.child("selector"), "")]
        : checkLabelSelector(selector, spec.child("selector")),
    () => checkSelection(selector, template, spec.child("template")),
  ]);
}

function checkChange(next: View<JobSpec>, old: View<Job>): readonly FieldError[] {
  const before = old.spec ?? {};
  return [
    ...checkCompletions(next, before),
    ...checkSelectorChange(next.selector, before.selector, spec.child("selector")),
    ...checkTemplateChange(next, old, spec.child("template")),
    ...(["completionMode", "podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"] as const).flatMap(
      (name) =>
        isDeepEqual(next[name] ?? null, before[name] ?? null)
          ? []
          : [field.invalid(spec.child(name), shownField(next, name), "field is immutable")],
    ),
  ];
}

/** A field as kube-apiserver prints it: policies are Go structs. */
function shownField(job: View<JobSpec>, name: keyof JobSpec): unknown {
  if (name === "podFailurePolicy") return failurePolicyInGo(job.podFailurePolicy);
  return name === "successPolicy" ? successPolicyInGo(job.successPolicy) : (job[name] ?? null);
}

/** `completions` is immutable, except in an elastic indexed Job (`completions` equals `parallelism`). */
function checkCompletions(next: View<JobSpec>, before: View<JobSpec>): readonly FieldError[] {
  const path = spec.child("completions");
  if (next.completionMode !== "Indexed") return checkImmutable(next.completions, before.completions, path);
  if (next.completions === before.completions || next.completions === undefined) return [];
  if (next.completions === next.parallelism) return [];
  return [field.invalid(path, next.completions, "can only be modified in tandem with spec.parallelism")];
}
