/** Checks paths inside volumes and below folders. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { KeyToPath } from "@kubewright/api/core/v1";
import { checkRequired } from "../field-checks.ts";
import type { View } from "../typed.ts";

/** A path below a folder. */
export function checkDescendingPath(path: string, at: FieldPath): readonly FieldError[] {
  const errors = [...checkNoBacksteps(path, at)];
  return path.startsWith("/") ? [field.invalid(at, path, "must be a relative path"), ...errors] : errors;
}

export function checkNoBacksteps(path: string, at: FieldPath): readonly FieldError[] {
  return path.split("/").includes("..") ? [field.invalid(at, path, "must not contain '..'")] : [];
}

/** Checks a path inside a volume: it must not leave the volume or hide files of the kubelet. */
export function checkReservedPath(path: string, at: FieldPath): readonly FieldError[] {
  const errors = checkDescendingPath(path, at);
  if (!path.startsWith("..") || path.startsWith("../")) return errors;
  return [...errors, field.invalid(at, path, "must not start with '..'")];
}

const modeMax = 0o777;

export function checkMode(mode: number | undefined, at: FieldPath): readonly FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= modeMax)) return [];
  return [field.invalid(at, mode, "must be a number between 0 and 0777 (octal), both inclusive")];
}

/** Checks a key of a ConfigMap or Secret and the path of its file. */
export function checkKeyToPath(item: View<KeyToPath>, path: FieldPath): readonly FieldError[] {
  return [
    ...checkRequired(item.key, path.child("key")),
    ...checkRequired(item.path, path.child("path")),
    ...checkReservedPath(item.path ?? "", path.child("path")),
    ...checkMode(item.mode, path.child("mode")),
  ];
}
