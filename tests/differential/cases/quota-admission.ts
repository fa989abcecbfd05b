/** The effects of quotas on writes of Services, claims, custom resources and all kinds with object counts. */
import { cases, get, patch, post, put, remove, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { creates, varied } from "../variations.ts";
import { core, enforced, named, pod, pods, quotas, resources } from "./quota-parts.ts";

const services = `${core}/services`;
const secrets = `${core}/secrets`;
const claims = `${core}/persistentvolumeclaims`;

const secret = { apiVersion: "v1", kind: "Secret", metadata: { name: "a" } };

const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "a" },
  spec: {
    selector: { app: "a" },
    ports: [
      { name: "a", port: 80 },
      { name: "b", port: 81 },
    ],
  },
};

const claim = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "a" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
};

const apply = { "content-type": "application/apply-patch+yaml" };

function applied(path: string, body: object): DifferentialRequest {
  return { method: "PATCH", path: `${path}?fieldManager=tester`, body, headers: apply };
}

const deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "a" },
  spec: {
    selector: { matchLabels: { app: "a" } },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "example.com/i:1" }] } },
  },
};

const myJobs = "/apis/myjob.github.com/v1beta1/namespaces/{{namespace}}/myjobs";
const myJob = {
  apiVersion: "myjob.github.com/v1beta1",
  kind: "MyJob",
  metadata: { name: "a" },
  spec: { template: { spec: { containers: [{ name: "pi", image: "perl" }], restartPolicy: "Never" } } },
};

const resourceClaims = "/apis/resource.k8s.io/v1/namespaces/{{namespace}}/resourceclaims";

function devices(name: string, ...requests: readonly object[]): object {
  return {
    apiVersion: "resource.k8s.io/v1",
    kind: "ResourceClaim",
    metadata: { name },
    spec: { devices: { requests } },
  };
}

