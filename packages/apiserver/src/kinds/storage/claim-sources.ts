/**
 * What a claim's volume is filled with. It stands in two fields, of which the older one knows claims and snapshots alone; both say the
 * same: https://kubernetes.io/docs/concepts/storage/persistent-volumes/#data-source-references
 */
import type { PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import type { Draft, View } from "../typed.ts";

/** Drops what the older field cannot name and what is behind a feature gate that is off, then gives each field what only the other has. */
export function normalizeDataSources(
  claim: Draft<PersistentVolumeClaimSpec>,
  old: View<PersistentVolumeClaimSpec> | undefined,
): void {
  const { dataSource, dataSourceRef } = claim;
  // References into other namespaces are behind a feature gate that is off.
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
