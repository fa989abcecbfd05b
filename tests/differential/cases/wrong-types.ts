/**
 * Values of the wrong type in built-in kinds: the names of Go types, which of several values is reported, and the errors of strategic merge patches
 * and applies, which convert values without serializing them. What a merge or a JSON patch reports is in `contract/wrong-types.test.ts`, since
 * that message shows the whole object.
 */
import { cases, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";

const namespace = "namespaces/{{namespace}}";
const secrets = `/api/v1/${namespace}/secrets`;
const services = `/api/v1/${namespace}/services`;
const maps = `/api/v1/${namespace}/configmaps`;
const pods = `/api/v1/${namespace}/pods`;
const deployments = `/apis/apps/v1/${namespace}/deployments`;
const leases = `/apis/coordination.k8s.io/v1/${namespace}/leases`;
const budgets = `/apis/policy/v1/${namespace}/poddisruptionbudgets`;
const metadata = { name: "a" };

const secret = { apiVersion: "v1", kind: "Secret", metadata, data: { a: "AA==" } };
const map = { apiVersion: "v1", kind: "ConfigMap", metadata };
const lease = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata };
const budget = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata };
const template = { metadata: { labels: { app: "t" } }, spec: { containers: [{ name: "one", image: "i" }] } };
const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata,
  spec: { selector: { matchLabels: { app: "t" } }, template },
};
const service = { apiVersion: "v1", kind: "Service", metadata, spec: { clusterIP: "None", selector: { app: "t" } } };

const wrongServices = [
  { sessionAffinity: 5 },
  { type: true },
  { type: ["x"] },
  { ipFamilies: "x" },
  { ipFamilies: [5] },
  { ipFamilyPolicy: { x: "y" } },
  { ports: [{ port: 80, protocol: 5 }] },
  { ports: [{ port: "x" }] },
  { ports: [{ port: 1.5 }] },
  { ports: [{ port: 80, targetPort: true }] },
  { sessionAffinityConfig: { clientIP: { timeoutSeconds: "x" } } },
  { sessionAffinityConfig: ["x"] },
  { type: 5, sessionAffinity: 5 },
  { sessionAffinity: 5, type: true },
  { type: "x", ports: "x", selector: "x", clusterIP: 5 },
];

const wrongSecrets = [
  { data: ["x"] },
  { data: { a: ["x"] } },
  { data: { a: [1, 2] } },
  { data: { a: [1, 256] } },
  { data: { a: { x: "y" } } },
  { data: { a: 5 } },
  { data: { a: "!" } },
  { type: 5 },
  { type: true, data: "x" },
  { data: { a: "!" }, immutable: "x" },
  { immutable: "x", data: { a: "!" } },
];

const wrongMetadata = [
  { creationTimestamp: "yesterday" },
  { creationTimestamp: 5 },
  { labels: 5, creationTimestamp: "yesterday" },
  { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "o", uid: 5 }] },
  { finalizers: "x", annotations: ["x"] },
];

const wrongContainers = [
  { imagePullPolicy: 5 },
  { resources: { limits: "x" } },
  { resources: { limits: { cpu: true } } },
  { resources: { limits: { cpu: "x" } } },
  { resources: { limits: { cpu: true } }, image: 5 },
  { terminationMessagePolicy: true },
  { readinessProbe: { httpGet: { port: 1.5 } } },
  { readinessProbe: { httpGet: { port: 80, scheme: 5 } } },
  { securityContext: { capabilities: { add: [5] } } },
  { securityContext: { capabilities: { add: "x" } } },
];

const pod = (container: object): object => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata,
  spec: { containers: [{ name: "one", image: "i", ...container }] },
});

const deploymentSpecs = [
  { replicas: 2147483648 },
  { replicas: -2147483649 },
  { replicas: 1.5 },
  { replicas: 2.0 },
  { strategy: { type: 5 } },
  { strategy: { rollingUpdate: { maxSurge: true } } },
  { template: { spec: { restartPolicy: 5, dnsPolicy: 5 } } },
  { template: { spec: { dnsPolicy: true, restartPolicy: 5 } } },
  { template: { spec: { terminationGracePeriodSeconds: "x" } } },
  { template: { spec: { tolerations: [{ operator: 5 }] } } },
  { template: { spec: { nodeSelector: { a: 5 } } } },
];

