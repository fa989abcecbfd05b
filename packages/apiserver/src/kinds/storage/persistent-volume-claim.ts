/** PersistentVolumeClaims: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistentvolumeclaims */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";
import { checkClaimSpec } from "./claim-spec.ts";

const spec = fieldPath("spec");

export const persistentVolumeClaimKind: BuiltinKind = {
  group: "",
  plural: "persistentvolumeclaims",
  defaults: (draft) => {
    const claim = draftOf<PersistentVolumeClaim>(draft);
    (claim.spec ??= {}).volumeMode ??= "Filesystem";
    (claim.status ??= {}).phase ??= "Pending";
  },
  prepareForCreate: (draft) => {
    draftOf<PersistentVolumeClaim>(draft).status = { phase: "Pending" };
  },
  validate: (object) => checkClaimSpec(viewOf<PersistentVolumeClaim>(object).spec ?? {}, spec),
  validateUpdate: (object, old) =>
    checkChange(viewOf<PersistentVolumeClaim>(object), viewOf<PersistentVolumeClaim>(old)),
};

/** A claim is a contract: it may grow once it is bound, and be bound once. */
function checkChange(next: View<PersistentVolumeClaim>, old: View<PersistentVolumeClaim>): readonly FieldError[] {
  const isBound = next.status?.phase === "Bound";
  const fixed = (claim: View<PersistentVolumeClaim>): unknown => {
    const { resources, volumeAttributesClassName, volumeName, ...rest } = claim.spec ?? {};
    const bindsNow = (old.spec?.volumeName ?? "") === "";
    return {
      ...rest,
      volumeName: bindsNow ? "" : volumeName,
      resources: isBound ? { ...resources, requests: {} } : resources,
      volumeAttributesClassName: isBound ? "" : volumeAttributesClassName,
    };
  };
  if (isDeepEqual(fixed(next), fixed(old))) return [];
  const text =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  return [field.forbidden(spec, text)];
}
