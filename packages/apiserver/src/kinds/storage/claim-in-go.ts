/** The spec of a claim as kube-apiserver prints it: with all fields, under their Go names. */
import type { PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import { sortKeys } from "@kubewright/schema";
import { shownSelector } from "../label-selectors.ts";
import type { View } from "../typed.ts";

export function claimSpecInGo(claim: View<PersistentVolumeClaimSpec>): unknown {
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
