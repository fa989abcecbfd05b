/** References to fields of the Pod and to resources of its containers, in variables and in files. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, canonicalQuantity, field } from "@kubewright/apimachinery";
import type { DownwardAPIVolumeFile, ObjectFieldSelector, ResourceFieldSelector } from "@kubewright/api/core/v1";
import { checkQualifiedName, checkRequired, checkSupported } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkMode, checkReservedPath } from "./paths.ts";

/** The Pod fields that a variable may reference. */
export const variableFields: readonly string[] = [
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.serviceAccountName",
  "status.hostIP",
  "status.hostIPs",
  "status.podIP",
  "status.podIPs",
];

const fileFields: readonly string[] = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

/** Fields that are supported in variables or in files. */
const knownFields: readonly string[] = [
  ...new Set([...variableFields, ...fileFields, "spec.restartPolicy", "spec.schedulerName", "status.phase"]),
];

export function checkFieldRef(
  reference: View<ObjectFieldSelector>,
  allowed: readonly string[],
  path: FieldPath,
): readonly FieldError[] {
  const { apiVersion = "", fieldPath: text = "" } = reference;
  const at = path.child("fieldPath");
  if (apiVersion === "") return [field.required(path.child("apiVersion"), "")];
  if (text === "") return [field.required(at, "")];
  const invalid = (problem: string): readonly FieldError[] => [
    field.invalid(at, text, `error converting fieldPath: ${problem}`),
  ];
  if (apiVersion !== "v1") return invalid(`unsupported pod version: ${apiVersion}`);
  const { map, key } = /^(?<map>.+?)\['(?<key>.*)'\]$/su.exec(text)?.groups ?? {};
  if (map !== undefined && key !== undefined) {
    if (map === "metadata.labels") return checkQualifiedName(key, path);
    if (map === "metadata.annotations") return checkQualifiedName(key.toLowerCase(), path);
    return invalid(`field label does not support subscript: ${text}`);
  }
  // The name of the field in early versions of the API.
  const name = text === "spec.host" ? "spec.nodeName" : text;
  if (!knownFields.includes(name)) return invalid(`field label not supported: ${text}`);
  return checkSupported(name, allowed, at);
}

const resourceFields: readonly string[] = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

/** A file must name the container. The default for a variable is its own container. */
export function checkResourceFieldRef(
  reference: View<ResourceFieldSelector>,
  path: FieldPath,
  options: { readonly inFile: boolean },
): readonly FieldError[] {
  const { containerName = "", resource = "", divisor = "0" } = reference;
  return [
    ...(options.inFile && containerName === ""
      ? [field.required(path.child("containerName"), "")]
      : checkResource(resource, path.child("resource"))),
    ...checkDivisor(resource, divisor, path.child("divisor")),
  ];
}

function checkResource(resource: string, path: FieldPath): readonly FieldError[] {
  if (resource === "") return [field.required(path, "")];
  if (resourceFields.includes(resource) || isHugePages(resource)) return [];
  return [field.notSupported(path, resource, resourceFields)];
}

const bytes = ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"] as const;

function checkDivisor(resource: string, divisor: string | number, path: FieldPath): readonly FieldError[] {
  const canonical = canonicalQuantity(String(divisor)) ?? "0";
  const invalid = (units: string, what: string): readonly FieldError[] => [
    field.invalid(path, resource, `only divisor's values ${units} are supported with the ${what} resource`),
  ];
  if (canonical === "0") return [];
  const name = resource.replace(/^(?:limits|requests)\./u, "");
  if (name === "cpu") return canonical === "1m" || canonical === "1" ? [] : invalid("1m and 1", "cpu");
  const what = name === "memory" ? name : name === "ephemeral-storage" ? "local ephemeral storage" : "hugepages";
  if (what === "hugepages" && !isHugePages(resource)) return [];
  return bytes.some((unit) => unit === canonical) ? [] : invalid(bytes.join(", "), what);
}

function isHugePages(resource: string): boolean {
  return /^(?:limits|requests)\.hugepages-/u.test(resource);
}

/** Errors have the path of the list, without the index of the file, as in kube-apiserver. */
export function checkDownwardFile(file: View<DownwardAPIVolumeFile>, path: FieldPath): readonly FieldError[] {
  const { fieldRef, resourceFieldRef } = file;
  const errors = [
    ...checkRequired(file.path, path.child("path")),
    ...checkReservedPath(file.path ?? "", path.child("path")),
  ];
  if (fieldRef !== undefined) {
    append(errors, checkFieldRef(fieldRef, fileFields, path.child("fieldRef")));
    if (resourceFieldRef !== undefined) {
      errors.push(field.invalid(path, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously"));
    }
  } else if (resourceFieldRef !== undefined) {
    append(errors, checkResourceFieldRef(resourceFieldRef, path.child("resourceFieldRef"), { inFile: true }));
  } else {
    errors.push(field.required(path, "one of fieldRef and resourceFieldRef is required"));
  }
  return [...errors, ...checkMode(file.mode, path.child("mode"))];
}
