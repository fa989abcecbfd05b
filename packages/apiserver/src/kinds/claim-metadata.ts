/** The metadata in a template of claims, for volumes or devices. */
import type { FieldError, FieldPath, ObjectMeta, Work } from "@kubewright/apimachinery";
import { field, joinedInSteps, validateAnnotations } from "@kubewright/apimachinery";
import { checkLabels } from "./field-checks.ts";
import type { View } from "./typed.ts";

/** The metadata that a claim template must not have, in the order of the reference. It may have labels and annotations. */
const forbiddenMetadata = [
  "name",
  "generateName",
  "namespace",
  "selfLink",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "ownerReferences",
  "finalizers",
  "managedFields",
] as const;

export function checkClaimMetadata(metadata: View<ObjectMeta>, path: FieldPath): Work<readonly FieldError[]> {
  return joinedInSteps([
    () => validateAnnotations(metadata.annotations, path.child("annotations")),
    () => checkLabels(metadata.labels, path.child("labels")),
    () =>
      forbiddenMetadata
        .filter((name) => (metadata[name] ?? null) !== null)
        .map((name) => field.forbidden(path.child(name), "cannot be set")),
  ]);
}
