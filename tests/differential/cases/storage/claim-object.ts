/** A valid claim, and its variations. */
import type { Variation } from "../../variations.ts";

export const claims = "/api/v1/namespaces/{{namespace}}/persistentvolumeclaims";
export const own = `${claims}/a`;
export const good = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "a" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } } },
};
const classAnnotation = "volume.beta.kubernetes.io/storage-class";
export const snapshot = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "s" };
export const otherClaim = { kind: "PersistentVolumeClaim", name: "b" };
export const odd = { apiGroup: "example.com", kind: "Odd", name: "o" };

export function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

export function requests(...list: readonly (object | null)[]): readonly Variation[] {
  return list.map((request) => ({ spec: { resources: { requests: request } } }));
}

export function sized(storage: string): Variation {
  return { spec: { resources: { requests: { storage } } } };
}

export function classed(storageClassName: string | null, annotation?: string | null): Variation {
  return { metadata: { annotations: { [classAnnotation]: annotation } }, spec: { storageClassName } };
}
