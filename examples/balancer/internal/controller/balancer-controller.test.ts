// The operator on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real. No other controllers run, so the tests write
// the status of Deployments.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import { isControlledBy, ownerReferenceTo } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { RunningOperator } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { deployment } from "../children/deployment.ts";
import { balancerLabel } from "../children/names.ts";
import { startFixture } from "./balancer-fixture.ts";
import type { Fixture } from "./balancer-fixture.ts";

let fixture: Fixture;
let operator: RunningOperator;

beforeAll(async () => {
  fixture = await startFixture();
  operator = await fixture.startOperator();
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function get<T extends KubernetesObject>(type: ResourceType<T>, name: string): Promise<Stored<T> | undefined> {
  return await fixture.env.client.get(type, { namespace: fixture.namespace, name });
}

async function readyBalancer(
  name: string,
  spec: Parameters<Fixture["createBalancer"]>[1] = {},
): Promise<Stored<Balancer>> {
  const balancer = await fixture.createBalancer(name, spec);
  await fixture.makeAvailable(name);
  await fixture.untilReason(name, "ProxyAvailable");
  return balancer;
}

test("a Balancer has a Service for each backend, the configuration, the proxy and the front-end Service, and controls all of them", async () => {
  const balancer = await readyBalancer("whole");

  const children = [
    await get(Service, "whole"),
    await get(Service, "whole-v1-backend"),
    await get(Service, "whole-v2-backend"),
    await get(Service, "whole-v3-backend"),
    await get(ConfigMap, "whole-proxy-configmap"),
    await get(Deployment, "wholeproxy"),
  ];
  expect(children.map((child) => child?.metadata.labels?.[balancerLabel])).toEqual(Array(6).fill("whole"));
  expect(children.every((child) => child && isControlledBy(child, balancer))).toBe(true);
});

test("the front-end Service selects the proxy, and the Service of a backend selects the Pods of the backend", async () => {
  await readyBalancer("services");

  const front = await get(Service, "services");
  const backend = await get(Service, "services-v1-backend");
  expect(front?.spec).toMatchObject({
    type: "ClusterIP",
    selector: { "balancer.exposer.hliangzhao.io/balancer-name": "services" },
    ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 80 }],
  });
  expect(backend?.spec).toMatchObject({
    type: "ClusterIP",
    selector: { app: "test", version: "v1" },
    ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 5678 }],
  });
});

test("the proxy is an nginx with the ConfigMap of the Balancer", async () => {
  await readyBalancer("web");

  const config = await get(ConfigMap, "web-proxy-configmap");
  const proxy = await get(Deployment, "webproxy");
  expect(config?.data?.["nginx.conf"]).toBe(`events {
  worker_connections 1024;
}
stream {
  server {
    listen 80;
    proxy_pass upstream_http;
  }
  upstream upstream_http {
    server web-v1-backend:80 weight=40;
    server web-v2-backend:80 weight=20;
    server web-v3-backend:80 weight=40;
  }
}
`);
  expect(proxy?.spec).toMatchObject({
    replicas: 1,
    template: {
      metadata: {
        annotations: {
          "balancer.exposer.hliangzhao.io/configmap-hash": expect.stringMatching(/^[0-9a-f]{32}$/u) as string,
        },
      },
      spec: {
        containers: [
          {
            name: "nginx",
            image: "nginx:1.15.9",
            ports: [{ containerPort: 80 }],
            volumeMounts: [{ mountPath: "/etc/nginx", readOnly: true }],
          },
        ],
        volumes: [{ configMap: { name: "web-proxy-configmap" } }],
      },
    },
  });
});

