/** Checks the resource requests and limits of containers and of Pods. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { canonicalQuantity, field, getOwn } from "@kubewright/apimachinery";
import type { ResourceRequirements } from "@kubewright/api/core/v1";
import { compareQuantities, isNegativeQuantity, isWholeMultiple } from "../quantities.ts";
import { canBeOvercommitted, checkContainerResourceName, isExtended, isHugePages } from "../resource-names.ts";
import type { View } from "../typed.ts";
import { checkClaimReferences } from "./resource-claims.ts";

/** Quantities by the names of resources. */
export type Quantities = { readonly [name: string]: string | number };

type NameCheck = (name: string, path: FieldPath) => readonly FieldError[];

export function checkContainerResources(
  resources: View<ResourceRequirements> | undefined,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  return checkRequirements(resources ?? {}, checkContainerResourceName, claimNames, path);
}

export function checkRequirements(
  resources: View<ResourceRequirements>,
  checkName: NameCheck,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  const limits: Quantities = resources.limits ?? {};
  const requests: Quantities = resources.requests ?? {};
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const needsMore = names.some(isHugePages) && !names.some((name) => name === "cpu" || name === "memory");
  return [
    ...Object.entries(limits).flatMap(([name, quantity]) => {
      const at = path.child("limits").key(name);
      return [...checkQuantity(name, quantity, checkName, at), ...checkPages(name, quantity, at)];
    }),
    ...Object.entries(requests).flatMap(([name, quantity]) => {
      const at = path.child("requests").key(name);
      return [
        ...checkQuantity(name, quantity, checkName, at),
        ...checkAgainstLimit(name, quantity, limits, path),
        ...checkPages(name, quantity, at),
      ];
    }),
    ...(needsMore ? [field.forbidden(path, "HugePages require cpu or memory")] : []),
    ...checkClaimReferences(resources.claims ?? [], claimNames, path.child("claims")),
  ];
}

function checkQuantity(
  name: string,
  quantity: string | number,
  checkName: NameCheck,
  path: FieldPath,
): readonly FieldError[] {
  const errors = [...checkName(name, path)];
  if (isNegativeQuantity(quantity)) {
    errors.push(field.invalid(path, quantity, "must be greater than or equal to 0"));
  }
  if (isExtended(name) && !isWholeMultiple(quantity, "1")) {
    errors.push(field.invalid(path, quantity, "must be an integer"));
  }
  return errors;
}

/** The quantity of huge pages is a multiple of the size in their name. */
function checkPages(name: string, quantity: string | number, path: FieldPath): readonly FieldError[] {
  if (!isHugePages(name)) return [];
  const size = canonicalQuantity(name.slice("hugepages-".length));
  const isWhole = size !== undefined && compareQuantities(size, 0) > 0 && isWholeMultiple(quantity, size);
  return isWhole ? [] : [field.invalid(path, quantity, `${quantity} is not positive integer multiple of ${name}`)];
}

/** Requests must not exceed limits. A resource that cannot be overcommitted needs a limit equal to its request. */
function checkAgainstLimit(
  name: string,
  quantity: string | number,
  limits: Quantities,
  path: FieldPath,
): readonly FieldError[] {
  const limit = getOwn(limits, name);
  if (limit === undefined) {
    if (canBeOvercommitted(name)) return [];
    return [field.required(path.child("limits"), "Limit must be set for non overcommitable resources")];
  }
  const order = compareQuantities(quantity, limit);
  const invalid = (rule: string): readonly FieldError[] => [
    field.invalid(path.child("requests"), quantity, `must be ${rule} ${name} limit of ${limit}`),
  ];
  if (order !== 0 && !canBeOvercommitted(name)) return invalid("equal to");
  return order > 0 ? invalid("less than or equal to") : [];
}
