/**
 * The data source of a claim. Two fields have the same value; the older one (`dataSource`) supports only claims and snapshots:
 * https://kubernetes.io/docs/concepts/storage/persistent-volumes/#data-source-references
 */
import type { PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import type { Draft, View } from "../typed.ts";

/** Drops sources that the older field or the enabled features do not support. Then copies a source that only one field has to the other. */
export function normalizeDataSources(
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
