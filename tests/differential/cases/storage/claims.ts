/** PersistentVolumeClaims: validation, defaults, warnings, and status. */
import { cases, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { creates, varied } from "../../variations.ts";
import { claims, good, otherClaim, odd, own, requests, sized, snapshot, specs, classed } from "./claim-object.ts";

/** Sets the status in dry runs. */
function triedStatus(...list: readonly object[]): readonly DifferentialRequest[] {
  return list.map((status) => patch("merge", `${own}/status?dryRun=All`, { status }));
}

export const claimFieldCases: readonly DifferentialCase[] = cases("claim-field", {
  modes: creates(
    claims,
    good,
    specs(
      { accessModes: null },
      { accessModes: [] },
      { accessModes: ["Other", ""] },
      { accessModes: ["ReadWriteOncePod", "ReadWriteOnce"] },
      { accessModes: ["ReadWriteOncePod", "Other"] },
      { accessModes: ["ReadWriteOnce", "ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany"] },
      { volumeMode: "Other" },
      { volumeMode: "" },
      { volumeMode: "Block" },
    ),
  ),
  selector: creates(
    claims,
    good,
    specs(
      { selector: {} },
      { selector: { matchLabels: { "a b": "c" } } },
      { selector: { matchLabels: { a: "b c" } } },
      { selector: { matchExpressions: [{}] } },
      { selector: { matchExpressions: [{ key: "a", operator: "In" }] } },
      { selector: { matchExpressions: [{ key: "a", operator: "Exists", values: ["b c"] }] } },
      { selector: { matchExpressions: [{ key: "a b", operator: "In", values: ["b", "b c"] }] } },
    ),
  ),
  size: creates(claims, good, [
    { spec: { resources: null } },
    ...requests(null, { storage: null, cpu: "1" }, { cpu: "1" }, { "": "1" }),
    ...["0", "-1", "1500m", "1.5Gi", "1e3"].map(sized),
    { spec: { resources: { limits: { storage: "1500m" } } } },
    { spec: { resources: { limits: { storage: "-1" } } } },
    { spec: { resources: { limits: { storage: "1Gi" } } } },
    { spec: { resources: { limits: { storage: "1500m" }, requests: { storage: "100m" } } } },
  ]),
  class: creates(claims, good, [
    ...specs(
      { storageClassName: "" },
      { storageClassName: "Not A Name" },
      { storageClassName: "none-such" },
      { volumeAttributesClassName: "" },
      { volumeAttributesClassName: "Not A Name" },
      { volumeAttributesClassName: "gold" },
      { volumeName: "Not A Name" },
    ),
    classed(null, ""),
    classed("x", "Not A Name"),
    { metadata: { name: "not_a_name" } },
    { status: { phase: "Bound", capacity: { storage: "1Gi" } } },
  ]),
  source: creates(
    claims,
    good,
    specs(
      { dataSource: {} },
      { dataSource: { kind: "PersistentVolumeClaim" } },
      { dataSource: { name: "x" } },
      { dataSource: otherClaim },
      { dataSource: { ...otherClaim, apiGroup: "" } },
      { dataSource: snapshot },
      { dataSource: odd },
      { dataSource: { ...snapshot, name: "" } },
    ),
  ),
  reference: creates(
    claims,
    good,
    specs(
      { dataSourceRef: {} },
      { dataSourceRef: { kind: "Odd", name: "o" } },
      { dataSourceRef: { ...odd, apiGroup: "Not A Group" } },
      { dataSourceRef: { ...odd, apiGroup: "" } },
      { dataSourceRef: odd },
      { dataSourceRef: otherClaim },
      { dataSourceRef: { ...otherClaim, apiGroup: "" } },
      { dataSourceRef: { ...odd, namespace: "" } },
      { dataSourceRef: { ...odd, namespace: "other" } },
      { dataSourceRef: { ...odd, namespace: "Not A Name" }, dataSource: odd },
    ),
  ),
  "two-sources": creates(
    claims,
    good,
    specs(
      { dataSource: odd, dataSourceRef: odd },
      { dataSource: otherClaim, dataSourceRef: otherClaim },
      { dataSource: otherClaim, dataSourceRef: odd },
      { dataSource: { ...otherClaim, apiGroup: "" }, dataSourceRef: otherClaim },
      { dataSource: { ...odd, apiGroup: "Not A Group" }, dataSourceRef: { ...odd, apiGroup: "Not A Group" } },
      { dataSource: { kind: "Odd" }, dataSourceRef: { kind: "Odd" } },
    ),
  ),
});

export const claimStatusCases: readonly DifferentialCase[] = cases("claim-status", {
  fields: [
    post(claims, good),
    ...triedStatus(
      { phase: "Other" },
      { phase: "" },
      { capacity: { storage: "-1" } },
      { capacity: { "not a name": "1" } },
      { capacity: { storage: "1500m" } },
      { accessModes: ["Other"] },
      { conditions: [{ type: "Resizing", status: "Other" }] },
      { conditions: [{}] },
      { currentVolumeAttributesClassName: "Not A Name" },
      { modifyVolumeStatus: {} },
      { modifyVolumeStatus: { status: "Pending", targetVolumeAttributesClassName: "gold" } },
    ),
    patch("merge", `${own}/status`, { spec: { accessModes: null, volumeName: "x" }, status: { phase: "Lost" } }),
    put(`${own}/status`, varied(good, { status: { phase: "Bound" } })),
    put(`${own}/status?dryRun=All`, varied(good, { metadata: { resourceVersion: "1" } })),
  ],
  resizing: [
    post(claims, good),
    ...triedStatus(
      { allocatedResourceStatuses: { storage: "NodeResizePending" } },
      { allocatedResourceStatuses: { storage: "Other" } },
      { allocatedResourceStatuses: { cpu: "NodeResizeInProgress" } },
      { allocatedResourceStatuses: { cpu: "Other" } },
      { allocatedResourceStatuses: { "not a name": "ControllerResizeInProgress" } },
      { allocatedResourceStatuses: { "example.com/x": "NodeResizeInfeasible" } },
      { allocatedResourceStatuses: { "kubernetes.io/x": "ControllerResizeInfeasible" } },
      { allocatedResourceStatuses: { storage: "" } },
      { allocatedResources: { storage: "1Gi" } },
      { allocatedResources: { storage: "-1" } },
      { allocatedResources: { storage: "-100m" } },
      { allocatedResources: { storage: "1500m" } },
      { allocatedResources: { cpu: "1" } },
      { allocatedResources: { "not a name": "1" } },
      { allocatedResources: { "example.com/x": "1" } },
    ),
  ],
});
