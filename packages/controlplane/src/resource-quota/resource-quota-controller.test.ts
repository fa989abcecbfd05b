import { ConfigMap, Namespace, Pod, ResourceQuota, Secret } from "@kubewright/api/core/v1";
import { Unstructured, isDeepEqual } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { abortable } from "@kubewright/async";
import type { TransportRequest } from "@kubewright/transport";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";

const namespace = "default";
const name = "resourcequota-controller";

function start(): Promise<TestCluster> {
  return startTestCluster([name]);
}

function quota(hard: Readonly<Record<string, string>>, more: object = {}): ResourceQuota {
  return { apiVersion: "v1", kind: "ResourceQuota", metadata: { namespace, name: "q" }, spec: { hard, ...more } };
}

function secret(secretName: string): Secret {
  return { apiVersion: "v1", kind: "Secret", metadata: { namespace, name: secretName } };
}

function pod(podName: string, cpu: string): Pod {
  const containers = [{ name: "c", image: "i", resources: { requests: { cpu } } }];
  return { apiVersion: "v1", kind: "Pod", metadata: { namespace, name: podName }, spec: { containers } };
}

async function untilUsed(cluster: TestCluster, used: Readonly<Record<string, string>>): Promise<void> {
  const isCounted = (found: ResourceQuota | undefined): boolean => isDeepEqual(found?.status?.used, used);
  await cluster.until(ResourceQuota, { namespace, name: "q" }, isCounted);
}

test("a new quota gets the limits of its spec and counts existing objects", async () => {
  await using cluster = await start();
  for (const each of ["a", "b"]) await cluster.client.create(Secret, secret(each));
  await cluster.client.create(Pod, pod("p", "250m"));

  await cluster.client.create<ResourceQuota>(
    ResourceQuota,
    quota({ secrets: "5", "requests.cpu": "1", "count/leases.coordination.k8s.io": "1" }),
  );

  await untilUsed(cluster, { secrets: "2", "requests.cpu": "250m", "count/leases.coordination.k8s.io": "0" });
  const found = await cluster.client.get(ResourceQuota, { namespace, name: "q" });
  expect(found?.status?.hard).toEqual({ secrets: "5", "requests.cpu": "1", "count/leases.coordination.k8s.io": "1" });
});

test("a deleted object is released", async () => {
  await using cluster = await start();
  await cluster.client.create(ResourceQuota, quota({ secrets: "1", "count/configmaps": "1" }));
  await untilUsed(cluster, { secrets: "0", "count/configmaps": "0" });
  await cluster.client.create(Secret, secret("a"));
  await cluster.client.create(ConfigMap, { metadata: { namespace, name: "c" } });
  await expect(cluster.client.create(Secret, secret("b"))).rejects.toThrow(/exceeded quota: q/);

  await cluster.client.delete(Secret, { namespace, name: "a" });
  await cluster.client.delete(ConfigMap, { namespace, name: "c" });
  await untilUsed(cluster, { secrets: "0", "count/configmaps": "0" });

  await cluster.client.create(Secret, secret("b"));
});

test("a changed limit is counted, and removed names are dropped", async () => {
  await using cluster = await start();
  await cluster.client.create(Secret, secret("a"));
  const created = await cluster.client.create(ResourceQuota, quota({ secrets: "1" }));
  await untilUsed(cluster, { secrets: "1" });

  await cluster.client.patch<ResourceQuota>(created, {
    type: "merge",
    body: { spec: { hard: { secrets: null, "count/secrets": "2" } } },
  });

  await untilUsed(cluster, { "count/secrets": "1" });
});

test("a Pod that ends is released, and so is a Pod that leaves the scope", async () => {
  await using cluster = await start();
  await cluster.client.create<ResourceQuota>(
    ResourceQuota,
    quota({ pods: "5", "requests.cpu": "5" }, { scopes: ["NotTerminating"] }),
  );
  await untilUsed(cluster, { pods: "0", "requests.cpu": "0" });
  const first = await cluster.client.create(Pod, pod("p", "1"));
  const second = await cluster.client.create(Pod, pod("q", "2"));
  await untilUsed(cluster, { pods: "2", "requests.cpu": "3" });

  await cluster.client.patchStatus(first, { phase: "Succeeded" });
  await untilUsed(cluster, { pods: "1", "requests.cpu": "2" });
  await cluster.client.patch<Pod>(second, { type: "merge", body: { spec: { activeDeadlineSeconds: 60 } } });

  await untilUsed(cluster, { pods: "0", "requests.cpu": "0" });
});

test("custom resources are counted, even if their definition is newer than the quota", async () => {
  await using cluster = await start();
  await cluster.client.create(ResourceQuota, quota({ "count/widgets.example.com": "5" }));
  await cluster.until(ResourceQuota, { namespace, name: "q" }, (found) => found?.status?.hard !== undefined);
  await cluster.client.create(Unstructured, widgetDefinition);
  await untilUsed(cluster, { "count/widgets.example.com": "0" });

  await cluster.client.create<KubernetesObject>(Unstructured, widget("a"));
  await cluster.client.create<KubernetesObject>(Unstructured, widget("b"));
  await untilUsed(cluster, { "count/widgets.example.com": "2" });
  await cluster.client.delete(Widget, { namespace, name: "a" });

  await untilUsed(cluster, { "count/widgets.example.com": "1" });
});

