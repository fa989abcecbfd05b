/** DaemonSets, StatefulSets, ReplicationControllers: validation of creates and updates. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import type { Change } from "../changes.ts";
import {
  badSelectors,
  badTemplates,
  creating,
  kindAt,
  labels,
  negative,
  reporting,
  selector,
  template,
  updating,
} from "./workload-good.ts";

const daemonSet = kindAt("apps/v1", "daemonsets", "DaemonSet", { selector, template });
const partial = { accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io" };
const merged = { ...partial, "content-type": "application/merge-patch+json" };
const statefulSet = kindAt("apps/v1", "statefulsets", "StatefulSet", { selector, template, serviceName: "s" });
const controller = kindAt("v1", "replicationcontrollers", "ReplicationController", { selector: labels, template });

const updateStrategy = (type: unknown, rollingUpdate?: unknown): Change => ({
  "spec.updateStrategy": { type, rollingUpdate },
});
const rolls = (maxUnavailable: unknown, maxSurge: unknown): object => ({ maxUnavailable, maxSurge });
const claim = {
  metadata: { name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};

/** Each count once above the total. */
const tooMany = (names: readonly string[]): readonly Change[] => [
  ...names.map((name) => ({ "status.replicas": 1, "status.readyReplicas": 1, [`status.${name}`]: 2 })),
  { "status.replicas": 5, "status.readyReplicas": 1, "status.availableReplicas": 2 },
];

export const daemonSetCases: readonly DifferentialCase[] = cases("daemon-set", {
  defaults: creating(
    daemonSet,
    {},
    { "spec.updateStrategy": {} },
    updateStrategy("OnDelete"),
    updateStrategy("OnDelete", rolls(1, 1)),
    updateStrategy("RollingUpdate", { maxSurge: 1, maxUnavailable: 0 }),
    { "metadata.annotations": { "deprecated.daemonset.template.generation": "7" } },
    { "metadata.annotations": { "deprecated.daemonset.template.generation": "x" } },
  ),
  selector: creating(daemonSet, ...badSelectors),
  template: creating(daemonSet, ...badTemplates),
  strategy: creating(
    daemonSet,
    updateStrategy("Sometimes"),
    updateStrategy("Sometimes", rolls(1, 0)),
    updateStrategy("RollingUpdate", rolls(0, 0)),
    updateStrategy("RollingUpdate", rolls("0%", "0%")),
    updateStrategy("RollingUpdate", rolls(1, 1)),
    updateStrategy("RollingUpdate", rolls(-1, 0)),
    updateStrategy("RollingUpdate", rolls("x", 0)),
    updateStrategy("RollingUpdate", rolls("101%", 0)),
    updateStrategy("RollingUpdate", rolls(0, "101%")),
    updateStrategy("RollingUpdate", rolls("x", "y")),
    ...negative("spec.minReadySeconds", "spec.revisionHistoryLimit"),
  ),
  update: [
    ...updating(
      daemonSet,
      { "spec.selector": { matchLabels: { app: "b" } }, "spec.template.metadata.labels": { app: "b" } },
      { "spec.template.spec.containers.0.image": "j" },
      { "spec.updateStrategy": { type: "OnDelete" } },
      { "spec.minReadySeconds": -1 },
    ),
    patch("strategic", `${daemonSet.path}/x`, {
      spec: { template: { spec: { containers: [{ name: "c", image: "k" }] } } },
    }),
    patch("merge", `${daemonSet.path}/x?dryRun=All`, {
      metadata: { annotations: { "deprecated.daemonset.template.generation": "9" } },
    }),
  ],
  metadata: [
    post(`${daemonSet.path}?dryRun=All`, daemonSet.good, partial),
    post(daemonSet.path, daemonSet.good, partial),
    get(`${daemonSet.path}/x`, partial),
    get(daemonSet.path, { accept: "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io" }),
    { ...get(`${daemonSet.path}?watch=1&resourceVersion=0&timeoutSeconds=1`, partial), events: 1 },
    { ...patch("merge", `${daemonSet.path}/x`, { metadata: { annotations: { a: "b" } } }), headers: merged },
    get(`${daemonSet.path}/x`, partial),
  ],
  status: reporting(
    daemonSet,
    ...negative(
      "status.currentNumberScheduled",
      "status.numberMisscheduled",
      "status.desiredNumberScheduled",
      "status.numberReady",
      "status.observedGeneration",
      "status.updatedNumberScheduled",
      "status.numberAvailable",
      "status.numberUnavailable",
      "status.collisionCount",
    ),
  ),
  collisions: [
    ...reporting(daemonSet),
    patch("merge", `${daemonSet.path}/x/status`, { status: { collisionCount: 3 } }),
    patch("merge", `${daemonSet.path}/x/status`, { status: { collisionCount: 2 } }),
  ],
});