test("a Balancer writes each child once, backend Services before the configuration that contains their names, and nothing once it is ready", async () => {
  const from = fixture.writes.length;
  await readyBalancer("few");
  const rested = fixture.writes.length;

  // Starts another reconcile.
  await fixture.env.client.patch(
    Service,
    { namespace: fixture.namespace, name: "few" },
    { type: "merge", body: { metadata: { labels: { mark: "1" } } } },
  );
  await readyBalancer("other");

  const names = fixture.writes.slice(from, rested).map((write) => write.replace(/ .*\//u, " "));
  expect(names.filter((write) => !write.endsWith(" status"))).toEqual([
    "PATCH few-v1-backend",
    "PATCH few-v2-backend",
    "PATCH few-v3-backend",
    "PATCH few-proxy-configmap",
    "PATCH fewproxy",
    "PATCH few",
  ]);
  expect(fixture.writes.slice(rested).filter((write) => /\/few(?!\w)/u.test(write))).toEqual([]);
});

test("the Service of a removed backend is counted as obsolete and deleted", async () => {
  const seen: (number | undefined)[] = [];
  const stop = new AbortController();
  await readyBalancer("fewer");
  const watching = (async (): Promise<void> => {
    const name = "metadata.name=fewer";
    for await (const { object } of fixture.env.client.watch(Balancer, {
      namespace: fixture.namespace,
      fieldSelector: name,
      signal: stop.signal,
    })) {
      seen.push(object.status?.obsoleteBackendsNum);
    }
  })().catch(() => {});

  await fixture.changeBalancer("fewer", { backends: [{ name: "v1", weight: 1 }] });
  await fixture.until(Service, "fewer-v3-backend", (found) => found === undefined);
  const after = await fixture.until(
    Balancer,
    "fewer",
    (found) => found?.status?.observedGeneration === 2 && found.status.obsoleteBackendsNum === 0,
  );
  stop.abort();
  await watching;

  expect(seen).toContain(2);
  expect(after?.status?.activeBackendsNum).toBe(1);
  expect(await get(Service, "fewer-v2-backend")).toBeUndefined();
});

test("children that an earlier version wrote with updates are adopted, without the fields that are no longer applied", async () => {
  const { client } = fixture.env;
  await operator.stop();
  const balancer = await fixture.createBalancer("adopted");
  const earlier = client.withOptions({ fieldManager: "balancer" }); // The name of the controller.
  const ownerReferences = [ownerReferenceTo(balancer)];
  const labels = { [balancerLabel]: "adopted" };
  const { namespace } = fixture;
  const ports = [{ name: "http", protocol: "TCP", port: 8080, targetPort: 5678 }] as const;
  const service = { metadata: { namespace, labels, ownerReferences }, spec: { selector: { app: "test" }, ports } };
  const named = (name: string): Service => ({ ...service, metadata: { ...service.metadata, name } });
  const before = await earlier.create(Service, named("adopted-v1-backend"));
  await earlier.create(Service, named("adopted-old-backend"));
  const { spec } = deployment(balancer);
  await earlier.create(Deployment, {
    metadata: { namespace, name: "adoptedproxy", labels, ownerReferences },
    spec: { ...(spec as NonNullable<Deployment["spec"]>), minReadySeconds: 7 },
  });

  operator = await fixture.startOperator();
  await fixture.until(Deployment, "adoptedproxy", (found) => found?.spec?.minReadySeconds === undefined);
  await fixture.makeAvailable("adopted");
  await fixture.untilReason("adopted", "ProxyAvailable");

  const backend = await get(Service, "adopted-v1-backend");
  const proxy = await get(Deployment, "adoptedproxy");
  expect(backend?.metadata.uid).toBe(before.metadata.uid);
  expect(backend?.spec?.ports).toMatchObject([{ port: 80 }]);
  expect(backend?.spec?.ports).toHaveLength(1);
  expect(await get(Service, "adopted-old-backend")).toBeUndefined();
  const ours = proxy?.metadata.managedFields?.filter(({ manager }) => manager === "balancer");
  expect(ours?.map(({ operation }) => operation)).toEqual(["Apply"]);
});

test("a changed weight changes the configuration and rolls the Pods", async () => {
  await readyBalancer("weights");
  const hashOf = (found: Deployment | undefined): string | undefined =>
    found?.spec?.template.metadata?.annotations?.["balancer.exposer.hliangzhao.io/configmap-hash"];
  const before = hashOf(await get(Deployment, "weightsproxy"));

  await fixture.changeBalancer("weights", { backends: [{ name: "v1", weight: 7 }] });
  const config = await fixture.until(
    ConfigMap,
    "weights-proxy-configmap",
    (found) => found?.data?.["nginx.conf"]?.includes("weight=7") === true,
  );
  const proxy = await fixture.until(Deployment, "weightsproxy", (found) => hashOf(found) !== before);

  expect(config?.data?.["nginx.conf"]).not.toContain("v2");
  expect(hashOf(proxy)).toMatch(/^[0-9a-f]{32}$/u);
});

test("a UDP port listens on UDP, and two ports have two servers", async () => {
  const ports = [
    { name: "dns", protocol: "UDP", port: 53, targetPort: 5353 },
    { name: "dns-tcp", port: 53, targetPort: "dns" },
  ] as const;
  await fixture.createBalancer("ports", { ports });

  const config = await fixture.until(ConfigMap, "ports-proxy-configmap", (found) => found !== undefined);
  const backend = await get(Service, "ports-v1-backend");

  expect(config?.data?.["nginx.conf"]).toContain("listen 53 udp;\n    proxy_pass upstream_dns;");
  expect(config?.data?.["nginx.conf"]).toContain("listen 53;\n    proxy_pass upstream_dns-tcp;");
  expect(backend?.spec?.ports).toMatchObject([
    { name: "dns", protocol: "UDP", port: 53, targetPort: 5353 },
    { name: "dns-tcp", protocol: "TCP", port: 53, targetPort: "dns" },
  ]);
});