function apply(path: string, body: unknown): DifferentialRequest {
  return {
    method: "PATCH",
    path: `${path}?fieldManager=m&force=true`,
    body,
    headers: { "content-type": "application/apply-patch+yaml" },
  };
}

export const wrongTypeCases: readonly DifferentialCase[] = cases("wrong-type", {
  "create-services": wrongServices.map((spec) => post(services, { ...service, spec })),
  "create-secrets": wrongSecrets.map((fields, index) =>
    post(secrets, { ...secret, metadata: { name: `s${index}` }, ...fields }),
  ),
  "create-metadata": wrongMetadata.map((fields) => post(maps, { ...map, metadata: { ...metadata, ...fields } })),
  "create-metadata-after-data": [
    post(maps, '{"apiVersion":"v1","kind":"ConfigMap","data":"x","metadata":[]}'),
    post(maps, '{"apiVersion":"v1","kind":"ConfigMap","metadata":[],"data":"x"}'),
  ],
  "create-pods": wrongContainers.map((container) => post(pods, pod(container))),
  "strategic-services": [
    post(services, service),
    ...wrongServices.map((spec) => patch("strategic", `${services}/a`, { spec })),
  ],
  "strategic-secrets": [
    post(secrets, secret),
    ...wrongSecrets.map((fields) => patch("strategic", `${secrets}/a`, fields)),
  ],
  "strategic-metadata": [
    post(maps, map),
    ...wrongMetadata.map((fields) => patch("strategic", `${maps}/a`, { metadata: fields })),
    patch("strategic", `${maps}/a`, { data: "x", metadata: "x" }),
  ],
  "strategic-deployments": [
    post(deployments, deployment),
    ...deploymentSpecs.map((spec) => patch("strategic", `${deployments}/a`, { spec })),
    ...wrongContainers.map((container) =>
      patch("strategic", `${deployments}/a`, {
        spec: { template: { spec: { containers: [{ name: "one", ...container }] } } },
      }),
    ),
  ],
  "strategic-scale": [
    post(deployments, deployment),
    patch("strategic", `${deployments}/a/scale`, { spec: { replicas: "x" } }),
    patch("strategic", `${deployments}/a/scale`, { spec: "x" }),
    patch("strategic", `${deployments}/a/scale`, { status: { replicas: "x" }, spec: { replicas: 4294967297 } }),
  ],
  "apply-creates": [
    apply(`${secrets}/a`, { ...secret, data: { a: "!" } }),
    apply(`${maps}/a`, { ...map, binaryData: { a: "YQ" } }),
    apply(`${leases}/a`, { ...lease, spec: { renewTime: "yesterday" } }),
    apply(`${leases}/a`, { ...lease, spec: { renewTime: 5 } }),
    apply(`${maps}/a`, { ...map, metadata: { ...metadata, creationTimestamp: "yesterday" } }),
    apply(`${budgets}/a`, { ...budget, spec: { minAvailable: true } }),
    apply(`${budgets}/a`, { ...budget, spec: { minAvailable: 1.5 } }),
    apply(`${pods}/a`, pod({ resources: { limits: { cpu: "x" } } })),
    apply(`${pods}/a`, pod({ resources: { limits: { cpu: true } } })),
    apply(`${deployments}/a`, { ...deployment, spec: { ...deployment.spec, replicas: 1.5 } }),
    apply(`${deployments}/a`, { ...deployment, spec: { ...deployment.spec, replicas: 4294967297 } }),
    apply(`${leases}/b`, {
      ...lease,
      metadata: { name: "b", creationTimestamp: "tomorrow" },
      spec: { renewTime: "yesterday" },
    }),
  ],
  "apply-changes": [
    apply(`${secrets}/a`, secret),
    apply(`${secrets}/a`, { ...secret, data: { a: "!" } }),
    apply(
      `${secrets}/a`,
      '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"data":{"a":"!"},"type":"a","type":"b"}',
    ),
    apply(`${secrets}/a`, { ...secret, data: { a: ["x"] } }),
    apply(`${deployments}/a`, deployment),
    apply(`${deployments}/a/scale`, {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata,
      spec: { replicas: 1.5 },
    }),
  ],
});
