/** The common parts of workload kinds: a selector and a Pod template. */
import type { FieldError, FieldPath, LabelSelector, Work } from "@kubewright/apimachinery";
import { field, isDeepEqual, joinedInSteps, validateAnnotations } from "@kubewright/apimachinery";
import { sortKeys } from "@kubewright/schema";
import type { PodTemplateSpec } from "@kubewright/api/core/v1";
import { checkLabelSelector, checkLabels } from "../field-checks.ts";
import { isWellFormed, selects, shownSelector } from "../label-selectors.ts";
import { checkAnnotatedProfiles, checkPodAnnotations } from "../pod/annotations.ts";
import { defaultPodSpec } from "../pod/defaults.ts";
import { checkPodSpec } from "../pod/spec.ts";
import type { Draft, View } from "../typed.ts";

export function defaultTemplate(template: Draft<PodTemplateSpec> | undefined): void {
  if (template?.spec !== undefined) defaultPodSpec(template.spec);
}

/** In steps, the errors of the Pod template of any kind. */
export function checkTemplate(
  template: View<PodTemplateSpec> | undefined,
  path: FieldPath,
): Work<readonly FieldError[]> {
  const { metadata: { annotations } = {}, spec = {} } = template ?? {};
  return joinedInSteps([
    () => checkTemplateMetadata(template, path),
    () => checkPodSpec(spec, path.child("spec")),
    () => checkAnnotatedProfiles(annotations, spec, path.child("spec")),
    () =>
      (spec.ephemeralContainers ?? []).length === 0
        ? []
        : [
            field.forbidden(
              path.child("spec", "ephemeralContainers"),
              "ephemeral containers not allowed in pod template",
            ),
          ],
  ]);
}

/** In steps, the errors of the labels and annotations of a template, which kube-apiserver checks twice in a StatefulSet. */
export function checkTemplateMetadata(
  template: View<PodTemplateSpec> | undefined,
  path: FieldPath,
): Work<readonly FieldError[]> {
  const { metadata: { labels, annotations } = {}, spec = {} } = template ?? {};
  return joinedInSteps([
    () => checkLabels(labels, path.child("labels")),
    () => validateAnnotations(annotations, path.child("annotations")),
    () => checkPodAnnotations(annotations, spec, path.child("annotations")),
  ]);
}

/** In steps, the errors of the template of a workload whose Pods do not end. */
export function checkEndlessTemplate(
  template: View<PodTemplateSpec> | undefined,
  kind: string,
  path: FieldPath,
): Work<readonly FieldError[]> {
  return joinedInSteps([() => checkTemplate(template, path), () => checkEndless(template, kind, path)]);
}

/** Checks the restart policy, which must be `Always`, and that there is no deadline. */
export function checkEndless(
  template: View<PodTemplateSpec> | undefined,
  kind: string,
  path: FieldPath,
): readonly FieldError[] {
  const { restartPolicy = "", activeDeadlineSeconds } = template?.spec ?? {};
  const errors: FieldError[] = [];
  if (restartPolicy !== "Always") {
    errors.push(field.notSupported(path.child("spec", "restartPolicy"), restartPolicy, ["Always"]));
  }
  if (activeDeadlineSeconds !== undefined) {
    const text = `activeDeadlineSeconds in ${kind} is not Supported`;
    errors.push(field.forbidden(path.child("spec", "activeDeadlineSeconds"), text));
  }
  return errors;
}

/** The selector and the template of a workload, with their paths. */
interface Selecting {
  readonly selector?: View<LabelSelector> | null;
  readonly template?: View<PodTemplateSpec>;
}

/** The kind of the workload in kube-apiserver's messages about its selector. */
interface SelectorTexts {
  readonly kind: string;
  readonly malformed: string;
}

/**
 * In steps, the errors of a workload whose selector must not be empty and must match its template: otherwise it would create an endless number of Pods.
 * `checkMade` validates the template. It is not called for a malformed selector.
 */
export function checkSelecting(
  { selector, template }: Selecting,
  { kind, malformed }: SelectorTexts,
  path: FieldPath,
  checkMade: () => Work<readonly FieldError[]>,
): Work<readonly FieldError[]> {
  const at = path.child("selector");
  if (selector === undefined || selector === null) {
    return joinedInSteps([
      () => [field.required(at, ""), ...checkSelection(selector, template, path.child("template"))],
      checkMade,
    ]);
  }
  const isUsable = isWellFormed(selector);
  return joinedInSteps([
    () => checkLabelSelector(selector, at),
    () =>
      isEmpty(selector) ? [field.invalid(at, shownSelector(selector), `empty selector is invalid for ${kind}`)] : [],
    () =>
      isUsable
        ? checkSelection(selector, template, path.child("template"))
        : [field.invalid(at, shownSelector(selector), malformed)],
    () => (isUsable ? checkMade() : []),
  ]);
}

/** Errors of a template that the selector does not match. A malformed or empty selector has no errors here. */
export function checkSelection(
  selector: View<LabelSelector> | null | undefined,
  template: View<PodTemplateSpec> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (selector !== undefined && selector !== null && isEmpty(selector)) return [];
  const labels = template?.metadata?.labels;
  return selects(selector ?? undefined, labels)
    ? []
    : [
        field.invalid(
          path.child("metadata", "labels"),
          shownLabels(labels),
          "`selector` does not match template `labels`",
        ),
      ];
}

/** The selector of a workload is immutable, because a change would orphan Pods. */
export function checkSelectorChange(
  selector: View<LabelSelector> | null | undefined,
  before: View<LabelSelector> | null | undefined,
  path: FieldPath,
): readonly FieldError[] {
  if (isDeepEqual(selector ?? null, before ?? null)) return [];
  return [field.invalid(path, shownSelector(selector), "field is immutable")];
}

/** Labels as kube-apiserver prints them. */
export function shownLabels(labels: { readonly [name: string]: string } | undefined): unknown {
  return sortKeys(labels ?? null);
}

function isEmpty({ matchLabels = {}, matchExpressions = [] }: View<LabelSelector>): boolean {
  return Object.keys(matchLabels).length + matchExpressions.length === 0;
}
