/**
 * The kinds that random sequences work on: a good object of each, and what may be changed in it, for good or ill. Values are drawn from small
 * sets, so that writes meet: on the same fields, with the same values, from different clients.
 */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

export interface SequenceKind {
  /** `/api/v1`, `/apis/apps/v1`. */
  readonly root: string;
  readonly plural: string;
  readonly apiVersion: string;
  readonly kind: string;
  /** A good object, without type and name. */
  readonly base: JsonObject;
  readonly changes: readonly Change[];
  /** What is written to `/status`. Empty: the kind has none. */
  readonly statusChanges: readonly Change[];
  readonly hasScale: boolean;
  /** Custom resources take no strategic merge patches. */
  readonly custom: boolean;
}

/** A field and what may be put there; `undefined` takes it away. */
export interface Change {
  readonly path: readonly string[];
  readonly values: readonly (JsonValue | undefined)[];
  /** Not in patches: what becomes of an object that is no longer of its kind is said in each patch's own words. */
  readonly neverPatched?: boolean;
}

/** `change("metadata.labels.app", "x", "y")`; a tilde stands for a dot within a key. */
export function change(path: string, ...values: readonly (JsonValue | undefined)[]): Change {
  return { path: path.split(".").map((key) => key.replaceAll("~", ".")), values };
}

function neverPatched(path: string, ...values: readonly (JsonValue | undefined)[]): Change {
  return { ...change(path, ...values), neverPatched: true };
}

/** What every object has. */
const metadataChanges: readonly Change[] = [
  change("metadata.labels.app", "x", "y", undefined),
  change("metadata.labels.app", "x", "y", "z"),
  change("metadata.labels", {}, { app: "x", tier: "front" }, undefined),
  neverPatched("metadata.labels", "x", []),
  change("metadata.labels.app", "not a label", ""),
  neverPatched("metadata.labels.app", 5),
  change("metadata.annotations.note", "one", "two", undefined),
  change("metadata.annotations", {}, { "a b": "c" }, undefined),
  change("metadata.finalizers", ["example.com/a"], ["example.com/a", "example.com/b"], [], undefined),
  change("metadata.finalizers", ["example.com/b"], ["hold"], [""]),
  neverPatched("metadata.finalizers", "x"),
  change("metadata.ownerReferences", [owner()], [owner(), owner()], [owner({ uid: "" })], [], undefined),
  change("metadata.ownerReferences", [owner({ controller: true }), owner({ uid: "u-2", controller: true })]),
  change("metadata.uid", "another", undefined),
  change("metadata.generation", 7),
  change("metadata.creationTimestamp", null, "2020-01-01T00:00:00Z"),
  change("metadata.deletionTimestamp", "2020-01-01T00:00:00Z"),
  change("metadata.namespace", "kube-public"),
  change("metadata.name", "other", "Not A Name"),
  change("metadata.generateName", "gen-"),
  change("metadata.bogus", 1),
  change("bogus", 1),
  neverPatched("apiVersion", "v9", undefined),
  neverPatched("kind", "Gadget", undefined),
  change("status.bogus", 1),
];

function owner(more: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: "u-1", ...more };
}

const container = { name: "c", image: "x" };
const template = { metadata: { labels: { app: "t" } }, spec: { containers: [container] } };
const selector = { matchLabels: { app: "t" } };

const replicas = change("spec.replicas", 0, 1, 3, -1, undefined);
const templateChanges: readonly Change[] = [
  change("spec.template.metadata.labels", { app: "t" }, { app: "t", more: "a" }, { app: "u" }, undefined),
  change("spec.template.spec.containers", [{ ...container, image: "y" }], [container, { name: "d", image: "x" }], []),
  change("spec.template.spec.terminationGracePeriodSeconds", 5, -1),
  change("spec.template.spec.restartPolicy", "Always", "Never", "Sometimes"),
];
const conditions = change(
  "status.conditions",
  [{ type: "Available", status: "True" }],
  [
    { type: "Available", status: "False", reason: "Because" },
    { type: "Progressing", status: "True" },
  ],
  [],
);

