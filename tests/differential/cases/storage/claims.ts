/** PersistentVolumeClaims: what is refused, filled in and warned of, what may change before and after they are bound, and their status. */
import { cases, get, patch, post, put } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { creates, tried, updates, varied } from "../../variations.ts";
import type { Variation } from "../../variations.ts";

const claims = "/api/v1/namespaces/{{namespace}}/persistentvolumeclaims";
const own = `${claims}/a`;
const classes = "/apis/storage.k8s.io/v1/storageclasses";
const good = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "a" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } } },
};
const classAnnotation = "volume.beta.kubernetes.io/storage-class";
const snapshot = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "s" };
const otherClaim = { kind: "PersistentVolumeClaim", name: "b" };
const odd = { apiGroup: "example.com", kind: "Odd", name: "o" };

function specs(...list: readonly object[]): readonly Variation[] {
  return list.map((spec) => ({ spec }));
}

function requests(...list: readonly (object | null)[]): readonly Variation[] {
  return list.map((asked) => ({ spec: { resources: { requests: asked } } }));
}

function sized(storage: string): Variation {
  return { spec: { resources: { requests: { storage } } } };
}

function classed(storageClassName: string | null, annotation?: string | null): Variation {
  return { metadata: { annotations: { [classAnnotation]: annotation } }, spec: { storageClassName } };
}

/** Says of the claim what its controllers would say. */
function reported(status: object): DifferentialRequest {
  return patch("merge", `${own}/status`, { status });
}

/** Says it, and stores nothing. */
function triedStatus(...list: readonly object[]): readonly DifferentialRequest[] {
  return list.map((status) => patch("merge", `${own}/status?dryRun=All`, { status }));
}

const bound = reported({ phase: "Bound", capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] });

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

export const claimUpdateCases: readonly DifferentialCase[] = cases("claim-update", {
  pending: updates(claims, good, [
    {},
    { spec: { volumeName: "v" } },
    { spec: { accessModes: ["ReadOnlyMany"] } },
    { spec: { accessModes: null } },
    { spec: { selector: { matchLabels: { a: "b" } } } },
    { spec: { volumeMode: "Block" } },
    { spec: { volumeMode: null } },
    ...requests({ storage: "3Gi" }, { storage: "1Gi" }, { cpu: "1" }, { storage: "2048Mi" }, null),
    { spec: { resources: { limits: { storage: "9Gi" } } } },
    ...specs({ volumeAttributesClassName: "gold" }, { volumeAttributesClassName: "" }),
    ...specs({ dataSource: otherClaim }, { dataSourceRef: odd }),
    { metadata: { labels: { a: "b" } }, status: { phase: "Bound" } },
  ]),
  "pending-patched": [
    post(claims, good),
    patch("merge", own, { spec: { volumeName: "v" } }),
    patch("merge", own, { spec: { volumeName: "w" } }),
    patch("merge", own, { spec: { volumeName: null } }),
    patch("json", own, [{ op: "replace", path: "/spec/resources/requests/storage", value: "1500m" }]),
    patch("strategic", own, { spec: { accessModes: ["ReadWriteMany"] } }),
    get(own),
  ],
  bound: [
    post(claims, varied(good, { spec: { volumeName: "v" } })),
    bound,
    ...tried(own, varied(good, { spec: { volumeName: "v" } }), [
      {},
      { spec: { volumeName: "w" } },
      { spec: { accessModes: ["ReadOnlyMany"] } },
      ...["3Gi", "1500Mi", "1Gi", "500Mi", "1500m", "0"].map(sized),
      ...requests({ cpu: "1" }, null),
      { spec: { resources: null } },
      { spec: { resources: { limits: { storage: "9Gi" } } } },
      ...specs({ volumeAttributesClassName: "gold" }, { volumeAttributesClassName: "" }),
      ...specs({ volumeAttributesClassName: "Not A Name" }, { volumeMode: "Block" }),
      { status: { phase: "Lost" } },
    ]),
    patch("merge", own, sized("1200Mi")),
    get(own),
  ],
  "bound-empty": [post(claims, good), bound, ...tried(own, good, requests({ storage: null }))],
  growing: [
    post(classes, {
      apiVersion: "storage.k8s.io/v1",
      kind: "StorageClass",
      metadata: { name: "{{namespace}}" },
      provisioner: "example.com/p",
      allowVolumeExpansion: true,
    }),
    post(claims, varied(good, { spec: { storageClassName: "{{namespace}}" } })),
    patch("merge", own, sized("3Gi")),
    reported({ phase: "Bound", capacity: { storage: "2Gi" } }),
    // A real server's admission learns of a class a moment later.
    { ...patch("merge", own, sized("3Gi")), until: 200 },
    patch("merge", own, sized("2Gi")),
    patch("merge", own, sized("2500Mi")),
    patch("merge", `${classes}/{{namespace}}`, { allowVolumeExpansion: null }),
    { ...patch("merge", own, sized("4Gi")), until: 403 },
    patch("merge", own, { ...sized("4Gi"), metadata: { annotations: { [classAnnotation]: "x" } } }),
  ],
  attributes: [
    post(claims, varied(good, { spec: { volumeAttributesClassName: "gold" } })),
    bound,
    ...tried(own, varied(good, { spec: { volumeAttributesClassName: "gold" } }), [
      ...specs({ volumeAttributesClassName: "silver" }, { volumeAttributesClassName: "" }),
      ...specs({ volumeAttributesClassName: null }),
    ]),
    reported({ currentVolumeAttributesClassName: "gold" }),
    ...tried(own, varied(good, { spec: { volumeAttributesClassName: "gold" } }), [
      ...specs({ volumeAttributesClassName: "silver" }, { volumeAttributesClassName: "" }),
      ...specs({ volumeAttributesClassName: null }),
    ]),
  ],
  "no-class": updates(claims, good, [
    classed("x"),
    classed(""),
    classed("Not A Name"),
    classed(null, "x"),
    classed("x", "x"),
  ]),
  class: updates(claims, varied(good, { spec: { storageClassName: "x" } }), [
    classed("y"),
    classed(null),
    classed("x", "x"),
    classed("", "x"),
  ]),
  annotation: updates(claims, varied(good, classed(null, "x")), [
    classed("x", "x"),
    classed("x", null),
    classed("y", "x"),
    classed("x", "y"),
    classed("y", "y"),
    classed(null, "y"),
    classed(null, null),
    classed("", null),
  ]),
  source: [
    post(claims, varied(good, { spec: { dataSource: otherClaim } })),
    ...tried(own, varied(good, { spec: { dataSource: otherClaim } }), [
      {},
      { spec: { dataSource: null } },
      { spec: { dataSource: null, dataSourceRef: otherClaim } },
      { spec: { dataSourceRef: otherClaim } },
      { spec: { dataSource: snapshot } },
      { spec: { dataSource: odd } },
    ]),
  ],
  reference: [
    post(claims, varied(good, { spec: { dataSourceRef: { ...odd, apiGroup: "example.com" } } })),
    ...tried(own, varied(good, { spec: { dataSourceRef: odd } }), [
      {},
      { spec: { dataSource: odd, dataSourceRef: null } },
      { spec: { dataSource: null, dataSourceRef: null } },
      { spec: { dataSourceRef: { ...odd, apiGroup: "Not A Group" } } },
      { spec: { dataSourceRef: { ...odd, namespace: "other" } } },
      { spec: { dataSourceRef: { ...odd, namespace: "Not A Name" } } },
      { spec: { dataSource: odd, dataSourceRef: { ...odd, namespace: "other" } } },
    ]),
  ],
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
