/** Generic ephemeral volumes: a claim is created for the Pod and has its lifetime. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, validateAnnotations } from "@kubewright/apimachinery";
import type { EphemeralVolumeSource } from "@kubewright/api/core/v1";
import { checkLabels } from "../field-checks.ts";
import { checkClaimSpec } from "../storage/claim-spec.ts";
import type { View } from "../typed.ts";

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

export function checkEphemeralVolume(volume: View<EphemeralVolumeSource>, path: FieldPath): readonly FieldError[] {
  const at = path.child("volumeClaimTemplate");
  const template = volume.volumeClaimTemplate;
  if (template === undefined) return [field.required(at, "")];
  const { metadata = {}, spec = {} } = template;
  const metadataPath = at.child("metadata");
  return [
    ...validateAnnotations(metadata.annotations, metadataPath.child("annotations")),
    ...checkLabels(metadata.labels, metadataPath.child("labels")),
    ...forbiddenMetadata
      .filter((name) => (metadata[name] ?? null) !== null)
      .map((name) => field.forbidden(metadataPath.child(name), "cannot be set")),
    ...checkClaimSpec(spec, at.child("spec")),
  ];
}
