/** Checks of what a container requests and is limited to. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isQualifiedName } from "@kubewright/apimachinery";
import type { ResourceRequirements } from "@kubewright/api/core/v1";
import { invalidFor } from "../field-checks.ts";
import { compareQuantities, isNegativeQuantity } from "../quantities.ts";
import type { View } from "../typed.ts";

type Quantities = { readonly [name: string]: string | number };

const standardResources: readonly string[] = ["cpu", "memory", "ephemeral-storage"];
const hugePages = "hugepages-";

export function checkContainerResources(
  resources: View<ResourceRequirements> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const limits: Quantities = resources?.limits ?? {};
  const requests: Quantities = resources?.requests ?? {};
  return [
    ...Object.entries(limits).flatMap(([name, quantity]) => checkQuantity(name, quantity, path.child("limits"))),
    ...Object.entries(requests).flatMap(([name, quantity]) => [
      ...checkQuantity(name, quantity, path.child("requests")),
      ...checkAgainstLimit(name, quantity, limits, path),
    ]),
  ];
}

function checkQuantity(name: string, quantity: string | number, path: FieldPath): readonly FieldError[] {
  const at = path.key(name);
  const errors = [...checkResourceName(name, at)];
  if (isNegativeQuantity(quantity)) errors.push(field.invalid(at, quantity, "must be greater than or equal to 0"));
  return errors;
}

function checkResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = invalidFor(path, name, isQualifiedName(name));
  if (name.includes("/") || standardResources.includes(name) || name.startsWith(hugePages)) return errors;
  return [
    ...errors,
    field.invalid(path, name, "must be a standard resource type or fully qualified"),
    field.invalid(path, name, "must be a standard resource for containers"),
  ];
}

/** Requests stay below limits; what cannot be overcommitted needs a limit as high as its request. */
function checkAgainstLimit(
  name: string,
  quantity: string | number,
  limits: Quantities,
  path: FieldPath,
): readonly FieldError[] {
  const limit = limits[name];
  // Only extended resources (`example.com/gpu`) and huge pages exist in whole pieces that cannot be promised twice.
  const canBeOvercommitted = !name.includes("/") && !name.startsWith(hugePages);
  if (limit === undefined) {
    if (canBeOvercommitted) return [];
    return [field.required(path.child("limits"), "Limit must be set for non overcommitable resources")];
  }
  const order = compareQuantities(quantity, limit);
  if (order !== 0 && !canBeOvercommitted) {
    return [field.invalid(path.child("requests"), quantity, `must be equal to ${name} limit of ${limit}`)];
  }
  if (order > 0) {
    return [field.invalid(path.child("requests"), quantity, `must be less than or equal to ${name} limit of ${limit}`)];
  }
  return [];
}
