/** Warnings about deprecated parts of a PersistentVolume. https://kubernetes.io/docs/concepts/storage/persistent-volumes/#types-of-persistent-volumes */
import { fieldPath } from "@kubewright/apimachinery";
import type { PersistentVolume, PersistentVolumeSpec } from "@kubewright/api/core/v1";
import { nodeTermWarnings } from "../node-label-warnings.ts";
import { fieldWarning } from "../field-warning.ts";
import type { View } from "../typed.ts";

const specPath = fieldPath("spec");

const annotations: readonly (readonly [key: string, text: string])[] = [
  ["volume.beta.kubernetes.io/storage-class", 'deprecated since v1.8; use "storageClassName" attribute instead'],
  ["volume.beta.kubernetes.io/mount-options", 'deprecated since v1.31; use "mountOptions" attribute instead'],
];

const recycleText =
  "The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.";

/** Removed volume types, with the field as the warning spells it. */
const removedTypes: readonly (readonly [type: keyof PersistentVolumeSpec, shown: string, text: string])[] = [
  ["cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"],
  ["photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"],
  ["scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"],
  ["storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"],
  ["glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"],
  ["rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"],
];

export function volumeWarnings({ metadata = {}, spec = {} }: View<PersistentVolume>): readonly string[] {
  const terms = spec.nodeAffinity?.required?.nodeSelectorTerms ?? [];
  const termsPath = specPath.child("nodeAffinity", "required", "nodeSelectorTerms");
  return [
    ...annotations
      .filter(([key]) => metadata.annotations?.[key] !== undefined)
      .map(([key, text]) => fieldWarning(fieldPath("metadata", "annotations").key(key), text)),
    ...(spec.persistentVolumeReclaimPolicy === "Recycle"
      ? [fieldWarning(specPath.child("persistentVolumeReclaimPolicy"), recycleText)]
      : []),
    ...terms.flatMap((term, index) => nodeTermWarnings(term, termsPath.index(index), { withValues: false })),
    ...removedTypes
      .filter(([type]) => spec[type] !== undefined)
      .map(([, shown, text]) => fieldWarning(specPath.child(shown), text)),
  ];
}
