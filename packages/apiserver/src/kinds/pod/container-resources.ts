/** Checks of what containers, or a Pod as a whole, request and are limited to. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, getOwn, isQualifiedName } from "@kubewright/apimachinery";
import type { ResourceRequirements } from "@kubewright/api/core/v1";
import { invalidFor } from "../field-checks.ts";
import { canonicalQuantity, compareQuantities, isNegativeQuantity, isWholeMultiple } from "../quantities.ts";
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
    errors.push(field.invalid(path, textOf(quantity), "must be greater than or equal to 0"));
  }
  if (isExtended(name) && !isWholeMultiple(quantity, "1")) {
    errors.push(field.invalid(path, textOf(quantity), "must be an integer"));
  }
  return errors;
}

const standardForContainers: readonly string[] = ["cpu", "memory", "ephemeral-storage"];

/** What may be counted in quotas and limits too. */
const standardResources: readonly string[] = [
  ...standardForContainers,
  ...["requests", "limits"].flatMap((kind) => standardForContainers.map((name) => `${kind}.${name}`)),
  "pods",
  "services",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "storage",
  "requests.storage",
  "services.nodeports",
  "services.loadbalancers",
];

/** Errors of the name of a resource, wherever it may be counted. */
export function checkResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const messages = isQualifiedName(name);
  if (messages.length > 0) return invalidFor(path, name, messages);
  if (name.includes("/") || standardResources.includes(name) || isHugePages(name)) return [];
  return [field.invalid(path, name, "must be a standard resource type or fully qualified")];
}

function checkContainerResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkResourceName(name, path);
  if (!name.includes("/")) {
    if (standardForContainers.includes(name) || isHugePages(name)) return errors;
    return [...errors, field.invalid(path, name, "must be a standard resource for containers")];
  }
  if (isNative(name) || isExtended(name)) return errors;
  return [...errors, field.invalid(path, name, "doesn't follow extended resource name standard")];
}

export function isHugePages(name: string): boolean {
  return name.startsWith("hugepages-");
}

function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

/** A resource of somebody else: `example.com/gpu`, of which quotas must be able to count the requests. */
function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith("requests.") && isQualifiedName(`requests.${name}`).length === 0;
}

/** Huge pages come in pages of the size that stands in their name. */
function checkPages(name: string, quantity: string | number, path: FieldPath): readonly FieldError[] {
  if (!isHugePages(name)) return [];
  const size = canonicalQuantity(name.slice("hugepages-".length));
  const isWhole = size !== undefined && compareQuantities(size, 0) > 0 && isWholeMultiple(quantity, size);
  if (isWhole) return [];
  const text = textOf(quantity);
  return [field.invalid(path, text, `${text} is not positive integer multiple of ${name}`)];
}

/** Requests stay below limits; what cannot be overcommitted needs a limit as high as its request. */
function checkAgainstLimit(
  name: string,
  quantity: string | number,
  limits: Quantities,
  path: FieldPath,
): readonly FieldError[] {
  const limit = getOwn(limits, name);
  // Only extended resources and huge pages exist in whole pieces that cannot be promised twice.
  const canBeOvercommitted = isNative(name) && !isHugePages(name);
  if (limit === undefined) {
    if (canBeOvercommitted) return [];
    return [field.required(path.child("limits"), "Limit must be set for non overcommitable resources")];
  }
  const order = compareQuantities(quantity, limit);
  const refused = (rule: string): readonly FieldError[] => [
    field.invalid(path.child("requests"), textOf(quantity), `must be ${rule} ${name} limit of ${textOf(limit)}`),
  ];
  if (order !== 0 && !canBeOvercommitted) return refused("equal to");
  return order > 0 ? refused("less than or equal to") : [];
}

/** The canonical text of a quantity. */
export function textOf(quantity: string | number): string {
  return canonicalQuantity(String(quantity)) ?? String(quantity);
}
