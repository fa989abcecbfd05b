/** Checks the resource requests and limits of containers and of Pods. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { canonicalQuantity, eachInSteps, field, getOwn, joinedInSteps, whenDone } from "@kubewright/apimachinery";
import type { ResourceRequirements } from "@kubewright/api/core/v1";
import {
  compareQuantities,
  isIntegerQuantity,
  isMultiple,
  isNegativeQuantity,
  isPositiveQuantity,
} from "../quantities.ts";
import { canBeOvercommitted, checkContainerResourceName, isHugePages, isWhole } from "../resource-names.ts";
import type { View } from "../typed.ts";
import { checkClaimReferences } from "./resource-claims.ts";

/** Quantities by the names of resources. */
export type Quantities = { readonly [name: string]: string | number };

type NameCheck = (name: string, path: FieldPath) => readonly FieldError[];

/** In steps. */
export function checkContainerResources(
  resources: View<ResourceRequirements> | undefined,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
): Work<readonly FieldError[]> {
  return checkRequirements(resources ?? {}, checkContainerResourceName, claimNames, path);
}

/** In steps: a container may have limits of 100,000 resources. */
export function checkRequirements(
  resources: View<ResourceRequirements>,
  checkName: NameCheck,
  claimNames: ReadonlySet<string>,
  path: FieldPath,
): Work<readonly FieldError[]> {
  const limits: Quantities = resources.limits ?? {};
  const requests: Quantities = resources.requests ?? {};
  const names = [...Object.keys(limits), ...Object.keys(requests)];
  const needsMore = names.some(isHugePages) && !names.some((name) => name === "cpu" || name === "memory");
  return joinedInSteps([
    () =>
      checkEach(limits, path.child("limits"), (name, quantity, at) => [
        ...checkQuantity(name, quantity, checkName, at),
        ...checkPages(name, quantity, at),
      ]),
    () =>
      checkEach(requests, path.child("requests"), (name, quantity, at) => [
        ...checkQuantity(name, quantity, checkName, at),
        ...checkAgainstLimit(name, quantity, limits, path),
        ...checkPages(name, quantity, at),
      ]),
    () => (needsMore ? [field.forbidden(path, "HugePages require cpu or memory")] : []),
    () => checkClaimReferences(resources.claims ?? [], claimNames, path.child("claims")),
  ]);
}

function checkEach(
  quantities: Quantities,
  path: FieldPath,
  check: (name: string, quantity: string | number, at: FieldPath) => readonly FieldError[],
): Work<readonly FieldError[]> {
  const errors: FieldError[] = [];
  const checking = eachInSteps(Object.entries(quantities), ([name, quantity]) => {
    for (const error of check(name, quantity, path.key(name))) errors.push(error);
  });
  return whenDone(checking, () => errors);
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
  if (isWhole(name) && !isIntegerQuantity(quantity)) {
    errors.push(field.invalid(path, quantity, "must be an integer"));
  }
  return errors;
}

/** The quantity of huge pages is a multiple of the size in their name. */
function checkPages(name: string, quantity: string | number, path: FieldPath): readonly FieldError[] {
  if (!isHugePages(name)) return [];
  const size = canonicalQuantity(name.slice("hugepages-".length));
  const isValid =
    size !== undefined && isPositiveQuantity(size) && isIntegerQuantity(size) && isMultiple(quantity, size);
  return isValid ? [] : [field.invalid(path, quantity, `${quantity} is not positive integer multiple of ${name}`)];
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
