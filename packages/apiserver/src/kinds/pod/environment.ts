/** Checks the environment variables of a container, also those from ConfigMaps and Secrets (`envFrom`). */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, isRelaxedEnvVarName } from "@kubewright/apimachinery";
import type { EnvFromSource, EnvVar, EnvVarSource, FileKeySelector, PodSpec } from "@kubewright/api/core/v1";
import { checkConfigMapKey, checkDnsLabel, checkDnsSubdomain, invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkFieldRef, checkResourceFieldRef, variableFields } from "./downward-api.ts";
import { checkNoBacksteps } from "./paths.ts";
import { containersOf } from "./spec-context.ts";

export function checkEnvironment(variables: readonly View<EnvVar>[], path: FieldPath): readonly FieldError[] {
  return variables.flatMap((variable, index) => {
    const at = path.index(index);
    const { name = "" } = variable;
    return [
      ...(name === ""
        ? [field.required(at.child("name"), "")]
        : invalidFor(at.child("name"), name, isRelaxedEnvVarName(name))),
      ...checkValueFrom(variable.valueFrom, variable.value ?? "", at.child("valueFrom")),
    ];
  });
}

const sourceNames = ["fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef"] as const;

function checkValueFrom(source: View<EnvVarSource> | undefined, value: string, path: FieldPath): readonly FieldError[] {
  if (source === undefined) return [];
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source;
  const errors = [
    ...(fieldRef === undefined ? [] : checkFieldRef(fieldRef, variableFields, path.child("fieldRef"))),
    ...(resourceFieldRef === undefined
      ? []
      : checkResourceFieldRef(resourceFieldRef, path.child("resourceFieldRef"), { inFile: false })),
    ...(configMapKeyRef === undefined ? [] : checkKeyRef(configMapKeyRef, path.child("configMapKeyRef"))),
    ...(secretKeyRef === undefined ? [] : checkKeyRef(secretKeyRef, path.child("secretKeyRef"))),
    ...(fileKeyRef === undefined ? [] : checkFileKeyRef(fileKeyRef, path.child("fileKeyRef"))),
  ];
  const count = sourceNames.filter((name) => source[name] !== undefined).length;
  if (count === 0) {
    const text =
      "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`";
    errors.push(field.invalid(path, "", text));
  } else if (value !== "") {
    errors.push(field.invalid(path, "", "may not be specified when `value` is not empty"));
  } else if (count > 1) {
    errors.push(field.invalid(path, "", "may not have more than one field specified at a time"));
  }
  return errors;
}

function checkKeyRef(
  reference: { readonly name?: string; readonly key?: string },
  path: FieldPath,
): readonly FieldError[] {
  const { name = "", key = "" } = reference;
  return [
    ...checkDnsSubdomain(name, path.child("name")),
    ...(key === "" ? [field.required(path.child("key"), "")] : checkConfigMapKey(key, path.child("key"))),
  ];
}

function checkFileKeyRef(reference: View<FileKeySelector>, path: FieldPath): readonly FieldError[] {
  const { key = "", volumeName = "", path: file = "" } = reference;
  const [keyPath, volumePath, filePath] = [path.child("key"), path.child("volumeName"), path.child("path")];
  return [
    ...(key === "" ? [field.required(keyPath, "")] : invalidFor(keyPath, key, isRelaxedEnvVarName(key))),
    ...(volumeName === "" ? [field.required(volumePath, "")] : checkDnsLabel(volumeName, volumePath)),
    ...(file === "" ? [field.required(filePath, "")] : checkNoBacksteps(file, filePath)),
  ];
}

/** Files of variables are in volumes that are empty when the Pod starts. */
export function checkFileVolumes(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const volumes = new Map((spec.volumes ?? []).map((volume) => [volume.name ?? "", volume]));
  return [...containersOf(spec, path)].flatMap(([container, at]) =>
    (container.env ?? []).flatMap(({ valueFrom }, index) => {
      if (valueFrom?.fileKeyRef === undefined) return [];
      const name = valueFrom.fileKeyRef.volumeName ?? "";
      const namePath = at.child("env").index(index).child("valueFrom", "fileKeyRef", "volumeName");
      const volume = volumes.get(name);
      if (volume === undefined) return [field.notFound(namePath, name)];
      if (volume.emptyDir !== undefined) return [];
      return [field.invalid(namePath, name, "referenced volume must be of type emptyDir")];
    }),
  );
}

export function checkEnvironmentSources(
  sources: readonly View<EnvFromSource>[],
  path: FieldPath,
): readonly FieldError[] {
  return sources.flatMap((source, index) => {
    const at = path.index(index);
    const errors: FieldError[] = [];
    const prefix = source.prefix ?? "";
    if (prefix !== "") append(errors, invalidFor(at.child("prefix"), prefix, isRelaxedEnvVarName(prefix)));
    for (const kind of ["configMapRef", "secretRef"] as const) {
      const reference = source[kind];
      if (reference === undefined) continue;
      const { name = "" } = reference;
      const namePath = at.child(kind, "name");
      append(errors, name === "" ? [field.required(namePath, "")] : checkDnsSubdomain(name, namePath));
    }
    if (source.configMapRef === undefined && source.secretRef === undefined) {
      errors.push(field.invalid(path, "", "must specify one of: `configMapRef` or `secretRef`"));
    } else if (source.configMapRef !== undefined && source.secretRef !== undefined) {
      errors.push(field.invalid(path, "", "may not have more than one field specified at a time"));
    }
    return errors;
  });
}
