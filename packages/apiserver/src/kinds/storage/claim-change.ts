/**
 * The changes that a claim permits. A bound claim may grow, shrink to its actual capacity, and change its
 * VolumeAttributesClass. A claim is bound once. https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims
 */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import { sortKeys } from "@kubewright/schema";
import { checkImmutable } from "../field-checks.ts";
import { goDifference } from "../go-difference.ts";
import { compareQuantities } from "../quantities.ts";
import type { View } from "../typed.ts";
import { shownSelector } from "../label-selectors.ts";

const spec = fieldPath("spec");

/** The storage class was an annotation once. The annotation still has precedence. */
export const classAnnotation = "volume.beta.kubernetes.io/storage-class";

export function checkClaimChange(
  next: View<PersistentVolumeClaim>,
  old: View<PersistentVolumeClaim>,
): readonly FieldError[] {
  const [nextClass, oldClass] = [annotatedClass(next), annotatedClass(old)];
  const annotation = fieldPath("metadata", "annotations", classAnnotation);
  return [
    ...(movesClass(next, old) ? [] : checkImmutable(nextClass ?? "", oldClass ?? "", annotation)),
    ...checkFixed(next, old),
    ...checkSize(next, old),
    ...checkImmutable(next.spec?.volumeMode, old.spec?.volumeMode, fieldPath("volumeMode")),
    ...checkAttributes(next, old),
  ];
}

function annotatedClass({ metadata }: View<PersistentVolumeClaim>): string | undefined {
  return metadata?.annotations?.[classAnnotation];
}

/** Whether the update moves the class from the annotation to the field. */
function movesClass(next: View<PersistentVolumeClaim>, old: View<PersistentVolumeClaim>): boolean {
  const [nextClass, oldClass] = [annotatedClass(next), annotatedClass(old)];
  if (oldClass === undefined || old.spec?.storageClassName !== undefined) return false;
  return next.spec?.storageClassName === oldClass && (nextClass ?? oldClass) === oldClass;
}

/** Whether a claim without a class gets one, which must be the annotated one if there is any. */
function getsClass({ spec: next = {} }: View<PersistentVolumeClaim>, old: View<PersistentVolumeClaim>): boolean {
  if (next.storageClassName === undefined || old.spec?.storageClassName !== undefined) return false;
  return (annotatedClass(old) ?? next.storageClassName) === next.storageClassName;
}

function checkFixed(next: View<PersistentVolumeClaim>, old: View<PersistentVolumeClaim>): readonly FieldError[] {
  const before = old.spec ?? {};
  const bindsNow = (before.volumeName ?? "") === "";
  const wanted = bindsNow ? { ...before, volumeName: next.spec?.volumeName ?? "" } : before;
  const { storageClassName, ...rest } = next.spec ?? {};
  const hasFreeClass = movesClass(next, old) || getsClass(next, old);
  const claimed = hasFreeClass || storageClassName === undefined ? rest : { ...rest, storageClassName };
  const requested = next.status?.phase === "Bound" ? withoutChangeable(claimed, before) : claimed;
  const [inGo, wantedInGo] = [claimSpecInGo(requested), claimSpecInGo(wanted)];
  if (isDeepEqual(inGo, wantedInGo)) return [];
  const text =
    "spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims";
  return [field.forbidden(spec, `${text}\n${goDifference(wantedInGo, inGo)}`)];
}

/** The claim with the old values of the fields that may change in a bound claim. */
function withoutChangeable(
  { volumeAttributesClassName: _, ...next }: View<PersistentVolumeClaimSpec>,
  { volumeAttributesClassName, resources: before }: View<PersistentVolumeClaimSpec>,
): View<PersistentVolumeClaimSpec> {
  const attributes = volumeAttributesClassName === undefined ? {} : { volumeAttributesClassName };
  const requests = next.resources?.requests;
  if (requests === undefined) return { ...next, ...attributes };
  const storage = before?.requests?.["storage"] ?? "0";
  return { ...next, ...attributes, resources: { ...next.resources, requests: { ...requests, storage } } };
}

/** A claim cannot shrink to its actual capacity or below: only a failed expansion can be reduced. */
function checkSize(next: View<PersistentVolumeClaim>, old: View<PersistentVolumeClaim>): readonly FieldError[] {
  const sizeOf = (claim: View<PersistentVolumeClaim>): string | number =>
    claim.spec?.resources?.requests?.["storage"] ?? "0";
  const [size, capacity] = [sizeOf(next), old.status?.capacity?.["storage"] ?? "0"];
  if (compareQuantities(size, sizeOf(old)) >= 0 || compareQuantities(size, capacity) > 0) return [];
  const path = spec.child("resources").child("requests").child("storage");
  return [field.forbidden(path, "field can not be less than status.capacity")];
}

function checkAttributes(next: View<PersistentVolumeClaim>, old: View<PersistentVolumeClaim>): readonly FieldError[] {
  const wanted = next.spec?.volumeAttributesClassName;
  const current = old.status?.currentVolumeAttributesClassName;
  if (wanted === old.spec?.volumeAttributesClassName || current === undefined) return [];
  if (wanted !== undefined && wanted !== "") return [];
  const what = wanted === undefined ? "nil" : "empty string";
  const text = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  return [field.forbidden(spec.child("volumeAttributesClassName"), text)];
}

/** As kube-apiserver prints it: with all fields, under their Go names. */
function claimSpecInGo(claim: View<PersistentVolumeClaimSpec>): unknown {
  const { resources, dataSource, dataSourceRef } = claim;
  return {
    AccessModes: claim.accessModes ?? null,
    Selector: shownSelector(claim.selector),
    Resources: { Limits: sortKeys(resources?.limits ?? null), Requests: sortKeys(resources?.requests ?? null) },
    VolumeName: claim.volumeName ?? "",
    StorageClassName: claim.storageClassName ?? null,
    VolumeMode: claim.volumeMode ?? null,
    DataSource: dataSource === undefined ? null : sourceInGo(dataSource),
    DataSourceRef:
      dataSourceRef === undefined ? null : { ...sourceInGo(dataSourceRef), Namespace: dataSourceRef.namespace ?? null },
    VolumeAttributesClassName: claim.volumeAttributesClassName ?? null,
  };
}

function sourceInGo({
  apiGroup,
  kind = "",
  name = "",
}: View<NonNullable<PersistentVolumeClaimSpec["dataSource"]>>): object {
  return { APIGroup: apiGroup ?? null, Kind: kind, Name: name };
}
