/** Updates of a claim before and after it is bound. */
import { cases, get, patch, post } from "../../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../../case.ts";
import { tried, updates, varied } from "../../variations.ts";
import { claims, good, otherClaim, odd, own, requests, sized, snapshot, specs, classed } from "./claim-object.ts";

const classes = "/apis/storage.k8s.io/v1/storageclasses";

/** Sets the status of the claim as its controllers do. */
function reported(status: object): DifferentialRequest {
  return patch("merge", `${own}/status`, { status });
}

const bound = reported({ phase: "Bound", capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] });

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
    // The admission of a real server uses a class a moment later.
    { ...patch("merge", own, sized("3Gi")), until: 200 },
    patch("merge", own, sized("2Gi")),
    patch("merge", own, sized("2500Mi")),
    patch("merge", `${classes}/{{namespace}}`, { allowVolumeExpansion: null }),
    { ...patch("merge", own, sized("4Gi")), until: 403 },
    patch("merge", own, {
      ...sized("4Gi"),
      metadata: { annotations: { "volume.beta.kubernetes.io/storage-class": "x" } },
    }),
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