export const quotaAdmissionCases: readonly DifferentialCase[] = cases("quota-admission", {
  counts: [
    ...enforced({ hard: { secrets: "2", "count/secrets": "5", "count/deployments.apps": "1", "count/events": "0" } }),
    post(secrets, secret),
    get(`${quotas}/a`),
    post(secrets, secret),
    get(`${quotas}/a`),
    post(`${secrets}?dryRun=All`, varied(secret, named("b"))),
    post(secrets, varied(secret, named("b"))),
    remove(`${secrets}/a`),
    patch("merge", `${quotas}/a/status`, { status: { used: { secrets: "1" } } }),
    until(201, post(`${secrets}?dryRun=All`, secret)),
    post("/apis/apps/v1/namespaces/{{namespace}}/deployments", deployment),
    post("/apis/apps/v1/namespaces/{{namespace}}/deployments", varied(deployment, named("b"))),
    put("/apis/apps/v1/namespaces/{{namespace}}/deployments/a", varied(deployment, { spec: { paused: true } })),
    get(`${quotas}/a`),
  ],
  "other-creates": [
    ...enforced({ hard: { "count/leases.coordination.k8s.io": "2", secrets: "2" } }),
    put("/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases/a", {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "a" },
    }),
    applied("/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases/b", {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "b" },
    }),
    applied("/apis/coordination.k8s.io/v1/namespaces/{{namespace}}/leases/c", {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata: { name: "c" },
    }),
    applied(`${secrets}/a`, secret),
    applied(`${secrets}/a`, { ...secret, metadata: { name: "a", labels: { a: "b" } } }),
    get(`${quotas}/a`),
  ],
  "custom-resources": [
    ...enforced({ hard: { "count/myjobs.myjob.github.com": "1" } }),
    post(myJobs, myJob),
    post(myJobs, varied(myJob, named("b"))),
    patch("merge", `${myJobs}/a`, { metadata: { labels: { a: "b" } } }),
    get(`${quotas}/a`),
  ],
  "quotas-count-quotas": [
    ...enforced({ hard: { resourcequotas: "1", replicationcontrollers: "0" } }),
    post(quotas, { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "x" }, spec: { hard: { pods: "1" } } }),
    post(quotas, { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "y" }, spec: { hard: { pods: "1" } } }),
    get(`${quotas}/a`),
  ],
  "unknown-status": [
    ...enforced({ hard: { pods: "1", secrets: "1" }, used: null }),
    post(pods, pod),
    post(secrets, secret),
    post(services, service),
    patch("merge", `${quotas}/a/status`, { status: { used: { pods: "0" } } }),
  ],
  "several-quotas": [
    ...enforced({ hard: { secrets: "5" } }, { hard: { secrets: "2", services: "1" }, used: { secrets: "1" } }),
    post(secrets, secret),
    post(secrets, varied(secret, named("b"))),
    get(`${quotas}/a`),
    get(`${quotas}/b`),
  ],
  "used-above-hard": [
    ...enforced({ hard: { pods: "1", "requests.cpu": "1", secrets: "3" }, used: { pods: "0", "requests.cpu": "5" } }),
    post(pods, varied(pod, resources({ cpu: "0" }))),
    post(pods, varied(pod, named("q", resources({ cpu: "0" })))),
    post(secrets, secret),
    get(`${quotas}/a`),
  ],
  services: [
    ...enforced({ hard: { services: "3", "services.nodeports": "3", "services.loadbalancers": "1" } }),
    post(services, service),
    put(`${services}/a`, varied(service, { spec: { type: "NodePort" } })),
    get(`${quotas}/a`),
    put(`${services}/a`, varied(service, { spec: { type: "LoadBalancer" } })),
    get(`${quotas}/a`),
    post(services, varied(service, named("b", { spec: { type: "NodePort" } }))),
    post(services, varied(service, named("b", { spec: { type: "LoadBalancer" } }))),
    post(
      services,
      varied(service, {
        metadata: { name: "b" },
        spec: { type: "LoadBalancer", allocateLoadBalancerNodePorts: false, ports: [{ port: 80 }] },
      }),
    ),
    patch("merge", `${services}/a`, { spec: { type: "ClusterIP" } }),
    patch("merge", `${services}/a`, { metadata: { labels: { a: "b" } } }),
    patch("merge", `${services}/a/status`, { status: { loadBalancer: {} } }),
    get(`${quotas}/a`),
  ],
  claims: [
    ...enforced({
      hard: {
        persistentvolumeclaims: "3",
        "requests.storage": "3Gi",
        "gold.storageclass.storage.k8s.io/requests.storage": "1Gi",
        "gold.storageclass.storage.k8s.io/persistentvolumeclaims": "1",
      },
    }),
    post(claims, claim),
    ...creates(claims, claim, [
      named("b", { spec: { resources: { requests: { storage: "3Gi" } } } }),
      named("b", { spec: { resources: { requests: { storage: "2147483648001m" } } } }),
    ]),
    post(`${claims}?dryRun=All`, {
      ...claim,
      metadata: { name: "b" },
      spec: { ...claim.spec, storageClassName: "gold", resources: { requests: { storage: "1025Mi" } } },
    }),
    post(claims, { ...claim, metadata: { name: "b" }, spec: { ...claim.spec, storageClassName: "gold" } }),
    post(claims, {
      ...claim,
      metadata: { name: "c", annotations: { "volume.beta.kubernetes.io/storage-class": "gold" } },
    }),
    get(`${quotas}/a`),
    patch("merge", `${claims}/a/status`, { status: { allocatedResources: { storage: "9Gi" } } }),
    get(`${quotas}/a`),
    patch("merge", `${claims}/a`, { metadata: { labels: { a: "b" } } }),
    get(`${quotas}/a`),
  ],
  "claim-expansion": [
    post("/apis/storage.k8s.io/v1/storageclasses", {
      metadata: { name: "{{namespace}}" },
      provisioner: "example.com/p",
      allowVolumeExpansion: true,
    }),
    ...enforced({
      hard: { "requests.storage": "3Gi", "{{namespace}}.storageclass.storage.k8s.io/requests.storage": "2Gi" },
    }),
    post(claims, { ...claim, spec: { ...claim.spec, storageClassName: "{{namespace}}" } }),
    patch("merge", `${claims}/a/status`, { status: { phase: "Bound", capacity: { storage: "1Gi" } } }),
    ...["4Gi", "2560Mi", "2Gi", "1536Mi", "3Gi"].map((storage) =>
      patch("merge", `${claims}/a`, { spec: { resources: { requests: { storage } } } }),
    ),
    get(`${quotas}/a`),
    remove("/apis/storage.k8s.io/v1/storageclasses/{{namespace}}"),
  ],
  "resource-claims": [
    ...enforced({
      hard: {
        "count/resourceclaims.resource.k8s.io": "2",
        "gpu.deviceclass.resource.k8s.io/devices": "3",
        "requests.deviceclass.resource.kubernetes.io/nic": "1",
      },
    }),
    post(resourceClaims, devices("a", { name: "r", exactly: { deviceClassName: "gpu", count: 4 } })),
    post(
      resourceClaims,
      devices(
        "a",
        { name: "r", exactly: { deviceClassName: "gpu", count: 1 } },
        {
          name: "s",
          firstAvailable: [
            { name: "x", deviceClassName: "gpu", count: 2 },
            { name: "y", deviceClassName: "gpu", count: 1 },
            { name: "z", deviceClassName: "nic", allocationMode: "All" },
          ],
        },
      ),
    ),
    get(`${quotas}/a`),
    post(resourceClaims, devices("b", { name: "r", exactly: { deviceClassName: "gpu", allocationMode: "All" } })),
    post(resourceClaims, devices("b", { name: "r", exactly: { deviceClassName: "other", allocationMode: "All" } })),
    get(`${quotas}/a`),
  ],
  "attributes-scopes": [
    ...enforced({
      hard: { persistentvolumeclaims: "0" },
      scopeSelector: { matchExpressions: [{ scopeName: "VolumeAttributesClass", operator: "In", values: ["gold"] }] },
    }),
    ...creates(claims, claim, [
      {},
      { spec: { volumeAttributesClassName: "silver" } },
      { spec: { volumeAttributesClassName: "gold" } },
    ]),
  ],
});