test("the charge of a create that failed is corrected after five minutes", async () => {
  await using cluster = await start();
  await cluster.client.create(ResourceQuota, quota({ secrets: "5" }));
  await untilUsed(cluster, { secrets: "0" });
  await cluster.client.create(Secret, secret("a"));
  await expect(cluster.client.create(Secret, secret("a"))).rejects.toThrow(/already exists/);
  await untilUsed(cluster, { secrets: "2" });

  await cluster.clock.advance(5 * 60_000);

  await untilUsed(cluster, { secrets: "1" });
});

test("with concurrent writes of admission and the controller, the usage is that of the objects", async () => {
  await using cluster = await start();
  await cluster.client.create(ResourceQuota, quota({ secrets: "20" }));
  await untilUsed(cluster, { secrets: "0" });
  let created = 0;
  for (const round of [1, 2, 3, 4]) {
    const writes = Array.from({ length: 12 }, async (_, index) => {
      await cluster.client.create(Secret, secret(`s${round}-${index}`));
      created += 1;
      // Each delete makes the controller count while the other creates are charged.
      if (index % 3 === 0) {
        await cluster.client.delete(Secret, { namespace, name: `s${round}-${index}` });
        created -= 1;
      }
    });
    await cluster.clock.runUntilSettled(Promise.allSettled(writes));
  }

  const stored = await Array.fromAsync(cluster.client.list(Secret, { namespace }));
  expect(stored.length).toBe(created);
  expect(stored.length).toBeLessThanOrEqual(20);
  await untilUsed(cluster, { secrets: String(created) });
});

/** A control plane whose requests of ConfigMaps have the result of `answer`, unless it is undefined. */
function startWithLists(answer: (request: TransportRequest) => Promise<never> | undefined): Promise<TestCluster> {
  return startTestCluster([name], {
    wrapTransport: (transport) => ({
      ...transport,
      request: (request) =>
        (request.path.includes("/configmaps") ? answer(request) : undefined) ?? transport.request(request),
    }),
  });
}

test("a kind that cannot be listed keeps its usage and does not delay the usage of other kinds", async () => {
  let fails = false;
  await using cluster = await startWithLists(() => (fails ? Promise.reject(new Error("no lists")) : undefined));
  await cluster.client.create(ResourceQuota, quota({ "count/configmaps": "1" }));
  await untilUsed(cluster, { "count/configmaps": "0" });
  await cluster.client.create(ConfigMap, { metadata: { namespace, name: "c" } });
  await cluster.client.create(Secret, secret("a"));

  fails = true;
  const hard = { "count/configmaps": "1", secrets: "1" };
  await cluster.client.patch<ResourceQuota>(quota({}), { type: "merge", body: { spec: { hard } } });

  await untilUsed(cluster, { "count/configmaps": "1", secrets: "1" });
  await expect(cluster.client.create(Secret, secret("b"))).rejects.toThrow(/exceeded quota: q/);
});

test("a kind that cannot be listed at first is counted once it can be listed", async () => {
  let fails = true;
  await using cluster = await startWithLists(() => (fails ? Promise.reject(new Error("no lists")) : undefined));
  await cluster.client.create(ResourceQuota, quota({ "count/configmaps": "1", secrets: "1" }));
  await untilUsed(cluster, { secrets: "0" });
  const configMap: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name: "c" } };
  await expect(cluster.client.create(ConfigMap, configMap)).rejects.toThrow(/status unknown for quota: q/);

  fails = false;

  await untilUsed(cluster, { "count/configmaps": "0", secrets: "0" });
  await cluster.client.create(ConfigMap, configMap);
});

test("a list without a response does not delay the usage of other kinds", async () => {
  await using cluster = await startWithLists(({ signal }) => abortable(Promise.withResolvers<never>().promise, signal));

  await cluster.client.create(ResourceQuota, quota({ "count/configmaps": "1", secrets: "1" }));

  await untilUsed(cluster, { secrets: "0" });
});

test("a deleted quota is no longer counted; the quotas of other namespaces are", async () => {
  await using cluster = await start();
  await cluster.client.create(Namespace, { metadata: { name: "other" } });
  const other = { ...quota({ secrets: "5" }), metadata: { namespace: "other", name: "q" } };
  await cluster.client.create(ResourceQuota, other);
  await cluster.client.create(ResourceQuota, quota({ secrets: "5" }));
  await untilUsed(cluster, { secrets: "0" });
  await cluster.client.delete(ResourceQuota, { namespace, name: "q" });
  await cluster.client.create(Secret, { ...secret("a"), metadata: { namespace: "other", name: "a" } });
  await cluster.client.delete(Secret, { namespace: "other", name: "a" });

  const key = { namespace: "other", name: "q" };
  await cluster.until(ResourceQuota, key, (found) => found?.status?.used?.["secrets"] === "0");
});

const Widget: ResourceType = {
  group: "example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

function widget(widgetName: string): KubernetesObject {
  return { apiVersion: "example.com/v1", kind: "Widget", metadata: { namespace, name: widgetName } };
}

const widgetDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};
