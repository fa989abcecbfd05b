/** PersistentVolumeClaims: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistentvolumeclaims */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim, PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { fieldWarning } from "../field-warning.ts";
import type { Draft, View } from "../typed.ts";
import { viewOf } from "../typed.ts";
import { checkClaimChange, classAnnotation } from "./claim-change.ts";
import { checkClaimSpec, claimSpecWarnings } from "./claim-spec.ts";
import { classOf, modesText } from "./volume-cells.ts";
import { checkQualifiedName } from "../field-checks.ts";
import { checkWholeQuantity } from "../quantities.ts";
import { isNative } from "../resource-names.ts";

const spec = fieldPath("spec");

export const persistentVolumeClaimKind: BuiltinKind = builtinKind<PersistentVolumeClaim>({
  group: "",
  plural: "persistentvolumeclaims",
  metadataChecks: { wholeOnUpdate: true },
  deletion: { returnsObject: true },
  defaults: (draft) => {
    (draft.spec ??= {}).volumeMode ??= "Filesystem";
    (draft.status ??= {}).phase ??= "Pending";
  },
  prepareForCreate: (draft) => {
    draft.status = { phase: "Pending" };
    normalizeDataSources((draft.spec ??= {}), undefined);
  },
  prepareForUpdate: (draft, old) => {
    normalizeDataSources((draft.spec ??= {}), old.spec ?? {});
  },
  validate: (object) => checkClaimSpec(object.spec ?? {}, spec),
  validateUpdate: (object, old) => {
    const { dataSource, dataSourceRef } = old.spec ?? {};
    const knowsGroups = (dataSource?.apiGroup ?? dataSourceRef?.apiGroup ?? null) !== null;
    return joinedInSteps([
      () => checkClaimSpec(object.spec ?? {}, spec, { anyGroupInSources: knowsGroups }),
      () => checkClaimChange(object, old),
    ]);
  },
  warningsOnCreate: claimWarnings,
  warningsOnUpdate: claimWarnings,
  status: { validateUpdate: (object) => checkClaimStatus(object) },
  cells: (object) => {
    const { spec = {}, status = {} } = object;
    const isBound = (spec.volumeName ?? "") !== "";
    return {
      Status: object.metadata.deletionTimestamp === undefined ? (status.phase ?? "") : "Terminating",
      Volume: spec.volumeName ?? "",
      Capacity: isBound ? (status.capacity?.["storage"] ?? "0") : "",
      "Access Modes": isBound ? modesText(status.accessModes) : "",
      StorageClass: classOf(object, spec.storageClassName),
      VolumeAttributesClass: spec.volumeAttributesClassName ?? "<unset>",
      VolumeMode: spec.volumeMode ?? "<unset>",
    };
  },
});

function claimWarnings(object: ReadonlyObject): readonly string[] {
  const { metadata, spec: claim } = viewOf<PersistentVolumeClaim>(object);
  const isAnnotated = metadata?.annotations?.[classAnnotation] !== undefined;
  const annotation = fieldPath("metadata", "annotations").key(classAnnotation);
  return [
    ...(isAnnotated
      ? [fieldWarning(annotation, 'deprecated since v1.8; use "storageClassName" attribute instead')]
      : []),
    ...claimSpecWarnings(claim, spec),
  ];
}

/**
 * Two fields have the same value; the older one (`dataSource`) supports only claims and snapshots:
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/#data-source-references
 *
 * Drops sources that the older field or the enabled features do not support. Then copies a source that only one field has to the other.
 */
function normalizeDataSources(
  claim: Draft<PersistentVolumeClaimSpec>,
  old: View<PersistentVolumeClaimSpec> | undefined,
): void {
  const { dataSource, dataSourceRef } = claim;
  // References to other namespaces require a feature gate that is off.
  if ((dataSourceRef?.namespace ?? "") !== "" && old?.dataSourceRef === undefined) delete claim.dataSourceRef;
  const hadSource = old?.dataSource !== undefined || old?.dataSourceRef !== undefined;
  if (!hadSource && claim.dataSourceRef === undefined && !isClaimOrSnapshot(dataSource)) delete claim.dataSource;
  fillIn(claim);
}

function isClaimOrSnapshot({ apiGroup, kind }: View<PersistentVolumeClaimSpec["dataSource"]> & object = {}): boolean {
  if (kind === "PersistentVolumeClaim") return (apiGroup ?? "") === "";
  return kind === "VolumeSnapshot" && apiGroup === "snapshot.storage.k8s.io";
}

function fillIn(claim: Draft<PersistentVolumeClaimSpec>): void {
  const { dataSource, dataSourceRef } = claim;
  if (dataSource !== undefined && dataSourceRef === undefined) claim.dataSourceRef = { ...dataSource };
  if (dataSource !== undefined || dataSourceRef === undefined || (dataSourceRef.namespace ?? "") !== "") return;
  const { namespace: _, ...source } = dataSourceRef;
  claim.dataSource = source;
}

const status = fieldPath("status");

const resizeStatuses: readonly string[] = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
];

function checkClaimStatus(claim: View<PersistentVolumeClaim>): readonly FieldError[] {
  const { capacity = {}, allocatedResources = {}, allocatedResourceStatuses = {} } = claim.status ?? {};
  return [
    ...checkQuantities(capacity, status.child("capacity")),
    ...Object.entries(allocatedResourceStatuses).flatMap(([name, value]) =>
      checkResizeStatus(name, value, status.child("allocatedResourceStatuses")),
    ),
    ...Object.entries(allocatedResources).flatMap(([name, quantity]) => {
      const path = status.child("allocatedResources");
      const errors = checkResourceName(name, path);
      return errors.length > 0 ? errors : checkQuantities({ [name]: quantity }, path);
    }),
  ];
}

function checkQuantities(
  quantities: { readonly [name: string]: string | number },
  path: FieldPath,
): readonly FieldError[] {
  return Object.entries(quantities).flatMap(([name, quantity]) => checkWholeQuantity(quantity, path.key(name)));
}

function checkResizeStatus(name: string, value: string, path: FieldPath): readonly FieldError[] {
  const errors = checkResourceName(name, path);
  // kube-apiserver prints the resource instead of its status.
  return resizeStatuses.includes(value) ? errors : [...errors, field.notSupported(path, name, resizeStatuses)];
}

/** The only resource without a domain or with that of Kubernetes is `storage`. */
function checkResourceName(name: string, path: FieldPath): readonly FieldError[] {
  const errors = checkQualifiedName(name, path);
  if (errors.length > 0 || name === "storage") return errors;
  return isNative(name) ? [field.notSupported(path, name, ["storage"])] : [];
}
