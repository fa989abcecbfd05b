/** Kinds of storage whose new objects are checked by their schema alone, with the defaults that the schema does not publish. */
import { fieldPath, formatTime } from "@kubewright/apimachinery";
import type { PersistentVolume } from "@kubewright/api/core/v1";
import type { ResourceSlice } from "@kubewright/api/resource.k8s.io/v1";
import { checkImmutable } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { nameIsLongName } from "../generic/names.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkVolumeAffinity } from "./volume-affinity.ts";
import { volumeWarnings } from "./volume-warnings.ts";

export const deviceClassKind: BuiltinKind = {
  group: "resource.k8s.io",
  plural: "deviceclasses",
  validateName: nameIsLongName,
};

export const resourceSliceKind: BuiltinKind = {
  group: "resource.k8s.io",
  plural: "resourceslices",
  fields: {
    labels: ["spec.nodeName", "spec.driver"],
    valuesOf: (object) => {
      const { nodeName = "", driver = "" } = viewOf<ResourceSlice>(object).spec ?? {};
      return { "spec.nodeName": nodeName, "spec.driver": driver };
    },
    unsupportedText: (label) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${label}`,
  },
};

export const persistentVolumeKind: BuiltinKind = {
  group: "",
  plural: "persistentvolumes",
  defaults: (draft) => {
    const volume = draftOf<PersistentVolume>(draft);
    const spec = (volume.spec ??= {});
    spec.persistentVolumeReclaimPolicy ??= "Retain";
    spec.volumeMode ??= "Filesystem";
    (volume.status ??= {}).phase ??= "Pending";
    if (spec.hostPath !== undefined) spec.hostPath.type ??= "";
  },
  prepareForCreate: (draft, { clock }) => {
    const lastPhaseTransitionTime = formatTime(clock.wallTime());
    draftOf<PersistentVolume>(draft).status = { phase: "Pending", lastPhaseTransitionTime };
  },
  validateUpdate: (object, old) => {
    const { volumeMode, nodeAffinity } = viewOf<PersistentVolume>(object).spec ?? {};
    const before = viewOf<PersistentVolume>(old).spec ?? {};
    return [
      ...checkImmutable(volumeMode, before.volumeMode, fieldPath("volumeMode")),
      ...checkVolumeAffinity(nodeAffinity, before.nodeAffinity),
    ];
  },
  warningsOnCreate: (object) => volumeWarnings(viewOf<PersistentVolume>(object)),
  warningsOnUpdate: (object) => volumeWarnings(viewOf<PersistentVolume>(object)),
  status: {
    prepareForUpdate: (draft, old, { clock }) => {
      const status = (draftOf<PersistentVolume>(draft).status ??= {});
      const before = viewOf<PersistentVolume>(old).status ?? {};
      if (status.phase !== before.phase) status.lastPhaseTransitionTime = formatTime(clock.wallTime());
      else if (before.lastPhaseTransitionTime !== undefined) {
        status.lastPhaseTransitionTime ??= before.lastPhaseTransitionTime;
      }
    },
  },
};
