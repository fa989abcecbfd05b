// The operator on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real. No controllers run around it, so the
// tests say in a Deployment's status what its controller would.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import { isControlledBy } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { startFixture } from "./balancer-fixture.ts";
import type { Fixture } from "./balancer-fixture.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await fixture.startOperator();
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

test("a Balancer gets a Service for each backend, its configuration, the proxy and its own Service, all of them its own", async () => {
  const balancer = await readyBalancer("whole");

  const children = [
    await get(Service, "whole"),
    await get(Service, "whole-v1-backend"),
    await get(Service, "whole-v2-backend"),
    await get(Service, "whole-v3-backend"),
    await get(ConfigMap, "whole-proxy-configmap"),
    await get(Deployment, "wholeproxy"),
  ];
  const labels = children.map((child) => child?.metadata.labels?.["balancer.exposer.hliangzhao.io/balancer-name"]);
  expect(labels).toEqual(Array.from({ length: 6 }, () => "whole"));
  expect(children.every((child) => child && isControlledBy(child, balancer))).toBe(true);
  const [front, backend, , , config, proxy] = children as unknown as [
    Service,
    Service,
    Service,
    Service,
    ConfigMap,
    Deployment,
  ];
  expect(front.spec).toMatchObject({
    type: "ClusterIP",
    selector: { "balancer.exposer.hliangzhao.io/balancer-name": "whole" },
    ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 80 }],
  });
  expect(backend.spec).toMatchObject({
    type: "ClusterIP",
    selector: { app: "test", version: "v1" },
    ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 5678 }],
  });
  expect(config.data?.["nginx.conf"]).toBe(`events {
  worker_connections 1024;
}
stream {
  server {
    listen 80;
    proxy_pass upstream_http;
  }
  upstream upstream_http {
    server whole-v1-backend:80 weight=40;
    server whole-v2-backend:80 weight=20;
    server whole-v3-backend:80 weight=40;
  }
}
`);
  expect(proxy.spec).toMatchObject({
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
        volumes: [{ configMap: { name: "whole-proxy-configmap" } }],
      },
    },
  });
});

test("a Balancer writes each object once, the Services before the configuration that names them, and nothing once it is ready", async () => {
  const from = fixture.writes.length;
  await readyBalancer("few");
  const rested = fixture.writes.length;

  // Another pass that finds everything right.
  await fixture.env.client.patch(
    Service,
    { namespace: fixture.namespace, name: "few" },
    { type: "merge", body: { metadata: { labels: { mark: "1" } } } },
  );
  await readyBalancer("other");

  const kinds = fixture.writes.slice(from, rested).map((write) => write.replace(/ .*\//u, " "));
  const posts = kinds.filter((write) => write.startsWith("POST"));
  expect(posts).toEqual([
    "POST services",
    "POST services",
    "POST services",
    "POST configmaps",
    "POST deployments",
    "POST services",
  ]);
  expect(kinds.filter((write) => write.startsWith("PUT"))).toEqual([]);
  expect(fixture.writes.slice(rested).filter((write) => /\/few(?!\w)/u.test(write))).toEqual([]);
});

test("a backend that is no longer wanted loses its Service, which is counted meanwhile", async () => {
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

test("another weight changes the configuration and rolls the Pods", async () => {
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

test("a port of UDP listens so, and two ports have two servers", async () => {
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
