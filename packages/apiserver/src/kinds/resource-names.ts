/**
 * Names of resources that are counted: those of Kubernetes, huge pages, and extended resources, which have a domain.
 * https://kubernetes.io/docs/concepts/configuration/manage-resources-containers/
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isQualifiedName } from "@kubewright/apimachinery";
import { invalidFor } from "./field-checks.ts";

const ofContainers: readonly string[] = ["cpu", "memory", "ephemeral-storage"];

const objects: readonly string[] = [
  "pods",
  "services",
  "replicationcontrollers",
  "resourcequotas",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
];

/** Resources that quotas count. */
const ofQuotas: readonly string[] = [
  ...ofContainers,
  ...["requests", "limits"].flatMap((kind) => ofContainers.map((name) => `${kind}.${name}`)),
  "requests.storage",
  ...objects,
];

/** Errors of the name of any resource. */
export function checkResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const messages = isQualifiedName(name);
  if (messages.length > 0) return invalidFor(path, name, messages);
  const isKnown = ofQuotas.includes(name) || name === "storage" || isHugePages(name) || isQuotaOfHugePages(name);
  if (name.includes("/") || isKnown) return [];
  return [field.invalid(path, name, "must be a standard resource type or fully qualified")];
}

export function checkContainerResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkResourceName(name, path);
  if (!name.includes("/")) {
    if (ofContainers.includes(name) || isHugePages(name)) return errors;
    return [...errors, field.invalid(path, name, "must be a standard resource for containers")];
  }
  if (isNative(name) || isExtended(name)) return errors;
  return [...errors, field.invalid(path, name, "doesn't follow extended resource name standard")];
}

export function checkQuotaResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkResourceName(name, path);
  if (name.includes("/") || isOfQuotas(name)) return errors;
  return [...errors, field.invalid(path, name, "must be a standard resource for quota")];
}

/** Whether a quota can count the resource. */
export function isOfQuotas(name: string): boolean {
  return ofQuotas.includes(name) || isHugePages(name) || isQuotaOfHugePages(name);
}

export function isHugePages(name: string): boolean {
  return name.startsWith("hugepages-");
}

function isQuotaOfHugePages(name: string): boolean {
  return name.startsWith("requests.hugepages-");
}

export function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

/** An extended resource: `example.com/gpu`. Quotas must be able to count its requests. */
export function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith("requests.") && isQualifiedName(`requests.${name}`).length === 0;
}

/** Whether the resource is counted in whole numbers. */
export function isWhole(name: string): boolean {
  return objects.includes(name) || isExtended(name);
}

/** Whether limits may be higher than requests. They may not for huge pages and extended resources. */
export function canBeOvercommitted(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}
