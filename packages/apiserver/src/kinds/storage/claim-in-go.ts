/** What a claim asks for as the reference prints it in a text: with all fields, by the names that they have in Go. */
import type { LabelSelector } from "@kubewright/apimachinery";
import type { PersistentVolumeClaimSpec } from "@kubewright/api/core/v1";
import { sortKeys } from "@kubewright/schema";
import type { View } from "../typed.ts";

export function claimSpecInGo(claim: View<PersistentVolumeClaimSpec>): unknown {
  const { resources, dataSource, dataSourceRef } = claim;
  return {
    AccessModes: claim.accessModes ?? null,
    Selector: selectorInGo(claim.selector),
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

/** Selectors have the same type in all versions, so that their fields have the names that they have in JSON. */
function selectorInGo(selector: View<LabelSelector> | undefined): unknown {
  if (selector === undefined) return null;
  const { matchLabels, matchExpressions } = selector;
  return {
    ...(matchLabels === undefined ? {} : { matchLabels: sortKeys(matchLabels) }),
    ...(matchExpressions === undefined
      ? {}
      : {
          matchExpressions: matchExpressions.map(({ key = "", operator = "", values }) => ({
            key,
            operator,
            ...(values === undefined ? {} : { values }),
          })),
        }),
  };
}

function sourceInGo({
  apiGroup,
  kind = "",
  name = "",
}: View<NonNullable<PersistentVolumeClaimSpec["dataSource"]>>): object {
  return { APIGroup: apiGroup ?? null, Kind: kind, Name: name };
}
