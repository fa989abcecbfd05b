/** Generic ephemeral volumes: a claim is created for the Pod and has its lifetime. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, finish } from "@kubewright/apimachinery";
import type { EphemeralVolumeSource } from "@kubewright/api/core/v1";
import { checkClaimMetadata } from "../claim-metadata.ts";
import { checkClaimSpec } from "../storage/claim-spec.ts";
import type { View } from "../typed.ts";

export function checkEphemeralVolume(volume: View<EphemeralVolumeSource>, path: FieldPath): readonly FieldError[] {
  const at = path.child("volumeClaimTemplate");
  const template = volume.volumeClaimTemplate;
  if (template === undefined) return [field.required(at, "")];
  const { metadata = {}, spec = {} } = template;
  return [
    ...finish(checkClaimMetadata(metadata, at.child("metadata"))),
    ...finish(checkClaimSpec(spec, at.child("spec"))),
  ];
}
