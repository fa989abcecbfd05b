/**
 * PersistentVolumeClaimResize: a claim can be expanded only if it is bound and its class allows expansion.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#persistentvolumeclaimresize
 */
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { StorageClass } from "@kubewright/api/storage.k8s.io/v1";
import { compareQuantities } from "../../kinds/quantities.ts";
import { classAnnotation } from "../../kinds/storage/claim-change.ts";
import type { View } from "../../kinds/typed.ts";
import { viewOf } from "../../kinds/typed.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { forbid, isAbout } from "./forbid.ts";

const storageClasses = { group: "storage.k8s.io", resource: "storageclasses" } as const;

export const persistentVolumeClaimResize: AdmissionPlugin = {
  name: "PersistentVolumeClaimResize",
  validate: (attributes, context) => {
    const { operation, object, oldObject } = attributes;
    if (operation !== "UPDATE" || !isAbout(attributes, "", "persistentvolumeclaims")) return;
    if (object === undefined || oldObject === undefined) return;
    const [claim, old] = [viewOf<PersistentVolumeClaim>(object), viewOf<PersistentVolumeClaim>(oldObject)];
    if (compareQuantities(sizeOf(claim), sizeOf(old)) <= 0) return;
    if (old.status?.phase !== "Bound") {
      throw forbid(attributes, "Only bound persistent volume claims can be expanded");
    }
    if (!mayGrow(claim, old, context)) {
      const why =
        "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";
      throw forbid(attributes, why);
    }
  },
};

function sizeOf({ spec }: View<PersistentVolumeClaim>): string | number {
  return spec?.resources?.requests?.["storage"] ?? "0";
}

function mayGrow(
  claim: View<PersistentVolumeClaim>,
  old: View<PersistentVolumeClaim>,
  { read }: RequestContext,
): boolean {
  const name = classOf(claim);
  if (name === "" || name !== classOf(old)) return false;
  const found = read.get(storageClasses, { name });
  return found !== undefined && viewOf<StorageClass>(found).allowVolumeExpansion === true;
}

function classOf({ metadata, spec }: View<PersistentVolumeClaim>): string {
  return metadata?.annotations?.[classAnnotation] ?? spec?.storageClassName ?? "";
}