function builtin(
  kind: Omit<SequenceKind, "custom" | "statusChanges" | "hasScale"> & Partial<SequenceKind>,
): SequenceKind {
  return { custom: false, statusChanges: [], hasScale: false, ...kind, changes: [...metadataChanges, ...kind.changes] };
}

/** The built-in kinds that random sequences use. */
export const sequenceKinds: readonly SequenceKind[] = [
  builtin({
    root: "/api/v1",
    plural: "configmaps",
    apiVersion: "v1",
    kind: "ConfigMap",
    base: { data: { a: "1" } },
    changes: [
      change("data.a", "1", "2", undefined),
      change("data.b", "1", "2", undefined),
      neverPatched("data.b", 5),
      change("data", { a: "9" }, {}, undefined),
      neverPatched("data", "x"),
      change("data.__proto__", "1", "2"),
      change("data.constructor", "1"),
      change("binaryData.c", "AA==", undefined),
      neverPatched("binaryData.c", "!"),
      // One error at a time: a real server walks through a map in any order.
      change("data", { "not a key": "1" }),
      change("immutable", true, false, undefined),
    ],
  }),
  builtin({
    root: "/api/v1",
    plural: "secrets",
    apiVersion: "v1",
    kind: "Secret",
    base: { data: { a: "AA==" } },
    changes: [
      change("data.a", "AA==", "AQ==", undefined),
      neverPatched("data.a", "!"),
      change("stringData.b", "text", "", undefined),
      change("type", "Opaque", "example.com/own", "kubernetes.io/tls", "kubernetes.io/basic-auth", undefined),
      change("immutable", true, false, undefined),
    ],
  }),
  builtin({
    root: "/api/v1",
    plural: "serviceaccounts",
    apiVersion: "v1",
    kind: "ServiceAccount",
    base: {},
    changes: [
      change("automountServiceAccountToken", true, false, undefined),
      neverPatched("automountServiceAccountToken", "no"),
      change("imagePullSecrets", [{ name: "a" }], [{ name: "a" }, { name: "b" }], [], undefined),
      change("secrets", [{ name: "a" }], [{ name: "b" }], []),
    ],
  }),
  builtin({
    root: "/api/v1",
    plural: "services",
    apiVersion: "v1",
    kind: "Service",
    base: { spec: { clusterIP: "None", selector: { app: "t" }, ports: [{ name: "web", port: 80 }] } },
    changes: [
      change("spec.ports", [{ name: "web", port: 80 }], [{ name: "web", port: 81 }], [{ port: 0 }], []),
      change("spec.ports", [{ name: "web", port: 80, targetPort: "http" }], [{ port: 1 }, { port: 2 }]),
      change("spec.selector", { app: "u" }),
      change("spec.sessionAffinity", "ClientIP", "None", "Never"),
      change("spec.type", "ClusterIP", "Other"),
      change("spec.publishNotReadyAddresses", true, undefined),
    ],
  }),
  builtin({
    root: "/api/v1",
    plural: "pods",
    apiVersion: "v1",
    kind: "Pod",
    base: { spec: { containers: [container] } },
    changes: [
      change("spec.containers", [{ ...container, image: "y" }], [container, { name: "d", image: "x" }], []),
      change("spec.containers", [{ ...container, env: [{ name: "A", value: "1" }] }], [{ name: "c" }]),
      change("spec.terminationGracePeriodSeconds", 5, 0, undefined),
      change("spec.activeDeadlineSeconds", 5, 10, undefined),
      change("spec.restartPolicy", "Never", "Always", "Sometimes"),
      change("spec.nodeName", "n1", "n2", undefined),
      change("spec.tolerations", [{ key: "a", operator: "Exists" }], []),
      change("spec.hostNetwork", true),
    ],
    statusChanges: [
      change("status.phase", "Running", "Succeeded", "Failed", "Sleeping"),
      change("status.conditions", [{ type: "Ready", status: "True" }], [{ type: "Ready", status: "False" }], []),
      change("status.message", "so", undefined),
    ],
  }),
  builtin({
    root: "/apis/apps/v1",
    plural: "deployments",
    apiVersion: "apps/v1",
    kind: "Deployment",
    base: { spec: { selector, template } },
    changes: [
      replicas,
      ...templateChanges,
      change("spec.selector", { matchLabels: { app: "u" } }, undefined),
      change("spec.strategy", { type: "Recreate" }, { type: "RollingUpdate" }, { type: "Other" }, undefined),
      change("spec.paused", true, undefined),
      change("spec.minReadySeconds", 1, -1, 700),
    ],
    statusChanges: [
      change("status.replicas", 1, 2, -1),
      change("status.readyReplicas", 1, 5),
      change("status.observedGeneration", 1, -1),
      conditions,
    ],
    hasScale: true,
  }),
  builtin({
    root: "/apis/apps/v1",
    plural: "replicasets",
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    base: { spec: { selector, template } },
    changes: [replicas, ...templateChanges, change("spec.minReadySeconds", 1, -1)],
    statusChanges: [change("status.replicas", 1, 2, -1), change("status.availableReplicas", 1, 5), conditions],
    hasScale: true,
  }),
  builtin({
    root: "/apis/apps/v1",
    plural: "statefulsets",
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    base: { spec: { serviceName: "s", selector, template } },
    changes: [
      replicas,
      ...templateChanges,
      change("spec.podManagementPolicy", "Parallel", "OrderedReady", "Other"),
      change("spec.updateStrategy", { type: "OnDelete" }, undefined),
    ],
    statusChanges: [change("status.replicas", 1, 2, -1), change("status.currentRevision", "a", undefined), conditions],
    hasScale: true,
  }),
  builtin({
    root: "/apis/batch/v1",
    plural: "jobs",
    apiVersion: "batch/v1",
    kind: "Job",
    base: { spec: { template: { spec: { containers: [container], restartPolicy: "Never" } } } },
    changes: [
      change("spec.parallelism", 0, 2, -1, undefined),
      change("spec.completions", 1, 2, undefined),
      change("spec.backoffLimit", 0, 3, -1),
      change("spec.suspend", true, false),
      change("spec.template.spec.restartPolicy", "OnFailure", "Always", undefined),
      change("spec.template.spec.containers", [{ ...container, image: "y" }]),
    ],
    statusChanges: [
      change("status.active", 1, 2, -1),
      change("status.succeeded", 1),
      change("status.startTime", "2026-01-01T00:00:00Z"),
    ],
  }),
  builtin({
    root: "/apis/coordination.k8s.io/v1",
    plural: "leases",
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    base: { spec: { holderIdentity: "me" } },
    changes: [
      change("spec.holderIdentity", "me", "you", "", undefined),
      change("spec.leaseDurationSeconds", 15, 0, undefined),
      neverPatched("spec.leaseDurationSeconds", "x"),
      change("spec.leaseTransitions", 1, -1),
      change("spec.renewTime", "2026-01-01T00:00:00.000000Z", undefined),
    ],
  }),
  builtin({
    root: "/apis/rbac.authorization.k8s.io/v1",
    plural: "roles",
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind: "Role",
    base: { rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }] },
    changes: [
      change("rules", [{ apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] }], [], undefined),
      change("rules", [{ apiGroups: [""], resources: ["pods"], verbs: [] }], [{ verbs: ["get"] }]),
    ],
  }),
  builtin({
    root: "/apis/policy/v1",
    plural: "poddisruptionbudgets",
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    base: { spec: { minAvailable: 1, selector } },
    changes: [
      change("spec.minAvailable", 1, "50%", "x", -1, undefined),
      change("spec.maxUnavailable", 1, undefined),
      change("spec.selector", {}, { matchLabels: { app: "u" } }, undefined),
    ],
    statusChanges: [change("status.disruptionsAllowed", 1, 0), change("status.observedGeneration", 1)],
  }),
];
