/** Cells of PersistentVolumes and PersistentVolumeClaims. */
import type { ReadonlyObject } from "../../objects/api-object.ts";

/** The order of access modes in cells. Each is shown once. */
const accessModes = [
  ["ReadWriteOnce", "RWO"],
  ["ReadOnlyMany", "ROX"],
  ["ReadWriteMany", "RWX"],
  ["ReadWriteOncePod", "RWOP"],
] as const;

/** The short names of access modes. */
export function modesText(modes: readonly string[] = []): string {
  return accessModes
    .filter(([mode]) => modes.includes(mode))
    .map(([, short]) => short)
    .join(",");
}

/** The storage class. The older annotation precedes the field. */
export function classOf(object: ReadonlyObject, name: string | undefined): string {
  return object.metadata.annotations?.["volume.beta.kubernetes.io/storage-class"] ?? name ?? "";
}
