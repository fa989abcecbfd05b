/** Errors of a Pod, new or changed, through any subresource. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type { Pod, PodSpec } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkPodAnnotations } from "./annotations.ts";
import { checkImage } from "./container.ts";
import { checkPodSpec } from "./spec.ts";

const path = fieldPath("spec");

/** The path of errors about a Pod as a whole in kube-apiserver: a path with an empty name prints like this. */
export const wholePod = "[]";

/** In steps. */
export function checkAnyPod({ metadata = {}, spec = {} }: View<Pod>): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => checkPodAnnotations(metadata.annotations, spec, fieldPath("metadata", "annotations")),
    () => checkPodSpec(spec, path, metadata),
    () => checkTokens(spec, path.child("volumes")),
    () =>
      (["containers", "initContainers"] as const).flatMap((list) =>
        (spec[list] ?? []).flatMap((container, index) => checkImage(container, path.child(list).index(index))),
      ),
  ]);
}

/** Rejects projected tokens in a Pod without a service account. */
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
