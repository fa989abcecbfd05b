/** PersistentVolumeClaims: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistentvolumeclaims */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";

const spec = fieldPath("spec");
const accessModes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

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
  validate: (object) => checkSpec(viewOf<PersistentVolumeClaim>(object).spec ?? {}),
  validateUpdate: (object, old) =>
    checkChange(viewOf<PersistentVolumeClaim>(object), viewOf<PersistentVolumeClaim>(old)),
};

function checkSpec(claim: View<PersistentVolumeClaimSpec>): readonly FieldError[] {
  const modes = claim.accessModes ?? [];
  const errors: FieldError[] = [];
  if (modes.length === 0) {
    errors.push(field.required(spec.child("accessModes"), "at least 1 access mode is required"));
  }
  for (const mode of modes) {
    if (!accessModes.includes(mode)) errors.push(field.notSupported(spec.child("accessModes"), mode, accessModes));
  }
  if (modes.includes("ReadWriteOncePod") && modes.length > 1) {
    errors.push(field.forbidden(spec.child("accessModes"), "may not use ReadWriteOncePod with other access modes"));
  }
  if (claim.resources?.requests?.["storage"] === undefined) {
    errors.push(field.required(spec.child("resources").key("storage"), ""));
  }
  return errors;
}

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
