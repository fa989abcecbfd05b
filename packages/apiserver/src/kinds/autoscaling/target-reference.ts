/** What an autoscaler scales, and what an object metric is about: an object of any kind. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isPathSegmentName } from "@kubewright/apimachinery";
import type { CrossVersionObjectReference, HorizontalPodAutoscaler } from "@kubewright/api/autoscaling/v2";
import { invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";

/** What was taken once and would not be any more: an old object's way to name what it scales. */
export interface KeptReferences {
  readonly badApiVersion?: boolean;
  readonly noGroup?: boolean;
}

/** What an old object's target lets its successor have. */
export function keptReferences({ spec: autoscaler = {} }: View<HorizontalPodAutoscaler>): KeptReferences {
  const { apiVersion = "" } = autoscaler.scaleTargetRef ?? {};
  return {
    badApiVersion: apiVersionProblem(apiVersion, false) !== undefined && isUnreadable(apiVersion),
    noGroup: !apiVersion.includes("/"),
  };
}

export function checkReference(
  { apiVersion = "", kind = "", name = "" }: View<CrossVersionObjectReference>,
  path: FieldPath,
  kept: KeptReferences,
): readonly FieldError[] {
  const segment = (value: string, part: string): readonly FieldError[] =>
    value === ""
      ? [field.required(path.child(part), "")]
      : invalidFor(path.child(part), value, isPathSegmentName(value));
  const problem = kept.badApiVersion === true ? undefined : apiVersionProblem(apiVersion, kept.noGroup === true);
  return [
    ...segment(kind, "kind"),
    ...segment(name, "name"),
    ...(problem === undefined ? [] : [field.invalid(path.child("apiVersion"), apiVersion, problem)]),
  ];
}

function apiVersionProblem(apiVersion: string, allowsNoGroup: boolean): string | undefined {
  if (isUnreadable(apiVersion)) return `unexpected GroupVersion string: ${apiVersion}`;
  const group = apiVersion.includes("/") ? apiVersion.split("/")[0] : "";
  return group === "" && !allowsNoGroup ? "apiVersion must specify API group" : undefined;
}

function isUnreadable(apiVersion: string): boolean {
  return apiVersion.split("/").length > 2;
}
