/** Checks projected volumes, which combine Secrets, ConfigMaps, fields of the Pod and tokens. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field } from "@kubewright/apimachinery";
import type {
  KeyToPath,
  ProjectedVolumeSource,
  ServiceAccountTokenProjection,
  VolumeProjection,
} from "@kubewright/api/core/v1";
import { checkRequired } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkDownwardFile } from "./downward-api.ts";
import { checkKeyToPath, checkMode, checkReservedPath } from "./paths.ts";

export function checkProjectedVolume(volume: View<ProjectedVolumeSource>, path: FieldPath): readonly FieldError[] {
  const taken = new Set<string>();
  return [
    ...checkMode(volume.defaultMode, path.child("defaultMode")),
    ...(volume.sources ?? []).flatMap((source, index) =>
      checkProjection(source, taken, { at: path.child("sources").index(index), volume: path }),
    ),
  ];
}

/** The paths of a source and of its volume. Errors about several sources have the path of the volume. */
interface Places {
  readonly at: FieldPath;
  readonly volume: FieldPath;
}

const sourceNames = ["secret", "configMap", "downwardAPI", "serviceAccountToken"] as const;

function checkProjection(
  source: View<VolumeProjection>,
  taken: Set<string>,
  { at, volume }: Places,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  /** Two files must not have the same path. */
  const take = (file: string | undefined, shown: string): void => {
    if (file === undefined || file === "") return;
    if (taken.has(file)) errors.push(field.invalid(volume, shown, "conflicting duplicate paths"));
    taken.add(file);
  };
  for (const name of ["secret", "configMap"] as const) {
    const files: { readonly name?: string; readonly items?: readonly View<KeyToPath>[] } | undefined = source[name];
    if (files === undefined) continue;
    append(errors, checkRequired(files.name, at.child(name, "name")));
    for (const [index, item] of (files.items ?? []).entries()) {
      append(errors, checkKeyToPath(item, at.child(name, "items").index(index)));
      take(item.path, files.name ?? "");
    }
  }
  for (const item of source.downwardAPI?.items ?? []) {
    append(errors, checkDownwardFile(item, at.child("downwardAPI")));
    take(item.path, item.path ?? "");
  }
  const token = source.serviceAccountToken;
  if (token !== undefined) append(errors, checkToken(token, { at: at.child("serviceAccountToken"), volume }));
  if (sourceNames.filter((name) => source[name] !== undefined).length > 1) {
    errors.push(field.forbidden(at, "may not specify more than 1 volume type per source"));
  }
  return errors;
}

const tokenSecondsMin = 600;
const tokenSecondsMax = 2 ** 32;

function checkToken(token: View<ServiceAccountTokenProjection>, { at, volume }: Places): readonly FieldError[] {
  const { expirationSeconds = 0, path = "" } = token;
  const errors: FieldError[] = [];
  if (expirationSeconds < tokenSecondsMin) {
    const text = "may not specify a duration less than 10 minutes";
    errors.push(field.invalid(at.child("expirationSeconds"), expirationSeconds, text));
  }
  if (expirationSeconds > tokenSecondsMax) {
    const text = "may not specify a duration larger than 2^32 seconds";
    errors.push(field.invalid(at.child("expirationSeconds"), expirationSeconds, text));
  }
  if (path === "") return [...errors, field.required(volume.child("path"), "")];
  return [...errors, ...checkReservedPath(path, volume.child("path"))];
}
