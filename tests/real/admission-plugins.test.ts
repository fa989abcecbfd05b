// Admission plugins that are off by default: an embedded server and a kube-apiserver that enable them return the same responses.
import { afterAll, beforeAll, expect, test } from "vitest";
import { patch, post } from "../contract/writers.ts";
import type { TestRequest } from "../http.ts";
import { startPluginServers } from "./plugin-servers.ts";
import type { Outcome, PluginServers } from "./plugin-servers.ts";

const enabled = [
  "AlwaysAdmit",
  "AlwaysPullImages",
  "DenyServiceExternalIPs",
  "ExtendedResourceToleration",
  "LimitPodHardAntiAffinityTopology",
  "NamespaceAutoProvision",
  "NamespaceExists",
  "OwnerReferencesPermissionEnforcement",
  "PodNodeSelector",
];

let servers: PluginServers;

beforeAll(async () => {
  servers = await startPluginServers(enabled);
}, 180_000);

afterAll(() => servers[Symbol.asyncDispose]());

function pod(name: string, spec: object = {}): object {
  const containers = [{ name: "c", image: "example.com/i:1", imagePullPolicy: "IfNotPresent" }];
  return { metadata: { name }, spec: { containers, ...spec } };
}

function statusOf({ status }: Outcome): number {
  return status;
}

const pods = "/api/v1/namespaces/default/pods";
const secrets = "/api/v1/namespaces/default/secrets";

test("AlwaysPullImages sets the policy of all containers and image volumes, and keeps it while the images stay", async () => {
  const container = { name: "c", image: "example.com/i:1", imagePullPolicy: "Never" };
  const outcomes = await servers.expectSame([
    post(pods, pod("pull", { initContainers: [{ ...container, name: "i" }] })),
    post(
      pods,
      pod("volume", { volumes: [{ name: "v", image: { reference: "example.com/v:1", pullPolicy: "Never" } }] }),
    ),
    patch("merge", `${pods}/pull`, { metadata: { labels: { a: "b" } } }),
    patch("merge", `${pods}/pull`, {
      spec: { containers: [{ ...container, image: "example.com/i:2", imagePullPolicy: "Always" }] },
    }),
  ]);

  expect(outcomes[0]).toMatchObject({ status: 201, spec: { containers: [{ imagePullPolicy: "Always" }] } });
});

test("DenyServiceExternalIPs rejects new addresses", async () => {
  const services = "/api/v1/namespaces/default/services";
  const service = { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } };
  const statuses = await servers.expectSame([
    post(`${services}?dryRun=All`, { ...service, spec: { ...service.spec, externalIPs: ["192.0.2.1"] } }),
    post(`${services}?dryRun=All`, { ...service, spec: { ...service.spec, clusterIP: "None" } }),
  ]);

  expect(statuses[0]).toMatchObject({
    message: 'services "s" is forbidden: Use of external IPs is denied by admission control',
  });
});

test("ExtendedResourceToleration tolerates the taints of extended resources", async () => {
  const gpu = { limits: { "example.com/gpu": "1", "example.com/fpga": "1" } };
  const containers = [{ name: "c", image: "i", resources: gpu }];
  const toleration = { key: "example.com/gpu", operator: "Exists", effect: "NoSchedule" };
  const outcomes = await servers.expectSame([
    post(pods, pod("gpu", { containers })),
    post(pods, pod("tolerant", { containers, tolerations: [toleration, { key: "a", operator: "Exists" }] })),
  ]);

  const defaults = [{ key: "node.kubernetes.io/not-ready" }, { key: "node.kubernetes.io/unreachable" }];
  const tolerations = [...defaults, { key: "example.com/fpga" }, { key: "example.com/gpu" }];
  expect(outcomes[0]).toMatchObject({ spec: { tolerations } });
});

test("LimitPodHardAntiAffinityTopology rejects other topologies than the node", async () => {
  const affinity = (...keys: readonly string[]): object => ({
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: keys.map((topologyKey) => ({ topologyKey, labelSelector: {} })),
    },
  });
  const outcomes = await servers.expectSame([
    post(pods, pod("near", { affinity: affinity("kubernetes.io/hostname") })),
    post(pods, pod("far", { affinity: affinity("kubernetes.io/hostname", "topology.kubernetes.io/zone") })),
  ]);

  expect(outcomes.map(statusOf)).toEqual([201, 403]);
});

