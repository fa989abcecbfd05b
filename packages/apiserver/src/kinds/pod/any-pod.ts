/** Errors of any Pod, new or changed, through any subresource. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath } from "@kubewright/apimachinery";
import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkPodAnnotations } from "./annotations.ts";
import { checkImage } from "./container.ts";
import { checkPodSpec } from "./spec.ts";

const path = fieldPath("spec");

/** Where the reference reports what concerns a Pod as a whole: at a path whose only name is empty, which prints so. */
export const wholePod = "[]";

export function checkAnyPod({ metadata = {}, spec = {} }: View<Pod>): readonly FieldError[] {
  return [
    ...checkPodAnnotations(metadata.annotations, spec, fieldPath("metadata", "annotations")),
    ...checkPodSpec(spec, path, metadata),
    ...checkTokens(spec, path.child("volumes")),
    ...(["containers", "initContainers"] as const).flatMap((list) =>
      (spec[list] ?? []).flatMap((container, index) => checkImage(container, path.child(list).index(index))),
    ),
  ];
}

/** Whose token it would be is not said. */
function checkTokens({ serviceAccountName = "", volumes = [] }: View<PodSpec>, at: FieldPath): readonly FieldError[] {
  if (serviceAccountName !== "") return [];
  return volumes.flatMap(({ projected }, index) =>
    (projected?.sources ?? []).flatMap(({ serviceAccountToken }, sourceIndex) => {
      if (serviceAccountToken === undefined) return [];
      const place = at.index(index).child("projected", "sources").index(sourceIndex).child("serviceAccountToken");
      return [field.forbidden(place, "must not be specified when serviceAccountName is not set")];
    }),
  );
}
