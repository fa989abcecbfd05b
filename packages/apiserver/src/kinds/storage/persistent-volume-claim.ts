/** PersistentVolumeClaims: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#persistentvolumeclaims */
import { fieldPath, joinedInSteps } from "@kubewright/apimachinery";
import type { PersistentVolumeClaim } from "@kubewright/api/core/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { fieldWarning } from "../field-warning.ts";
import { viewOf } from "../typed.ts";
import { checkClaimChange, classAnnotation } from "./claim-change.ts";
import { normalizeDataSources } from "./claim-sources.ts";
import { checkClaimSpec, claimSpecWarnings } from "./claim-spec.ts";
import { checkClaimStatus } from "./claim-status.ts";
import { classOf, modesText } from "./volume-cells.ts";

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