export const statefulSetCases: readonly DifferentialCase[] = cases("stateful-set", {
  defaults: creating(
    statefulSet,
    {},
    { "spec.updateStrategy": {} },
    { "spec.serviceName": undefined },
    updateStrategy("OnDelete"),
    updateStrategy("RollingUpdate"),
    updateStrategy("RollingUpdate", {}),
    { "spec.volumeClaimTemplates": [claim] },
    { "spec.persistentVolumeClaimRetentionPolicy": { whenScaled: "Delete" } },
    { "spec.ordinals": {} },
    { "spec.ordinals": { start: 3 } },
  ),
  names: creating(
    statefulSet,
    { "metadata.name": "a.b" },
    { "metadata.name": "A" },
    { "metadata.name": "a".repeat(64) },
    { "spec.serviceName": "a.b" },
    { "spec.serviceName": "A_" },
  ),
  selector: creating(statefulSet, ...badSelectors),
  template: creating(statefulSet, ...badTemplates, {
    "spec.template.spec.hostname": "A_",
    "spec.template.spec.subdomain": "B_",
  }),
  policies: creating(
    statefulSet,
    { "spec.podManagementPolicy": "Parallel" },
    { "spec.podManagementPolicy": "Sometimes" },
    { "spec.podManagementPolicy": "" },
    updateStrategy("Sometimes"),
    updateStrategy("OnDelete", {}),
    updateStrategy("OnDelete", { partition: 1 }),
    updateStrategy("RollingUpdate", { partition: -1 }),
    updateStrategy("RollingUpdate", { maxUnavailable: 0 }),
    updateStrategy("RollingUpdate", { maxUnavailable: "x" }),
    updateStrategy("RollingUpdate", { maxUnavailable: "101%" }),
    updateStrategy("RollingUpdate", { maxUnavailable: 2 }),
    { "spec.persistentVolumeClaimRetentionPolicy": { whenDeleted: "Sometimes", whenScaled: "Never" } },
    ...negative("spec.replicas", "spec.minReadySeconds", "spec.ordinals.start"),
    { "spec.revisionHistoryLimit": -1 },
  ),
  claims: creating(
    statefulSet,
    { "spec.volumeClaimTemplates": [{ ...claim, spec: {} }] },
    { "spec.volumeClaimTemplates": [{ ...claim, spec: { accessModes: ["ReadWriteOnce"] } }] },
    { "spec.volumeClaimTemplates": [{ ...claim, spec: { ...claim.spec, accessModes: ["Sometimes"] } }] },
    { "spec.volumeClaimTemplates": [{ ...claim, spec: { ...claim.spec, volumeMode: "Other" } }] },
    { "spec.volumeClaimTemplates": [{ spec: claim.spec }] },
    { "spec.volumeClaimTemplates": [claim, claim] },
    { "spec.volumeClaimTemplates": [claim], "spec.template.spec.volumes": [{ name: "data", emptyDir: {} }] },
    {
      "spec.volumeClaimTemplates": [claim],
      "spec.template.spec.containers.0.volumeMounts": [{ name: "data", mountPath: "/d" }],
    },
    { "spec.template.spec.containers.0.volumeMounts": [{ name: "data", mountPath: "/d" }] },
  ),
  update: updating(
    statefulSet,
    { "spec.selector": { matchLabels: { app: "b" } }, "spec.template.metadata.labels": { app: "b" } },
    { "spec.serviceName": "other" },
    { "spec.podManagementPolicy": "Parallel" },
    { "spec.volumeClaimTemplates": [claim] },
    { "spec.replicas": 3, "spec.ordinals": { start: 1 }, "spec.minReadySeconds": 1, "spec.revisionHistoryLimit": 2 },
    {
      "spec.updateStrategy": { type: "OnDelete" },
      "spec.persistentVolumeClaimRetentionPolicy": { whenDeleted: "Delete" },
    },
    { "spec.template.spec.containers.0.image": "j" },
    { "spec.replicas": -1, "spec.serviceName": "A_" },
  ),
  status: reporting(
    statefulSet,
    ...negative(
      "status.replicas",
      "status.readyReplicas",
      "status.currentReplicas",
      "status.updatedReplicas",
      "status.availableReplicas",
      "status.observedGeneration",
      "status.collisionCount",
    ),
    ...tooMany(["readyReplicas", "currentReplicas", "updatedReplicas", "availableReplicas"]),
  ),
  collisions: [
    ...reporting(statefulSet),
    patch("merge", `${statefulSet.path}/x/status`, { status: { collisionCount: 3, replicas: 0 } }),
    patch("merge", `${statefulSet.path}/x/status`, { status: { collisionCount: 2 } }),
  ],
});

export const controllerCases: readonly DifferentialCase[] = cases("replication-controller", {
  defaults: creating(
    controller,
    {},
    { "spec.selector": undefined },
    { "spec.selector": undefined, "metadata.labels": { own: "x" } },
    { "spec.replicas": 0 },
  ),
  selector: creating(
    controller,
    { "spec.selector": {} },
    { "spec.selector": { app: "b" } },
    { "spec.selector": undefined, "spec.template.metadata.labels": undefined },
    { "spec.selector": { "a b": "c" } },
  ),
  template: creating(controller, ...badTemplates),
  numbers: creating(controller, ...negative("spec.replicas", "spec.minReadySeconds")),
  update: updating(
    controller,
    { "spec.selector": { app: "b" }, "spec.template.metadata.labels": { app: "b" } },
    { "spec.selector": { app: "b" } },
    { "spec.replicas": -1 },
    { "spec.replicas": 3 },
  ),
  status: reporting(
    controller,
    ...negative(
      "status.replicas",
      "status.fullyLabeledReplicas",
      "status.readyReplicas",
      "status.availableReplicas",
      "status.observedGeneration",
    ),
    ...tooMany(["fullyLabeledReplicas", "readyReplicas", "availableReplicas"]),
  ),
});