test("NamespaceAutoProvision creates the namespace of a new object, and a dry run in a missing namespace fails", async () => {
  const outcomes = await servers.expectSame([
    post("/api/v1/namespaces/dry/configmaps?dryRun=All", { metadata: { name: "a" } }),
    { path: "/api/v1/namespaces/dry" },
    post("/api/v1/namespaces/made/configmaps", { metadata: { name: "a" } }),
    { path: "/api/v1/namespaces/made" },
    { method: "DELETE", path: "/api/v1/namespaces/missing/configmaps/a" },
  ]);

  expect(outcomes.map(statusOf)).toEqual([404, 404, 201, 200, 404]);
});

test("PodNodeSelector adds the selector of the namespace, and rejects conflicts", async () => {
  const annotated = (name: string, selector: string): object => ({
    metadata: { name, annotations: { "scheduler.alpha.kubernetes.io/node-selector": selector } },
  });
  const of = (name: string): string => `/api/v1/namespaces/${name}/pods`;
  const outcomes = await servers.expectSame([
    post("/api/v1/namespaces", annotated("selecting", "env = test, disk=ssd")),
    post("/api/v1/namespaces", annotated("mistaken", "env=test,disk")),
    post(of("selecting"), pod("a", { nodeSelector: { other: "x", disk: "ssd" } })),
    post(of("selecting"), pod("b", { nodeSelector: { env: "production" } })),
    post(of("mistaken"), pod("c")),
  ]);

  expect(outcomes[2]).toMatchObject({ spec: { nodeSelector: { env: "test", disk: "ssd", other: "x" } } });
});

function asJane(request: TestRequest): TestRequest {
  return { ...request, headers: { ...request.headers, "impersonate-user": "jane" } };
}

function owner(kind: string, name: string, more: object = {}): object {
  return {
    apiVersion: kind === "Deployment" ? "apps/v1" : "v1",
    kind,
    name,
    uid: "1d9c43c7-7b1b-4b8e-8f0e-2f6f6c0f7a11",
    ...more,
  };
}

test("OwnerReferencesPermissionEnforcement checks the permissions on the object and on its owner", async () => {
  const rights = (verbs: readonly string[], resource: string): object => ({
    apiGroups: [""],
    resources: [resource],
    verbs,
  });
  const role = {
    metadata: { name: "jane" },
    rules: [rights(["create", "get", "patch", "update"], "secrets"), rights(["update"], "configmaps/finalizers")],
  };
  const binding = {
    metadata: { name: "jane" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "jane" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }],
  };
  const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/default";
  await servers.expectSame([post(`${rbac}/roles`, role), post(`${rbac}/rolebindings`, binding)]);
  const named = (name: string, ...ownerReferences: readonly object[]): object => ({
    metadata: { name, ownerReferences },
  });
  const blocking = { blockOwnerDeletion: true };
  await servers.until(201, asJane(post(`${secrets}?dryRun=All`, named("probe"))));

  const outcomes = await servers.expectSame([
    asJane(post(secrets, named("plain", owner("Pod", "p")))),
    asJane(post(secrets, named("allowed", owner("ConfigMap", "c", blocking)))),
    asJane(post(secrets, named("denied", owner("Pod", "p", blocking)))),
    asJane(post(secrets, named("other", owner("Deployment", "d", blocking)))),
    asJane(post(secrets, named("cluster", owner("Node", "n", blocking)))),
    asJane(post(secrets, named("unknown", owner("Nothing", "n", blocking)))),
    post(secrets, named("admin", owner("Pod", "p", blocking))),
    asJane(patch("merge", `${secrets}/plain`, { metadata: { labels: { a: "b" } } })),
    asJane(patch("merge", `${secrets}/plain`, { metadata: { ownerReferences: [] } })),
    asJane(patch("merge", `${secrets}/plain`, { metadata: { ownerReferences: [owner("Pod", "p", blocking)] } })),
    patch("merge", `${secrets}/plain`, { metadata: { ownerReferences: [owner("Pod", "p", blocking)] } }),
    asJane(patch("merge", `${secrets}/plain`, { metadata: { labels: { a: "c" } } })),
  ]);

  expect(outcomes.map(statusOf)).toEqual([201, 201, 403, 403, 403, 403, 201, 200, 403, 403, 200, 200]);
});
