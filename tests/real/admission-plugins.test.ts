// Admission plugins that are off by default: an embedded server that enables them answers as a kube-apiserver that does.
import { createApiServer } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { startRealControlPlane } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask } from "../http.ts";
import type { Asked } from "../http.ts";

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

const resources = new AsyncDisposableStack();
let real: Transport;
let embedded: Transport;

beforeAll(async () => {
  const [clock, random] = [createSystemClock(), createSystemRandom()];
  const apiServerFlags = [`--enable-admission-plugins=${enabled.join(",")}`];
  real = resources.use(await startRealControlPlane({ clock, random, apiServerFlags })).transport;
  const disableAdmissionPlugins = ["ServiceAccount"];
  embedded = resources
    .use(createApiServer({ clock, random, enableAdmissionPlugins: enabled, disableAdmissionPlugins }))
    .transport();
}, 180_000);

afterAll(() => resources.disposeAsync());

interface Body {
  readonly kind?: string;
  readonly message?: string;
  readonly spec?: unknown;
}

/** What a client sees of an answer: the spec of an object, the message of a failure. */
async function outcomeOf(transport: Transport, asked: Asked): Promise<unknown> {
  const { status, body } = await ask(transport, asked);
  const { kind, message, spec } = body as Body;
  return { status, kind, ...(kind === "Status" ? { message } : { spec }) };
}

/** Sends each request to both servers. */
async function expectSame(requests: readonly Asked[]): Promise<readonly unknown[]> {
  const outcomes: unknown[] = [];
  for (const asked of requests) {
    const expected = await outcomeOf(real, asked);
    expect({ asked, outcome: await outcomeOf(embedded, asked) }).toEqual({ asked, outcome: expected });
    outcomes.push(expected);
  }
  return outcomes;
}

/** Repeats the request on the real server until its watches have caught up. */
async function until(status: number, asked: Asked): Promise<void> {
  await expect.poll(async () => (await ask(real, asked)).status).toBe(status);
}

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Asked {
  return { method: "POST", path, body, headers };
}

function merge(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Asked {
  return { method: "PATCH", path, body, headers: { "content-type": "application/merge-patch+json", ...headers } };
}

function pod(name: string, spec: object = {}, more: object = {}): object {
  const containers = [{ name: "c", image: "example.com/i:1", imagePullPolicy: "IfNotPresent" }];
  return { metadata: { name, ...more }, spec: { containers, ...spec } };
}

const pods = "/api/v1/namespaces/default/pods";
const secrets = "/api/v1/namespaces/default/secrets";

test("AlwaysPullImages sets the policy of all containers and image volumes, and keeps it while the images stay", async () => {
  const container = { name: "c", image: "example.com/i:1", imagePullPolicy: "Never" };
  const outcomes = await expectSame([
    post(pods, pod("pull", { initContainers: [{ ...container, name: "i" }] })),
    post(
      pods,
      pod("volume", { volumes: [{ name: "v", image: { reference: "example.com/v:1", pullPolicy: "Never" } }] }),
    ),
    merge(`${pods}/pull`, { metadata: { labels: { a: "b" } } }),
    merge(`${pods}/pull`, {
      spec: { containers: [{ ...container, image: "example.com/i:2", imagePullPolicy: "Always" }] },
    }),
  ]);

  expect(outcomes[0]).toMatchObject({ status: 201, spec: { containers: [{ imagePullPolicy: "Always" }] } });
});

test("DenyServiceExternalIPs rejects new addresses", async () => {
  const services = "/api/v1/namespaces/default/services";
  const service = { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } };
  const statuses = await expectSame([
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
  const outcomes = await expectSame([
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
  const outcomes = await expectSame([
    post(pods, pod("near", { affinity: affinity("kubernetes.io/hostname") })),
    post(pods, pod("far", { affinity: affinity("kubernetes.io/hostname", "topology.kubernetes.io/zone") })),
  ]);

  expect(outcomes.map((outcome) => (outcome as { readonly status: number }).status)).toEqual([201, 403]);
});

test("NamespaceAutoProvision creates the namespace of a new object, and not for a dry run", async () => {
  await expectSame([
    post("/api/v1/namespaces/dry/configmaps?dryRun=All", { metadata: { name: "a" } }),
    { path: "/api/v1/namespaces/dry" },
    post("/api/v1/namespaces/made/configmaps", { metadata: { name: "a" } }),
    { path: "/api/v1/namespaces/made" },
    { method: "DELETE", path: "/api/v1/namespaces/missing/configmaps/a" },
  ]);
});

test("PodNodeSelector adds the selector of the namespace, and rejects conflicts", async () => {
  const annotated = (name: string, selector: string): object => ({
    metadata: { name, annotations: { "scheduler.alpha.kubernetes.io/node-selector": selector } },
  });
  const of = (name: string): string => `/api/v1/namespaces/${name}/pods`;
  const outcomes = await expectSame([
    post("/api/v1/namespaces", annotated("selecting", "env = test, disk=ssd")),
    post("/api/v1/namespaces", annotated("mistaken", "env=test,disk")),
    post(of("selecting"), pod("a", { nodeSelector: { other: "x", disk: "ssd" } })),
    post(of("selecting"), pod("b", { nodeSelector: { env: "production" } })),
    post(of("mistaken"), pod("c")),
  ]);

  expect(outcomes[2]).toMatchObject({ spec: { nodeSelector: { env: "test", disk: "ssd", other: "x" } } });
});

const user = { "impersonate-user": "jane" };

function owner(kind: string, name: string, more: object = {}): object {
  return {
    apiVersion: kind === "Deployment" ? "apps/v1" : "v1",
    kind,
    name,
    uid: "1d9c43c7-7b1b-4b8e-8f0e-2f6f6c0f7a11",
    ...more,
  };
}

test("OwnerReferencesPermissionEnforcement checks the rights on the object and on its owner", async () => {
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
  for (const transport of [real, embedded]) {
    await ask(transport, post(`${rbac}/roles`, role));
    await ask(transport, post(`${rbac}/rolebindings`, binding));
  }
  const named = (name: string, ...ownerReferences: readonly object[]): object => ({
    metadata: { name, ownerReferences },
  });
  const blocking = { blockOwnerDeletion: true };
  await until(201, post(`${secrets}?dryRun=All`, named("probe"), user));

  const outcomes = await expectSame([
    post(secrets, named("plain", owner("Pod", "p")), user),
    post(secrets, named("allowed", owner("ConfigMap", "c", blocking)), user),
    post(secrets, named("denied", owner("Pod", "p", blocking)), user),
    post(secrets, named("other", owner("Deployment", "d", blocking)), user),
    post(secrets, named("cluster", owner("Node", "n", blocking)), user),
    post(secrets, named("unknown", owner("Nothing", "n", blocking)), user),
    post(secrets, named("admin", owner("Pod", "p", blocking))),
    merge(`${secrets}/plain`, { metadata: { labels: { a: "b" } } }, user),
    merge(`${secrets}/plain`, { metadata: { ownerReferences: [] } }, user),
    merge(`${secrets}/plain`, { metadata: { ownerReferences: [owner("Pod", "p", blocking)] } }, user),
    merge(`${secrets}/plain`, { metadata: { ownerReferences: [owner("Pod", "p", blocking)] } }),
    merge(`${secrets}/plain`, { metadata: { labels: { a: "c" } } }, user),
  ]);

  expect(outcomes.map((outcome) => (outcome as { readonly status: number }).status)).toEqual([
    201, 201, 403, 403, 403, 403, 201, 200, 403, 403, 200, 200,
  ]);
});
