/** Checks changes of the spec of a PersistentVolume: its source is immutable. */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { PersistentVolumeSpec } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

type Spec = View<PersistentVolumeSpec>;

/** The fields of the spec that are not part of the source. */
const otherFields: ReadonlySet<string> = new Set([
  "accessModes",
  "capacity",
  "claimRef",
  "mountOptions",
  "nodeAffinity",
  "persistentVolumeReclaimPolicy",
  "storageClassName",
  "volumeAttributesClassName",
  "volumeMode",
]);

/** Errors of a change. */
export function checkVolumeChange(next: Spec, old: Spec): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!isDeepEqual(sourceOf(withoutAddedSecret(next, old)), sourceOf(old))) {
    const text = "spec.persistentvolumesource is immutable after creation\n";
    errors.push(field.forbidden(fieldPath("spec", "persistentvolumesource"), text));
  }
  if (old.volumeAttributesClassName !== undefined && next.volumeAttributesClassName === undefined) {
    const at = fieldPath("spec", "volumeAttributesClassName");
    errors.push(field.forbidden(at, "update from non-nil value to nil is forbidden"));
  }
  return errors;
}

/** The secret for expansions may be added to a CSI volume. */
function withoutAddedSecret(next: Spec, old: Spec): Spec {
  if (next.csi === undefined || old.csi === undefined || old.csi.controllerExpandSecretRef !== undefined) return next;
  const { controllerExpandSecretRef: _, ...csi } = next.csi;
  return { ...next, csi };
}

function sourceOf(spec: Spec): object {
  return Object.fromEntries(
    Object.entries(spec).filter(([name, value]) => !otherFields.has(name) && value !== undefined),
  );
}
