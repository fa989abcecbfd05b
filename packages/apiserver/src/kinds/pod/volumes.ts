/** Checks `spec.volumes`. Also returns the volumes that containers may mount. */
import type { FieldError, FieldPath, ObjectMeta } from "@kubewright/apimachinery";
import { append, field, isDns1123Subdomain } from "@kubewright/apimachinery";
import type { Volume } from "@kubewright/api/core/v1";
import { checkDnsLabel } from "../field-checks.ts";
import { isNegativeQuantity } from "../quantities.ts";
import type { View } from "../typed.ts";
import { sourceChecks } from "./volume-sources.ts";

/** Well-formed volumes by name. */
export type VolumesByName = ReadonlyMap<string, View<Volume>>;

export interface CheckedVolumes {
  readonly errors: readonly FieldError[];
  readonly byName: VolumesByName;
}

/** `metadata` is that of the Pod, whose name is part of the names of ephemeral claims. A template has no metadata. */
export function checkVolumes(
  volumes: readonly View<Volume>[],
  metadata: View<ObjectMeta> | undefined,
  path: FieldPath,
): CheckedVolumes {
  const errors: FieldError[] = [];
  const byName = new Map<string, View<Volume>>();
  const made = new Set(volumes.filter(({ ephemeral }) => ephemeral).map(({ name }) => claimName(metadata, name)));
  for (const [index, volume] of volumes.entries()) {
    const at = path.index(index);
    const { name = "" } = volume;
    const found = [...checkSource(volume, metadata, at), ...checkName(name, at.child("name"))];
    if (byName.has(name)) found.push(field.duplicate(at.child("name"), name));
    if (found.length === 0) byName.set(name, volume);
    append(errors, found);
    const claim = volume.persistentVolumeClaim?.claimName;
    if (claim !== undefined && made.has(claim)) {
      const text = "must not reference a PVC that gets created for an ephemeral volume";
      errors.push(field.invalid(at.child("persistentVolumeClaim", "claimName"), claim, text));
    }
  }
  return { errors, byName };
}

/** The claim of an ephemeral volume; `undefined` for a Pod without a name. */
function claimName(metadata: View<ObjectMeta> | undefined, volume: string | undefined): string | undefined {
  const pod = metadata?.name;
  return pod === undefined || volume === undefined || volume === "" ? undefined : `${pod}-${volume}`;
}

function checkName(name: string, path: FieldPath): readonly FieldError[] {
  return name === "" ? [field.required(path, "")] : checkDnsLabel(name, path);
}

/** A volume has exactly one source. The first one in the order of kube-apiserver is checked; others are rejected. */
function checkSource(
  volume: View<Volume>,
  metadata: View<ObjectMeta> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  let hasSource = false;
  if (volume.emptyDir !== undefined) {
    hasSource = true;
    const { sizeLimit } = volume.emptyDir;
    if (sizeLimit !== undefined && isNegativeQuantity(sizeLimit)) {
      const text = "SizeLimit field must be a valid resource quantity";
      errors.push(field.forbidden(path.child("emptyDir", "sizeLimit"), text));
    }
  }
  for (const { errorField, check } of sourceChecks) {
    const found = check(volume, path, metadata !== undefined);
    if (found === undefined) continue;
    if (hasSource) errors.push(field.forbidden(path.child(errorField), "may not specify more than 1 volume type"));
    else append(errors, [...found, ...checkClaimName(volume, metadata, path)]);
    hasSource = true;
    if (errorField === "iscsi") append(errors, checkInitiatorLength(volume, path));
  }
  return hasSource ? errors : [field.required(path, "must specify a volume type")];
}

function checkClaimName(
  volume: View<Volume>,
  metadata: View<ObjectMeta> | undefined,
  path: FieldPath,
): readonly FieldError[] {
  const claim = volume.ephemeral === undefined ? undefined : claimName(metadata, volume.name);
  if (claim === undefined) return [];
  return isDns1123Subdomain(claim).map((message) =>
    field.invalid(path.child("name"), volume.name, `PVC name ${JSON.stringify(claim)}: ${message}`),
  );
}

/** The kernel's limit for session names. */
const initiatorLengthMax = 64;

function checkInitiatorLength({ name = "", iscsi }: View<Volume>, path: FieldPath): readonly FieldError[] {
  if (iscsi?.initiatorName === undefined) return [];
  if (`${name}:${iscsi.targetPortal ?? ""}`.length <= initiatorLengthMax) return [];
  const text =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  return [field.invalid(path.child("name"), name, text)];
}
