/** PersistentVolumes: https://kubernetes.io/docs/concepts/storage/persistent-volumes/ */
import { fieldPath, formatTime } from "@kubewright/apimachinery";
import type { PersistentVolume } from "@kubewright/api/core/v1";
import { checkImmutable } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { checkVolumeAffinity } from "../storage/volume-affinity.ts";
import { classOf, modesText } from "../storage/volume-cells.ts";
import { volumeWarnings } from "../storage/volume-warnings.ts";
import { checkVolumeChange } from "./check-volume-change.ts";
import { checkVolume, checkVolumeSpec } from "./check-volume-spec.ts";

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
