/** The status of a claim: its capacity, and the progress of a resize. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isQualifiedName } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import { invalidFor } from "../field-checks.ts";
import { checkWholeQuantity } from "../quantities.ts";
import { isNative } from "../resource-names.ts";
import type { View } from "../typed.ts";

const status = fieldPath("status");

const resizeStatuses: readonly string[] = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
];

export function checkClaimStatus(claim: View<PersistentVolumeClaim>): readonly FieldError[] {
  const { capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} } = claim.status ?? {};
  return [
    ...checkQuantities(capacity, status.child("capacity")),
    ...Object.entries(allocatedResourceStatuses).flatMap(([name, value]) =>
      checkResizeStatus(name, value, status.child("allocatedResourceStatuses")),
    ),
    ...Object.entries(allocatedResources).flatMap(([name, quantity]) => {
      const path = status.child("allocatedResources");
      const errors = checkResourceName(name, path);
      return errors.length > 0 ? errors : checkQuantities({ [name]: quantity }, path);
    }),
  ];
}

function checkQuantities(
  quantities: { readonly [name: string]: string | number },
  path: FieldPath,
): readonly FieldError[] {
  return Object.entries(quantities).flatMap(([name, quantity]) => checkWholeQuantity(quantity, path.key(name)));
}

function checkResizeStatus(name: string, value: string, path: FieldPath): readonly FieldError[] {
  const errors = checkResourceName(name, path);
  // kube-apiserver prints the resource instead of its status.
  return resizeStatuses.includes(value) ? errors : [...errors, field.notSupported(path, name, resizeStatuses)];
}

/** The only resource without a domain or with that of Kubernetes is `storage`. */
function checkResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = invalidFor(path, name, isQualifiedName(name));
  if (errors.length > 0 || name === "storage") return errors;
  return isNative(name) ? [field.notSupported(path, name, ["storage"])] : [];
}
