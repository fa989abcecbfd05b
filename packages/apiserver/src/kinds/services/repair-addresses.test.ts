// The start of a server on a directory whose last server ended in the middle of a write.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import type { ApiServer, ApiServerOptions } from "../../api-server.ts";
import { openApiServer } from "../../open-api-server.ts";

const services = "/api/v1/namespaces/default/services";
const addresses = "/apis/networking.k8s.io/v1/ipaddresses";
const labels = {
  "ipaddress.kubernetes.io/ip-family": "IPv4",
  "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
};

interface Shown {
  readonly metadata: { readonly name: string; readonly uid: string; readonly labels?: object };
  readonly spec: { readonly parentRef?: { readonly name: string } };
  readonly items: readonly Shown[];
}

async function temporaryDirectory(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-data-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

function open(directory: string, options: ApiServerOptions = {}): Promise<ApiServer> {
  return openApiServer({ directory, clock: createVirtualClock(), random: createSeededRandom("repair"), ...options });
}

async function send(server: ApiServer, method: string, url: string, body?: object): Promise<Shown> {
  const request = { method, path: url, ...(body && { body: JSON.stringify(body) }) };
  const response = await server.transport().request(request);
  const text = await readText(response);
  if (response.status >= 300) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as Shown;
}

function createService(server: ApiServer, name: string, clusterIP: string): Promise<Shown> {
  return send(server, "POST", services, { metadata: { name }, spec: { clusterIP, ports: [{ port: 80 }] } });
}

function createAddress(
  server: ApiServer,
  name: string,
  service: string,
  metadata: object = { labels },
): Promise<Shown> {
  const parentRef = { resource: "services", namespace: "default", name: service };
  return send(server, "POST", addresses, { metadata: { name, ...metadata }, spec: { parentRef } });
}

/** Each IPAddress with the Service that it names, without that of the API server. */
async function addressesOf(server: ApiServer): Promise<readonly string[]> {
  const { items } = await send(server, "GET", addresses);
  return items
    .map(({ metadata, spec }) => `${metadata.name} ${spec.parentRef?.name}`)
    .filter((text) => text !== "10.0.0.1 kubernetes");
}

test("an IPAddress whose Service was never stored is deleted at the start, and its address is free", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  await createAddress(first, "10.0.0.50", "lost");
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);

  expect(await addressesOf(second)).toEqual([]);
  await createService(second, "next", "10.0.0.50");
});

test("an IPAddress of a Service with another address is deleted at the start", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  await createService(first, "a", "10.0.0.50");
  await createAddress(first, "10.0.0.51", "a");
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);

  expect(await addressesOf(second)).toEqual(["10.0.0.50 a"]);
});

test("a Service gets its missing IPAddress at the start", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  await createService(first, "a", "10.0.0.50");
  await send(first, "DELETE", `${addresses}/10.0.0.50`);
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);

  expect(await addressesOf(second)).toEqual(["10.0.0.50 a"]);
  expect((await send(second, "GET", `${addresses}/10.0.0.50`)).metadata.labels).toEqual(labels);
});

test("an IPAddress that names another Service or lacks its labels is corrected at the start", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  for (const [service, address] of [
    ["a", "10.0.0.50"],
    ["b", "10.0.0.51"],
  ] as const) {
    await createService(first, service, address);
    await send(first, "DELETE", `${addresses}/${address}`);
  }
  await createAddress(first, "10.0.0.50", "absent");
  await createAddress(first, "10.0.0.51", "b", {});
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);

  expect(await addressesOf(second)).toEqual(["10.0.0.50 a", "10.0.0.51 b"]);
  expect((await send(second, "GET", `${addresses}/10.0.0.51`)).metadata.labels).toEqual(labels);
});

test("a start does not change correct IPAddresses, those of other allocators, and those of another range", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  const { metadata } = await createService(first, "a", "10.0.0.50").then(() =>
    send(first, "GET", `${addresses}/10.0.0.50`),
  );
  await createAddress(first, "192.0.2.1", "gateway", {});
  await first[Symbol.asyncDispose]();

  const second = await open(directory);
  const kept = await send(second, "GET", `${addresses}/10.0.0.50`);
  const all = await addressesOf(second);
  await send(second, "DELETE", `${addresses}/10.0.0.50`);
  await send(second, "DELETE", "/apis/networking.k8s.io/v1/servicecidrs/kubernetes");
  await second[Symbol.asyncDispose]();
  await using third = await open(directory, { serviceClusterIpRange: "10.1.0.0/24" });

  expect([kept.metadata.uid, all]).toEqual([metadata.uid, ["10.0.0.50 a", "192.0.2.1 gateway"]]);
  expect(await addressesOf(third)).not.toContain("10.0.0.50 a");
});

test("a server that ends while a webhook reviews a Service leaves its IPAddress, which a fork and the next start delete", async () => {
  const directory = await temporaryDirectory();
  const reached = Promise.withResolvers<void>();
  const never = Promise.withResolvers<never>().promise;
  const first = await open(directory, {
    webhooks: {
      dial: () => ({
        request: async () => {
          reached.resolve();
          return await never;
        },
        upgrade: () => never,
        [Symbol.asyncDispose]: async () => undefined,
      }),
    },
  });
  // The webhook reviews the Service after its address has been claimed.
  await send(first, "POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "v" },
    webhooks: [
      {
        name: "never.hooks.test",
        clientConfig: { url: "https://hooks.test/never" },
        rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["services"] }],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
  const lost = createService(first, "lost", "10.0.0.50");
  await reached.promise;
  const left = await addressesOf(first);
  const fork = first.fork();
  const inFork = await addressesOf(fork);
  await fork[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  await expect(lost).rejects.toThrow("500");

  await using second = await open(directory);

  expect([left, inFork, await addressesOf(second)]).toEqual([["10.0.0.50 lost"], [], []]);
});
