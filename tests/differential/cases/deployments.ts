/** Deployments and ReplicaSets: validation of creates and updates. */
import { cases, get, patch, post, put, remove } from "../case.ts";
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

const deployment = kindAt("apps/v1", "deployments", "Deployment", { selector, template });
const replicaSet = kindAt("apps/v1", "replicasets", "ReplicaSet", { selector, template });

const strategy = (type: unknown, rollingUpdate?: unknown): Change => ({ "spec.strategy": { type, rollingUpdate } });
const rolls = (maxUnavailable: unknown, maxSurge: unknown): object => ({ maxUnavailable, maxSurge });

const counts = ["replicas", "updatedReplicas", "readyReplicas", "availableReplicas"] as const;
/** Each count once above the total. */
const tooMany = (names: readonly string[]): readonly Change[] => [
  ...names.map((name) => ({ "status.replicas": 1, "status.readyReplicas": 1, [`status.${name}`]: 2 })),
  { "status.replicas": 5, "status.readyReplicas": 1, "status.availableReplicas": 2 },
];

export const deploymentCases: readonly DifferentialCase[] = cases("deployment", {
  defaults: creating(
    deployment,
    {},
    { "spec.replicas": 0 },
    { "spec.strategy": {} },
    strategy("Recreate"),
    strategy("RollingUpdate", {}),
    strategy("RollingUpdate", { maxSurge: 1 }),
    {
      "spec.paused": true,
      "spec.minReadySeconds": 3,
      "spec.revisionHistoryLimit": 0,
      "spec.progressDeadlineSeconds": 4,
    },
    { status: { replicas: 3 } },
  ),
  selector: creating(deployment, ...badSelectors),
  template: creating(deployment, ...badTemplates),
  numbers: creating(
    deployment,
    ...negative("spec.replicas", "spec.minReadySeconds", "spec.revisionHistoryLimit", "spec.progressDeadlineSeconds"),
    { "spec.progressDeadlineSeconds": 5, "spec.minReadySeconds": 5 },
    { "spec.progressDeadlineSeconds": 2147483647, "spec.minReadySeconds": 600 },
    { "spec.minReadySeconds": 600 },
    { "spec.replicas": 2147483648 },
    { "spec.replicas": "3" },
    { "spec.replicas": 1.5 },
  ),
  strategy: creating(
    deployment,
    strategy("Sometimes"),
    strategy("Sometimes", rolls(1, 1)),
    strategy("Recreate", {}),
    strategy("Recreate", rolls(1, 1)),
    strategy("RollingUpdate", rolls(0, 0)),
    strategy("RollingUpdate", rolls("0%", 0)),
    strategy("RollingUpdate", rolls(-1, 1)),
    strategy("RollingUpdate", rolls(1, -1)),
    strategy("RollingUpdate", rolls("x", 1)),
    strategy("RollingUpdate", rolls(1, "5")),
    strategy("RollingUpdate", rolls("101%", 1)),
    strategy("RollingUpdate", rolls("100%", "200%")),
    strategy("RollingUpdate", rolls("-5%", 1)),
    strategy("RollingUpdate", rolls("5.5%", "")),
    strategy("RollingUpdate", rolls(true, 1)),
    { "spec.strategy": "Recreate" },
  ),
  update: updating(
    deployment,
    {},
    { "spec.selector": { matchLabels: { app: "b" } }, "spec.template.metadata.labels": { app: "b" } },
    { "spec.selector": { matchLabels: labels, matchExpressions: [{ key: "app", operator: "Exists" }] } },
    { "spec.replicas": 5 },
    { "spec.replicas": -1 },
    { "spec.template.spec.containers.0.image": "j" },
    { "spec.template.spec.restartPolicy": "Never" },
    { "metadata.annotations": { a: "b" } },
    { "metadata.labels": { a: "b" } },
    { "metadata.name": "y" },
    { "spec.strategy": { type: "Recreate" } },
  ),
  status: reporting(
    deployment,
    ...negative(
      ...counts.map((name) => `status.${name}`),
      "status.observedGeneration",
      "status.unavailableReplicas",
      "status.terminatingReplicas",
      "status.collisionCount",
    ),
    ...tooMany(["updatedReplicas", "readyReplicas", "availableReplicas"]),
    { "spec.replicas": 9, "metadata.labels.a": "b", "status.replicas": 1 },
    { "status.conditions": [{ type: "Available", status: "True" }] },
  ),
  collisions: [
    ...reporting(deployment),
    patch("merge", `${deployment.path}/x/status`, { status: { collisionCount: 3 } }),
    patch("merge", `${deployment.path}/x/status`, { status: { collisionCount: 2 } }),
    patch("merge", `${deployment.path}/x/status`, { status: { collisionCount: null } }),
  ],
  scale: [
    post(deployment.path, deployment.good),
    get(`${deployment.path}/x/scale`),
    put(`${deployment.path}/x/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "x" },
      spec: { replicas: 4 },
    }),
    put(`${deployment.path}/x/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "x" },
      spec: { replicas: -4 },
    }),
    put(`${deployment.path}/x/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "y" },
      spec: { replicas: 4 },
    }),
    put(`${deployment.path}/x/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "x", resourceVersion: "1" },
      spec: { replicas: 4 },
    }),
    patch("merge", `${deployment.path}/x/scale`, { spec: { replicas: 2 } }),
    patch("merge", `${deployment.path}/x/scale`, { spec: { replicas: -2 } }),
    patch("merge", `${deployment.path}/none/scale`, { spec: { replicas: 2 } }),
    get(`${deployment.path}/x`),
    remove(`${deployment.path}/x`),
  ],
});

export const replicaSetCases: readonly DifferentialCase[] = cases("replica-set", {
  defaults: creating(replicaSet, {}, { "spec.replicas": 0, "spec.minReadySeconds": 1 }),
  selector: creating(replicaSet, ...badSelectors),
  template: creating(replicaSet, ...badTemplates),
  numbers: creating(replicaSet, ...negative("spec.replicas", "spec.minReadySeconds")),
  update: updating(
    replicaSet,
    { "spec.selector": { matchLabels: { app: "b" } }, "spec.template.metadata.labels": { app: "b" } },
    { "spec.replicas": 5 },
    { "spec.replicas": -1 },
    { "spec.template.spec.containers.0.image": "j" },
  ),
  status: reporting(
    replicaSet,
    ...negative(
      "status.replicas",
      "status.fullyLabeledReplicas",
      "status.readyReplicas",
      "status.availableReplicas",
      "status.observedGeneration",
      "status.terminatingReplicas",
    ),
    ...tooMany(["fullyLabeledReplicas", "readyReplicas", "availableReplicas"]),
  ),
});
