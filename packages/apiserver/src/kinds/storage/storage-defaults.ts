/** Kinds of storage that are checked by their schema alone and have defaults which it does not tell. */
import { formatTime } from "@kubewright/apimachinery";
import type { PersistentVolume } from "@kubewright/api/core/v1";
import type { CSIDriver, StorageClass } from "@kubewright/api/storage.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { draftOf } from "../typed.ts";

export const storageClassKind: BuiltinKind = {
  group: "storage.k8s.io",
  plural: "storageclasses",
  defaults: (draft) => {
    const storageClass = draftOf<StorageClass>(draft);
    storageClass.reclaimPolicy ??= "Delete";
    storageClass.volumeBindingMode ??= "Immediate";
  },
};

export const csiDriverKind: BuiltinKind = {
  group: "storage.k8s.io",
  plural: "csidrivers",
  defaults: (draft) => {
    const spec = (draftOf<CSIDriver>(draft).spec ??= {});
    spec.attachRequired ??= true;
    spec.podInfoOnMount ??= false;
    spec.storageCapacity ??= false;
    spec.fsGroupPolicy ??= "ReadWriteOnceWithFSType";
    spec.volumeLifecycleModes ??= ["Persistent"];
    spec.requiresRepublish ??= false;
    spec.seLinuxMount ??= false;
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
};
