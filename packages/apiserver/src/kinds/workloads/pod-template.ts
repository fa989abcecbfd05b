/** What the workload kinds have in common: a selector, and a template of the Pods it selects. */
import type { FieldError, FieldPath, LabelSelector } from "@kubewright/apimachinery";
import { compileLabelSelector, field, matchesLabels, validateAnnotations } from "@kubewright/apimachinery";
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import { checkLabelSelector, checkLabels } from "../field-checks.ts";
import { checkAnnotatedProfiles, checkPodAnnotations } from "../pod/annotations.ts";
import { defaultPodSpec } from "../pod/defaults.ts";
import { checkPodSpec } from "../pod/spec.ts";
import type { Draft, View } from "../typed.ts";

export function defaultTemplate(template: Draft<PodTemplateSpec> | undefined): void {
  if (template?.spec !== undefined) defaultPodSpec(template.spec);
}

/** Errors of a template, wherever it stands. */
export function checkTemplate(template: View<PodTemplateSpec> | undefined, path: FieldPath): readonly FieldError[] {
  const { metadata: { labels, annotations } = {}, spec = {} } = template ?? {};
  return [
    ...checkLabels(labels, path.child("labels")),
    ...validateAnnotations(annotations, path.child("annotations")),
    ...checkPodAnnotations(annotations, spec, path.child("annotations")),
    ...checkPodSpec(spec, path.child("spec")),
    ...checkAnnotatedProfiles(annotations, spec, path.child("spec")),
    ...((spec.ephemeralContainers ?? []).length > 0
      ? [field.forbidden(path.child("spec", "ephemeralContainers"), "ephemeral containers not allowed in pod template")]
      : []),
  ];
}

/** Pods of these kinds run for ever: they restart always, and have no deadline. */
export function checkEndlessTemplate(
  template: View<PodTemplateSpec> | undefined,
  kind: string,
  path: FieldPath,
): readonly FieldError[] {
  const { restartPolicy = "", activeDeadlineSeconds } = template?.spec ?? {};
  const errors = [...checkTemplate(template, path)];
  if (restartPolicy !== "Always") {
    errors.push(field.notSupported(path.child("spec", "restartPolicy"), restartPolicy, ["Always"]));
  }
  if (activeDeadlineSeconds !== undefined) {
    const text = `activeDeadlineSeconds in ${kind} is not Supported`;
    errors.push(field.forbidden(path.child("spec", "activeDeadlineSeconds"), text));
  }
  return errors;
}

/** Errors of a selector that must select something. `kind` is what the reference calls the workload here. */
export function checkSelector(
  selector: View<LabelSelector> | null | undefined,
  kind: string,
  path: FieldPath,
): readonly FieldError[] {
  if (selector === undefined || selector === null) return [field.required(path, "")];
  const errors = [...checkLabelSelector(selector, path)];
  if (isEmpty(selector)) errors.push(field.invalid(path, selector, `empty selector is invalid for ${kind}`));
  return errors;
}

/** A workload that does not select what it makes would make Pods without end. */
export function checkSelection(
  selector: View<LabelSelector> | null | undefined,
  template: View<PodTemplateSpec> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (selector !== undefined && selector !== null && isEmpty(selector)) return [];
  const labels = template?.metadata?.labels;
  return selects(selector ?? undefined, labels)
    ? []
    : [field.invalid(path.child("metadata", "labels"), labels ?? null, "`selector` does not match template `labels`")];
}

function selects(
  selector: View<LabelSelector> | undefined,
  labels: { readonly [key: string]: string } | undefined,
): boolean {
  try {
    // Whatever is missing in an expression makes it illegal, which is reported where it stands.
    return matchesLabels(compileLabelSelector(selector as LabelSelector | undefined), labels);
  } catch {
    return true;
  }
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: View<LabelSelector>): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}
