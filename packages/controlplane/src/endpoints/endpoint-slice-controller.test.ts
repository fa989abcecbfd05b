// The Endpoints and EndpointSlices of a Service.
import { Endpoints, Pod, Service } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";

const key = { namespace: "default", name: "web" };

function start(): Promise<TestCluster> {
  return startTestCluster([
    "endpointslice-controller",
    "endpoints-controller",
    "node-simulator",
    "garbage-collector-controller",
  ]);
}

function service(spec: object = {}): Service {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: key,
    spec: { selector: { app: "web" }, ports: [{ name: "http", port: 80, targetPort: "web" }], ...spec },
  };
}

function pod(name: string, containerPort = 8080, labels: Readonly<Record<string, string>> = { app: "web" }): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "default", name, labels },
    spec: { containers: [{ name: "web", image: "nginx", ports: [{ name: "web", containerPort }] }] },
  };
}

async function slices({ client }: TestCluster): Promise<readonly Stored<EndpointSlice>[]> {
  return await Array.fromAsync(client.list(EndpointSlice, { labelSelector: "kubernetes.io/service-name=web" }));
}

function namesIn(found: readonly EndpointSlice[]): readonly string[] {
  return found.flatMap(({ endpoints }) => (endpoints ?? []).map(({ targetRef }) => targetRef?.name ?? "")).toSorted();
}

test("ready Pods are in Endpoints and EndpointSlices, with the number of the named port", async () => {
  await using cluster = await start();

  await cluster.client.create(Service, service());
  await cluster.client.create(Pod, pod("a"));
  await cluster.client.create(Pod, pod("b"));
  await cluster.clock.advance(10_000);

  const [slice] = await slices(cluster);
  const endpoints = await cluster.client.get(Endpoints, key);
  expect(slice?.ports).toEqual([{ name: "http", port: 8080, protocol: "TCP" }]);
  expect(namesIn(slice ? [slice] : [])).toEqual(["a", "b"]);
  expect(slice?.endpoints?.map(({ conditions }) => conditions?.ready)).toEqual([true, true]);
  expect(endpoints?.subsets?.map(({ addresses, ports }) => [addresses?.length, ports])).toEqual([
    [2, [{ name: "http", port: 8080, protocol: "TCP" }]],
  ]);
});

test("Pods with another port number are in another slice, and a Pod whose labels no longer match is in no slice", async () => {
  await using cluster = await start();
  await cluster.client.create(Service, service());
  await cluster.client.create(Pod, pod("a"));
  await cluster.client.create(Pod, pod("b", 9090));
  await cluster.client.create(Pod, pod("c"));
  await cluster.clock.advance(10_000);
  const before = (await slices(cluster)).map((slice) => [slice.ports?.[0]?.port, namesIn([slice])] as const);

  await cluster.client.patch(
    Pod,
    { namespace: "default", name: "c" },
    { type: "merge", body: { metadata: { labels: { app: "x" } } } },
  );
  await cluster.clock.advance(10_000);

  expect(new Map(before)).toEqual(
    new Map([
      [8080, ["a", "c"]],
      [9090, ["b"]],
    ]),
  );
  expect(namesIn(await slices(cluster))).toEqual(["a", "b"]);
});

test("more than 100 Pods are spread over slices, and a deleted Pod changes one slice", async () => {
  await using cluster = await start();
  await cluster.client.create(Service, service());
  for (let index = 0; index < 130; index += 1) await cluster.client.create(Pod, pod(`p${index}`));
  await cluster.clock.advance(20_000);
  const before = await slices(cluster);

  await cluster.client.delete(Pod, { namespace: "default", name: "p7" }, { gracePeriodSeconds: 0 });
  await cluster.clock.advance(20_000);

  const after = await slices(cluster);
  const versions = new Set(before.map(({ metadata }) => metadata.resourceVersion));
  expect(new Set(before.map(({ endpoints }) => endpoints?.length))).toEqual(new Set([100, 30]));
  expect(namesIn(after)).toHaveLength(129);
  expect(after.filter(({ metadata }) => !versions.has(metadata.resourceVersion))).toHaveLength(1);
});

test("a Service without a selector keeps the endpoints that a user wrote", async () => {
  await using cluster = await start();
  const { selector: _selector, ...spec } = service().spec ?? {};
  await cluster.client.create(Service, { ...service(), spec });
  await cluster.client.create(Endpoints, {
    metadata: key,
    subsets: [{ addresses: [{ ip: "192.0.2.1" }], ports: [{ port: 80 }] }],
  });

  await cluster.clock.advance(10_000);

  expect((await cluster.client.get(Endpoints, key))?.subsets?.[0]?.addresses).toEqual([{ ip: "192.0.2.1" }]);
  expect(await slices(cluster)).toEqual([]);
});

test("Endpoints and EndpointSlices are deleted with their Service, and an idle Service has no writes", async () => {
  await using cluster = await start();
  await cluster.client.create(Service, service());
  await cluster.client.create(Pod, pod("a"));
  await cluster.clock.advance(10_000);
  const version = (await cluster.client.get(Endpoints, key))?.metadata.resourceVersion;
  await cluster.clock.advance(60_000);
  const later = (await cluster.client.get(Endpoints, key))?.metadata.resourceVersion;

  await cluster.client.delete(Service, key);
  await cluster.clock.advance(10_000);

  expect(later).toBe(version);
  expect(await cluster.client.get(Endpoints, key)).toBeUndefined();
  expect(await slices(cluster)).toEqual([]);
});
