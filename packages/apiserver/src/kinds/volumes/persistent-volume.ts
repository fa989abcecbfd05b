/** PersistentVolumes: https://kubernetes.io/docs/concepts/storage/persistent-volumes/ */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, formatTime, isDeepEqual } from "@kubewright/apimachinery";
import type { PersistentVolume, PersistentVolumeSpec } from "@kubewright/api/core/v1";
import { checkImmutable } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkVolumeAffinity } from "../storage/volume-affinity.ts";
import { classOf, modesText } from "../storage/volume-cells.ts";
import { checkVolume, checkVolumeSpec } from "./check-volume-spec.ts";
import { nodeTermWarnings } from "../node-label-warnings.ts";
import { fieldWarning } from "../field-warning.ts";
import type { View } from "../typed.ts";

export const persistentVolumeKind: BuiltinKind = builtinKind<PersistentVolume>({
  group: "",
  plural: "persistentvolumes",
  metadataChecks: { wholeOnUpdate: true },
  deletion: { returnsObject: true },
  defaults: (draft) => {
    const spec = (draft.spec ??= {});
    spec.persistentVolumeReclaimPolicy ??= "Retain";
    spec.volumeMode ??= "Filesystem";
    (draft.status ??= {}).phase ??= "Pending";
    if (spec.hostPath !== undefined) spec.hostPath.type ??= "";
  },
  prepareForCreate: (draft, { clock }) => {
    const lastPhaseTransitionTime = formatTime(clock.wallTime());
    draft.status = { phase: "Pending", lastPhaseTransitionTime };
  },
  validate: (object) => checkVolume(object),
  validateUpdate: (object, old) => {
    const { volumeMode, nodeAffinity } = object.spec ?? {};
    const before = old.spec ?? {};
    return [
      ...checkVolume(object),
      ...checkVolumeSpec(object), // kube-apiserver reports these errors twice.
      ...checkVolumeChange(object.spec ?? {}, before),
      ...checkImmutable(volumeMode, before.volumeMode, fieldPath("volumeMode")),
      ...checkVolumeAffinity(nodeAffinity, before.nodeAffinity),
    ];
  },
  warningsOnCreate: (object) => volumeWarnings(object),
  warningsOnUpdate: (object) => volumeWarnings(object),
  status: {
    prepareForUpdate: (draft, old, { clock }) => {
      const status = (draft.status ??= {});
      const before = old.status ?? {};
      if (status.phase !== before.phase) status.lastPhaseTransitionTime = formatTime(clock.wallTime());
      else if (before.lastPhaseTransitionTime !== undefined) {
        status.lastPhaseTransitionTime ??= before.lastPhaseTransitionTime;
      }
    },
  },
  cells: (object) => {
    const { spec = {}, status = {} } = object;
    const { namespace = "", name = "" } = spec.claimRef ?? {};
    return {
      Capacity: spec.capacity?.["storage"] ?? "0",
      "Access Modes": modesText(spec.accessModes),
      "Reclaim Policy": spec.persistentVolumeReclaimPolicy ?? "",
      Status: object.metadata.deletionTimestamp === undefined ? (status.phase ?? "") : "Terminating",
      Claim: spec.claimRef === undefined ? "" : `${namespace}/${name}`,
      StorageClass: classOf(object, spec.storageClassName),
      VolumeAttributesClass: spec.volumeAttributesClassName ?? "<unset>",
      Reason: status.reason ?? "",
      VolumeMode: spec.volumeMode ?? "<unset>",
    };
  },
});

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

/** Deprecated parts. https://kubernetes.io/docs/concepts/storage/persistent-volumes/#types-of-persistent-volumes */
function volumeWarnings({ metadata = {}, spec = {} }: View<PersistentVolume>): readonly string[] {
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

type Spec = View<PersistentVolumeSpec>;

/** The fields of the spec that are not part of the source. */
const otherFields: ReadonlySet<string> = new Set([
  "accessModes",
  "capacity",
  "claimRef",
  "mountOptions",
  "nodeAffinity",
  "persistentVolumeReclaimPolicy",
  "storageClassName",
  "volumeAttributesClassName",
  "volumeMode",
]);

/** Errors of a change. The source of a volume is immutable. */
function checkVolumeChange(next: Spec, old: Spec): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!isDeepEqual(sourceOf(withoutAddedSecret(next, old)), sourceOf(old))) {
    const text = "spec.persistentvolumesource is immutable after creation\n";
    errors.push(field.forbidden(fieldPath("spec", "persistentvolumesource"), text));
  }
  if (old.volumeAttributesClassName !== undefined && next.volumeAttributesClassName === undefined) {
    const at = fieldPath("spec", "volumeAttributesClassName");
    errors.push(field.forbidden(at, "update from non-nil value to nil is forbidden"));
  }
  return errors;
}

/** The secret for expansions may be added to a CSI volume. */
function withoutAddedSecret(next: Spec, old: Spec): Spec {
  if (next.csi === undefined || old.csi === undefined || old.csi.controllerExpandSecretRef !== undefined) return next;
  const { controllerExpandSecretRef: _, ...csi } = next.csi;
  return { ...next, csi };
}

function sourceOf(spec: Spec): object {
  return Object.fromEntries(
    Object.entries(spec).filter(([name, value]) => !otherFields.has(name) && value !== undefined),
  );
}
