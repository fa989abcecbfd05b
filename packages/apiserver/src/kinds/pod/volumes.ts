/** Checks of `spec.volumes`, and the names that containers may mount. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { KeyToPath, Volume, VolumeProjection } from "@kubewright/api/core/v1";
import { checkDnsLabel } from "../field-checks.ts";
import type { View } from "../typed.ts";

/** Volumes that are well-formed, by name. */
export type VolumesByName = ReadonlyMap<string, View<Volume>>;

export interface CheckedVolumes {
  readonly errors: readonly FieldError[];
  readonly byName: VolumesByName;
}

export function checkVolumes(volumes: readonly View<Volume>[], path: FieldPath): CheckedVolumes {
  const errors: FieldError[] = [];
  const byName = new Map<string, View<Volume>>();
  for (const [index, volume] of volumes.entries()) {
    const at = path.index(index);
    const { name = "" } = volume;
    const found = [...checkSource(volume, at), ...checkName(name, at.child("name"))];
    if (byName.has(name)) found.push(field.duplicate(at.child("name"), name));
    if (found.length === 0) byName.set(name, volume);
    errors.push(...found);
  }
  return { errors, byName };
}

function checkName(name: string, path: FieldPath): readonly FieldError[] {
  return name === "" ? [field.required(path, "")] : checkDnsLabel(name, path);
}

/** A volume has exactly one source; the ones operators meet are looked into. */
function checkSource(volume: View<Volume>, path: FieldPath): readonly FieldError[] {
  const sources = Object.keys(volume).filter((name) => name !== "name");
  if (sources.length === 0) return [field.required(path, "must specify a volume type")];
  const [first = ""] = sources;
  return [
    ...checkSourceNamed(first, volume, path.child(first)),
    ...sources.slice(1).map((name) => field.forbidden(path.child(name), "may not specify more than 1 volume type")),
  ];
}

function checkSourceNamed(name: string, volume: View<Volume>, path: FieldPath): readonly FieldError[] {
  switch (name) {
    case "secret":
      return [
        ...checkRequired(volume.secret?.secretName, path.child("secretName")),
        ...checkMode(volume.secret?.defaultMode, path.child("defaultMode")),
        ...checkItems(volume.secret?.items, path.child("items")),
      ];
    case "configMap":
      return [
        ...checkRequired(volume.configMap?.name, path.child("name")),
        ...checkMode(volume.configMap?.defaultMode, path.child("defaultMode")),
        ...checkItems(volume.configMap?.items, path.child("items")),
      ];
    case "hostPath":
      return checkRequired(volume.hostPath?.path, path.child("path"));
    case "persistentVolumeClaim":
      return checkRequired(volume.persistentVolumeClaim?.claimName, path.child("claimName"));
    case "nfs":
      return [
        ...checkRequired(volume.nfs?.server, path.child("server")),
        ...checkRequired(volume.nfs?.path, path.child("path")),
      ];
    case "projected":
      return [
        ...checkMode(volume.projected?.defaultMode, path.child("defaultMode")),
        ...(volume.projected?.sources ?? []).flatMap((source, index) =>
          checkProjection(source, path.child("sources").index(index)),
        ),
      ];
    default:
      return [];
  }
}

function checkProjection(source: View<VolumeProjection>, path: FieldPath): readonly FieldError[] {
  const token = source.serviceAccountToken;
  const errors = [
    ...(source.secret === undefined ? [] : checkRequired(source.secret.name, path.child("secret", "name"))),
    ...(source.configMap === undefined ? [] : checkRequired(source.configMap.name, path.child("configMap", "name"))),
    ...(token === undefined ? [] : checkRequired(token.path, path.child("serviceAccountToken", "path"))),
  ];
  if (token?.expirationSeconds !== undefined && token.expirationSeconds < 10 * 60) {
    errors.push(
      field.invalid(
        path.child("serviceAccountToken", "expirationSeconds"),
        token.expirationSeconds,
        "may not specify a duration less than 10 minutes",
      ),
    );
  }
  return errors;
}

function checkRequired(value: string | undefined, path: FieldPath): readonly FieldError[] {
  return value === undefined || value === "" ? [field.required(path, "")] : [];
}

const modeMax = 0o777;

function checkMode(mode: number | undefined, path: FieldPath): readonly FieldError[] {
  if (mode === undefined || (mode >= 0 && mode <= modeMax)) return [];
  return [field.invalid(path, mode, "must be a number between 0 and 0777 (octal), both inclusive")];
}

function checkItems(items: readonly View<KeyToPath>[] | undefined, path: FieldPath): readonly FieldError[] {
  return (items ?? []).flatMap((item, index) => {
    const at = path.index(index);
    return [
      ...checkRequired(item.key, at.child("key")),
      ...checkRequired(item.path, at.child("path")),
      ...checkReservedPath(item.path ?? "", at.child("path")),
      ...checkMode(item.mode, at.child("mode")),
    ];
  });
}

/** A path inside a volume: it cannot leave it, nor hide the files the kubelet keeps there. */
function checkReservedPath(path: string, at: FieldPath): readonly FieldError[] {
  const errors = checkDescendingPath(path, at);
  if (!path.startsWith("..") || path.startsWith("../")) return errors;
  return [...errors, field.invalid(at, path, "must not start with '..'")];
}

/** A path below a folder. */
export function checkDescendingPath(path: string, at: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (path.startsWith("/")) errors.push(field.invalid(at, path, "must be a relative path"));
  if (path.split("/").includes("..")) errors.push(field.invalid(at, path, "must not contain '..'"));
  return errors;
}
