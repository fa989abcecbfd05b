/** Checks the spec of a PersistentVolumeClaim or of a claim template. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, joinedInSteps } from "@kubewright/apimachinery";
import type {
  PersistentVolumeClaimSpec,
  TypedLocalObjectReference,
  TypedObjectReference,
} from "@kubewright/api/core/v1";
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkLabelSelector,
  checkRequired,
  checkSupported,
} from "../field-checks.ts";
import { fractionWarning } from "../fraction-warnings.ts";
import { isPositiveQuantity } from "../quantities.ts";
import type { View } from "../typed.ts";

const accessModes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const volumeModes: readonly string[] = ["Block", "Filesystem"];

export interface ClaimChecks {
  /** Does not check the API groups of data sources, because the stored claim has an invalid one. Default false. */
  readonly anyGroupInSources?: boolean;
}

export function checkClaimSpec(
  claim: View<PersistentVolumeClaimSpec>,
  path: FieldPath,
  checks: ClaimChecks = {},
): Work<readonly FieldError[]> {
  const { storageClassName = "", volumeMode, volumeAttributesClassName = "" } = claim;
  return joinedInSteps([
    () => checkAccessModes(claim, path),
    () => [
      ...checkStorage(claim, path.child("resources").key("storage")),
      ...(storageClassName === "" ? [] : checkDnsSubdomain(storageClassName, path.child("storageClassName"))),
      ...checkSupported(volumeMode, volumeModes, path.child("volumeMode")),
      ...checkSources(claim, path, checks),
      ...(volumeAttributesClassName === ""
        ? []
        : checkDnsSubdomain(volumeAttributesClassName, path.child("volumeAttributesClassName"))),
    ],
  ]);
}

function checkAccessModes(claim: View<PersistentVolumeClaimSpec>, path: FieldPath): Work<readonly FieldError[]> {
  const modes = claim.accessModes ?? [];
  const at = path.child("accessModes");
  const known = modes.filter((mode) => accessModes.includes(mode));
  const isAlone = known.every((mode) => mode === "ReadWriteOncePod") || !known.includes("ReadWriteOncePod");
  return joinedInSteps([
    () => (modes.length === 0 ? [field.required(at, "at least 1 access mode is required")] : []),
    () => checkLabelSelector(claim.selector, path.child("selector")),
    () => modes.filter((mode) => !accessModes.includes(mode)).map((mode) => field.notSupported(at, mode, accessModes)),
    () => (isAlone ? [] : [field.forbidden(at, "may not use ReadWriteOncePod with other access modes")]),
  ]);
}

function checkStorage(claim: View<PersistentVolumeClaimSpec>, path: FieldPath): readonly FieldError[] {
  const storage = claim.resources?.requests?.["storage"];
  if (storage === undefined) return [field.required(path, "")];
  return isPositiveQuantity(storage) ? [] : [field.invalid(path, String(storage), "must be greater than zero")];
}

function checkSources(
  claim: View<PersistentVolumeClaimSpec>,
  path: FieldPath,
  checks: ClaimChecks,
): readonly FieldError[] {
  const { dataSource, dataSourceRef } = claim;
  const namespace = dataSourceRef?.namespace ?? "";
  const namespacePath = path.child("dataSourceRef").child("namespace");
  const errors = [
    ...(dataSource === undefined ? [] : checkSource(dataSource, path.child("dataSource"), checks)),
    ...(dataSourceRef === undefined ? [] : checkSource(dataSourceRef, path.child("dataSourceRef"), checks)),
    ...(namespace === "" ? [] : checkDnsLabel(namespace, namespacePath)),
  ];
  if (dataSource === undefined || dataSourceRef === undefined) return errors;
  // kube-apiserver passes its field path as the value, which prints as an empty object.
  if (namespace !== "") {
    return [...errors, field.invalid(path, {}, "may not be specified when dataSourceRef.namespace is specified")];
  }
  const isSame = (["apiGroup", "kind", "name"] as const).every(
    (name) => (dataSource[name] ?? null) === (dataSourceRef[name] ?? null),
  );
  return isSame ? errors : [...errors, field.invalid(path, {}, "must match dataSourceRef")];
}

function checkSource(
  source: View<TypedLocalObjectReference> | View<TypedObjectReference>,
  path: FieldPath,
  { anyGroupInSources = false }: ClaimChecks,
): readonly FieldError[] {
  const { kind = "", name } = source;
  const apiGroup = source.apiGroup ?? "";
  const errors = [...checkRequired(name, path.child("name")), ...checkRequired(kind, path.child("kind"))];
  if (apiGroup !== "")
    return anyGroupInSources ? errors : [...errors, ...checkDnsSubdomain(apiGroup, path.child("apiGroup"))];
  if (kind === "PersistentVolumeClaim") return errors;
  const text = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
  return [...errors, field.invalid(path, kind, text)];
}

/** Warnings about storage that is not a whole number of bytes. */
export function claimSpecWarnings(
  claim: View<PersistentVolumeClaimSpec> | undefined,
  path: FieldPath,
): readonly string[] {
  const { requests, limits } = claim?.resources ?? {};
  const resources = path.child("resources");
  return [
    ...fractionWarning(requests?.["storage"], resources.child("requests").key("storage")),
    ...fractionWarning(limits?.["storage"], resources.child("limits").key("storage")),
  ];
}
