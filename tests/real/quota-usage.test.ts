// The usage of quotas: our controller computes the same as kube-controller-manager.
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { patch, post, remove } from "../contract/writers.ts";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startWorkloadCluster } from "./workload-cluster.ts";
import type { WorkloadCluster } from "./workload-cluster.ts";

const namespace = "usage";
const core = `/api/v1/namespaces/${namespace}`;

let cluster: WorkloadCluster;
let embedded: Environment;

beforeAll(async () => {
  cluster = await startWorkloadCluster(inject("assets") ?? "");
  embedded = await startEnvironment({
    server: "embedded",
    controllers: "all",
    apiServer: { disableAdmissionPlugins: ["ServiceAccount"] }, // As in the real cluster.
  });
}, 300_000);

afterAll(async () => {
  await embedded[Symbol.asyncDispose]();
  await cluster[Symbol.asyncDispose]();
}, 60_000);

/** A Pod that fits no node. */
function pod(name: string, resources: object, more: object = {}): TestRequest {
  const containers = [{ name: "c", image: "i", resources }];
  return post(`${core}/pods`, { metadata: { name }, spec: { containers, nodeSelector: { none: "" }, ...more } });
}

function service(name: string, type: string, ports: readonly number[]): TestRequest {
  const named = ports.map((port) => ({ name: `p${port}`, port }));
  return post(`${core}/services`, { metadata: { name }, spec: { type, selector: { app: "a" }, ports: named } });
}

function claim(name: string, storage: string, more: object = {}): TestRequest {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } }, ...more };
  return post(`${core}/persistentvolumeclaims`, { metadata: { name }, spec });
}

function phase(name: string, value: string): TestRequest {
  return patch("merge", `${core}/pods/${name}/status`, { status: { phase: value } });
}

const container = { name: "c", image: "i" };
const deployment = {
  metadata: { name: "d" },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: "a" } },
    template: { metadata: { labels: { app: "a" } }, spec: { containers: [container] } },
  },
};

const objects: readonly TestRequest[] = [
  post("/api/v1/namespaces", { metadata: { name: namespace } }),
  post("/apis/scheduling.k8s.io/v1/priorityclasses", { metadata: { name: "high" }, value: 1000 }),
  ...["a", "b"].map((name) => post(`${core}/secrets`, { metadata: { name } })),
  service("inside", "ClusterIP", [80]),
  service("ports", "NodePort", [80, 81]),
  service("balanced", "LoadBalancer", [80]),
  claim("plain", "1Gi"),
  claim("gold", "2Gi", { storageClassName: "gold" }),
  pod("requests", { requests: { cpu: "100m" }, limits: { memory: "64Mi" } }),
  pod("best-effort", {}),
  pod("deadline", { requests: { cpu: "200m" } }, { activeDeadlineSeconds: 3600 }),
  pod("high", { requests: { cpu: "300m" } }, { priorityClassName: "high" }),
  pod("ended", { requests: { cpu: "400m" } }),
  phase("ended", "Succeeded"),
  post(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment),
  post(`/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`, { metadata: { name: "l" } }),
];

type Amounts = Readonly<Record<string, string>>;

/** The usage of each quota after the creates. */
const used: Readonly<Record<string, Amounts>> = {
  counts: {
    secrets: "2",
    services: "3",
    "services.nodeports": "3",
    "services.loadbalancers": "1",
    persistentvolumeclaims: "2",
    pods: "4",
    "count/pods": "5",
    "count/deployments.apps": "1",
    "count/leases.coordination.k8s.io": "1",
  },
  amounts: {
    "requests.cpu": "600m",
    "limits.memory": "64Mi",
    "requests.storage": "3Gi",
    "gold.storageclass.storage.k8s.io/requests.storage": "2Gi",
  },
  "best-effort": { pods: "1" },
  terminating: { pods: "1", "requests.cpu": "200m" },
  priority: { pods: "1" },
};

const scopes: Readonly<Record<string, object>> = {
  "best-effort": { scopes: ["BestEffort"] },
  terminating: { scopes: ["Terminating"] },
  priority: {
    scopeSelector: { matchExpressions: [{ scopeName: "PriorityClass", operator: "In", values: ["high"] }] },
  },
};

function limits(amounts: Amounts, limit: string): Amounts {
  return Object.fromEntries(Object.keys(amounts).map((each) => [each, limit]));
}

const quotas = Object.entries(used).map(([name, amounts]): TestRequest =>
  post(`${core}/resourcequotas`, { metadata: { name }, spec: { hard: limits(amounts, "9Gi"), ...scopes[name] } }),
);

const changes: readonly TestRequest[] = [
  remove(`${core}/secrets/a`),
  remove(`${core}/pods/best-effort`, { gracePeriodSeconds: 0 }),
  phase("requests", "Failed"),
  patch("merge", `${core}/services/ports`, { spec: { type: "ClusterIP" } }),
  remove(`/apis/apps/v1/namespaces/${namespace}/deployments/d`),
];

/** The usage after the changes. */
const usedLater: typeof used = {
  ...used,
  counts: {
    ...used["counts"],
    secrets: "1",
    "services.nodeports": "1",
    pods: "2",
    "count/pods": "4",
    "count/deployments.apps": "0",
  },
  amounts: { ...used["amounts"], "requests.cpu": "500m", "limits.memory": "0" },
  "best-effort": { pods: "0" },
};

async function usage({ transport }: Environment): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await sendRequest(transport, { path: `${core}/resourcequotas` });
  const { items } = body as {
    readonly items: readonly { readonly metadata: { name: string }; status?: { used?: unknown } }[];
  };
  return Object.fromEntries(items.map(({ metadata, status }) => [metadata.name, status?.used]));
}

let countsAgain = 0;

/**
 * The usage as the real controller counts it again. Its first count reads informers that may not have received the objects yet, and the creation of an
 * object does not start another count; a changed limit does.
 */
async function usageCountedAgain(env: Environment): Promise<Readonly<Record<string, unknown>>> {
  countsAgain++;
  const limit = countsAgain % 2 === 0 ? "9Gi" : "8Gi";
  for (const [name, amounts] of Object.entries(used)) {
    const changed = patch("merge", `${core}/resourcequotas/${name}`, { spec: { hard: limits(amounts, limit) } });
    expect((await sendRequest(env.transport, changed)).status).toBe(200);
  }
  return usage(env);
}

test(
  "both controllers count the existing objects, and the changes after that",
  { retry: 0, timeout: 180_000 },
  async () => {
    for (const env of [cluster.env, embedded]) {
      for (const request of [...objects, ...quotas]) {
        const { status, body } = await sendRequest(env.transport, request);
        expect([status, request.path, body]).toEqual([request.method === "POST" ? 201 : 200, request.path, body]);
      }
      const isReal = env === cluster.env;
      const counted = isReal ? usageCountedAgain : usage; // Only the real one needs it: ours lists the objects.
      await expect.poll(() => counted(env), { timeout: 60_000, interval: isReal ? 1000 : 50 }).toEqual(used);

      for (const request of changes) expect((await sendRequest(env.transport, request)).status).toBe(200);

      await expect.poll(() => usage(env), { timeout: 60_000 }).toEqual(usedLater);
    }
  },
);
