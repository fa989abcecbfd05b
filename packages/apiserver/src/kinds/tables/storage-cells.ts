/** Rows of volumes, claims, and the kinds of `storage.k8s.io` and `resource.k8s.io`. */
import type { PersistentVolume, PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { ResourceClaim, ResourceSlice } from "@kubewright/api/resource.k8s.io/v1";
import type {
  CSIDriver,
  CSINode,
  StorageClass,
  VolumeAttachment,
  VolumeAttributesClass,
} from "@kubewright/api/storage.k8s.io/v1";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { viewOf } from "../typed.ts";
import { nameWithDefault } from "./networking-cells.ts";

const unset = "<unset>";

/** Shown in this order, each once. */
const accessModes = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
] as const;

function modesText(modes: readonly string[] = []): string {
  return accessModes
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(",");
}

/** The class was an annotation once, which still goes before the field. */
function classOf(object: ReadonlyObject, name: string | undefined): string {
  return object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ?? name ?? "";
}

/** Name, Capacity, Access Modes, Reclaim Policy, Status, Claim, StorageClass, VolumeAttributesClass, Reason, Age, VolumeMode. */
export function persistentVolumeCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<PersistentVolume>(object);
  const { namespace = "", name = "" } = spec.claimRef ?? {};
  return [
    object.metadata.name,
    spec.capacity?.["storage"] ?? "0",
    modesText(spec.accessModes),
    spec.persistentVolumeReclaimPolicy ?? "",
    object.metadata.deletionTimestamp === undefined ? (status.phase ?? "") : "Terminating",
    spec.claimRef === undefined ? "" : `${namespace}/${name}`,
    classOf(object, spec.storageClassName),
    spec.volumeAttributesClassName ?? unset,
    status.reason ?? "",
    formatAge(object.metadata.creationTimestamp, now),
    spec.volumeMode ?? unset,
  ];
}

/** Name, Status, Volume, Capacity, Access Modes, StorageClass, VolumeAttributesClass, Age, VolumeMode. */
export function persistentVolumeClaimCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<PersistentVolumeClaim>(object);
  const isBound = (spec.volumeName ?? "") !== "";
  return [
    object.metadata.name,
    object.metadata.deletionTimestamp === undefined ? (status.phase ?? "") : "Terminating",
    spec.volumeName ?? "",
    isBound ? (status.capacity?.["storage"] ?? "0") : "",
    isBound ? modesText(status.accessModes) : "",
    classOf(object, spec.storageClassName),
    spec.volumeAttributesClassName ?? unset,
    formatAge(object.metadata.creationTimestamp, now),
    spec.volumeMode ?? unset,
  ];
}

/** Name, Provisioner, ReclaimPolicy, VolumeBindingMode, AllowVolumeExpansion, Age. */
export function storageClassCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const storageClass = viewOf<StorageClass>(object);
  return [
    nameWithDefault(
      object,
      "storageclass.kubernetes.io/is-default-class",
      "storageclass.beta.kubernetes.io/is-default-class",
    ),
    storageClass.provisioner ?? "",
    storageClass.reclaimPolicy ?? "Delete",
    storageClass.volumeBindingMode ?? "Immediate",
    storageClass.allowVolumeExpansion ?? false,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, DriverName, Age. */
export function volumeAttributesClassCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  return [
    object.metadata.name,
    viewOf<VolumeAttributesClass>(object).driverName ?? "",
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, AttachRequired, PodInfoOnMount, StorageCapacity, TokenRequests, RequiresRepublish, Modes, Age. */
export function csiDriverCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {} } = viewOf<CSIDriver>(object);
  const modes = (spec.volumeLifecycleModes ?? []).join(",");
  return [
    object.metadata.name,
    spec.attachRequired ?? true,
    spec.podInfoOnMount ?? false,
    spec.storageCapacity ?? false,
    spec.tokenRequests === undefined ? unset : spec.tokenRequests.map(({ audience = "" }) => audience).join(","),
    spec.requiresRepublish ?? false,
    modes === "" ? "<none>" : modes,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, Drivers, Age. */
export function csiNodeCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { drivers } = viewOf<CSINode>(object).spec ?? {};
  return [object.metadata.name, (drivers ?? []).length, formatAge(object.metadata.creationTimestamp, now)];
}

/** Name, Attacher, PV, Node, Attached, Age. */
export function volumeAttachmentCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<VolumeAttachment>(object);
  return [
    object.metadata.name,
    spec.attacher ?? "",
    spec.source?.persistentVolumeName ?? "",
    spec.nodeName ?? "",
    status.attached ?? false,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, State, Age. */
export function resourceClaimCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { status = {} } = viewOf<ResourceClaim>(object);
  const isDeleted = object.metadata.deletionTimestamp !== undefined;
  const isAllocated = status.allocation !== undefined;
  const states = [
    ...(isDeleted ? ["deleted"] : []),
    ...(isAllocated ? ["allocated"] : isDeleted ? [] : ["pending"]),
    ...(isAllocated && (status.reservedFor ?? []).length > 0 ? ["reserved"] : []),
  ];
  return [object.metadata.name, states.join(","), formatAge(object.metadata.creationTimestamp, now)];
}

/** Name, Node, Driver, Pool, Age. */
export function resourceSliceCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { nodeName = "", driver = "", pool = {} } = viewOf<ResourceSlice>(object).spec ?? {};
  return [object.metadata.name, nodeName, driver, pool.name ?? "", formatAge(object.metadata.creationTimestamp, now)];
}
