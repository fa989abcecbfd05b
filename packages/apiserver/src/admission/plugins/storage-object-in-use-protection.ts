/**
 * StorageObjectInUseProtection: adds a finalizer to volumes, claims and volume attributes classes, so that they are not deleted while in use.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#storageobjectinuseprotection
 */
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { isAbout } from "./forbid.ts";

const finalizers = [
  ["", "persistentvolumeclaims", "kubernetes.io/pvc-protection"],
  ["", "persistentvolumes", "kubernetes.io/pv-protection"],
  ["storage.k8s.io", "volumeattributesclasses", "kubernetes.io/vac-protection"],
] as const;

export const storageObjectInUseProtection: AdmissionPlugin = {
  name: "StorageObjectInUseProtection",
  mutate: (attributes) => {
    const { object, operation } = attributes;
    if (operation !== "CREATE" || object === undefined) return;
    for (const [group, plural, finalizer] of finalizers) {
      if (!isAbout(attributes, group, plural)) continue;
      const current = object.metadata.finalizers ?? [];
      if (!current.includes(finalizer)) object.metadata.finalizers = [...current, finalizer];
    }
  },
};
