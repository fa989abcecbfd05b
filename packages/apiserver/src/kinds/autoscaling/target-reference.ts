/** References of an autoscaler to objects of any kind: its target, and the objects that its metrics describe. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isPathSegmentName } from "@kubewright/apimachinery";
import type { CrossVersionObjectReference, HorizontalPodAutoscaler } from "@kubewright/api/autoscaling/v2";
import { invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";

/** How strictly the API version of a reference is checked. */
export interface ReferenceOptions {
  /** Skips the check. */
  readonly allowInvalidApiVersion?: boolean;
  /** Accepts the core group, `v1` or the empty string. */
  readonly allowEmptyGroup?: boolean;
}

/** How strictly the references of an autoscaler are checked. */
export interface AutoscalerOptions {
  readonly target: ReferenceOptions;
  readonly metrics: ReferenceOptions;
}

const describedObjects: ReferenceOptions = { allowEmptyGroup: true };

/**
 * The options for an autoscaler. An update that does not change the kind and API version of the target does not check the API version; an invalid
 * object metric in `old` permits invalid ones in the update.
 */
export function autoscalerOptions(
  autoscaler: View<HorizontalPodAutoscaler>,
  old: View<HorizontalPodAutoscaler> | undefined,
): AutoscalerOptions {
  const hadInvalidMetric = (old?.spec?.metrics ?? []).some(
    ({ type, object }) =>
      type === "Object" &&
      object !== undefined &&
      apiVersionProblem(object.describedObject?.apiVersion ?? "", describedObjects) !== undefined,
  );
  return {
    target: targetOptions(targetOf(autoscaler), old === undefined ? undefined : targetOf(old)),
    metrics: hadInvalidMetric ? { allowInvalidApiVersion: true } : describedObjects,
  };
}

type Reference = View<CrossVersionObjectReference>;

function targetOf({ spec: autoscaler = {} }: View<HorizontalPodAutoscaler>): Reference {
  return autoscaler.scaleTargetRef ?? {};
}

function targetOptions(target: Reference, old: Reference | undefined): ReferenceOptions {
  const isUnchanged =
    old !== undefined &&
    (old.apiVersion ?? "") === (target.apiVersion ?? "") &&
    (old.kind ?? "") === (target.kind ?? "");
  if (isUnchanged) return { allowInvalidApiVersion: true };
  // The only scalable kind of the core group.
  return { allowEmptyGroup: target.kind === "ReplicationController" };
}

export function checkReference(
  { apiVersion = "", kind = "", name = "" }: Reference,
  path: FieldPath,
  options: ReferenceOptions,
): readonly FieldError[] {
  const segment = (value: string, part: string): readonly FieldError[] =>
    value === ""
      ? [field.required(path.child(part), "")]
      : invalidFor(path.child(part), value, isPathSegmentName(value));
  const problem = apiVersionProblem(apiVersion, options);
  return [
    ...segment(kind, "kind"),
    ...segment(name, "name"),
    ...(problem === undefined ? [] : [field.invalid(path.child("apiVersion"), apiVersion, problem)]),
  ];
}

function apiVersionProblem(
  apiVersion: string,
  { allowInvalidApiVersion = false, allowEmptyGroup = false }: ReferenceOptions,
): string | undefined {
  if (allowInvalidApiVersion) return undefined;
  const parts = apiVersion.split("/");
  if (parts.length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  const [group] = parts;
  const hasGroup = parts.length === 2 && group !== "";
  return hasGroup || allowEmptyGroup ? undefined : "apiVersion must specify API group";
}
