/**
 * A fresh embedded server has the objects of a fresh kube-apiserver, field by field. Values that cannot be equal are masked:
 * identities, times, addresses and host names.
 */
import { ConfigMap } from "@kubewright/api/core/v1";
import { EndpointSlice } from "@kubewright/api/discovery.k8s.io/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { startRealControlPlane, waitFor } from "@kubewright/envtest";
import type { Transport } from "@kubewright/transport";
import { beforeAll, expect, inject, test } from "vitest";
import { sendRequest } from "../http.ts";

interface ApiResource {
  readonly name: string;
  readonly verbs: readonly string[];
}

interface Listed {
  /** Of an Event. */
  readonly reason?: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** Some kube-apiservers check their Service before its address is recorded, and write an Event about it. */
const racingReason = "ClusterIPNotAllocated";

/** Every object of a server, by `plural.group namespace/name`. */
async function objectsOf(transport: Transport): Promise<ReadonlyMap<string, unknown>> {
  const get = async (path: string): Promise<object> => (await sendRequest(transport, { path })).body as object;
  const { groups } = (await get("/apis")) as {
    readonly groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[];
  };
  const objects = new Map<string, unknown>();
  for (const path of ["/api/v1", ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)]) {
    const { resources } = (await get(path)) as { readonly resources: readonly ApiResource[] };
    const group = path.split("/")[2] ?? "";
    for (const { name } of resources.filter(({ verbs }) => verbs.includes("watch"))) {
      const { items } = (await get(`${path}/${name}`)) as { readonly items: readonly Listed[] };
      for (const item of items) {
        if (item.reason === racingReason) continue;
        const { namespace = "", name: object } = item.metadata;
        objects.set(masked(`${name}.${group} ${namespace}/${object}`), JSON.parse(masked(JSON.stringify(item))));
      }
    }
  }
  return objects;
}

/** Patterns of values that differ between two runs of one server. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/(?<="(?:uid|resourceVersion)":")[^"]*/gu, "<identity>"],
  [/\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?/gu, "<time>"],
  [/apiserver-[a-z2-7]{26}/gu, "<server>"],
  [/(?<=<server>_)[-0-9a-f]{36}/gu, "<process>"],
  [/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/gu, "<certificate>"],
  [/(?<="kubernetes.io\/hostname":")[^"]*/gu, "<host>"],
  [/(?<="(?:port|targetPort)":)(?!443\b)\d+/gu, '"<port>"'],
  // Texts of the reference, which are not copied.
  [/"description":"Used for system critical pods[^"]*",?/gu, ""],
  // Other kube-apiservers would proxy requests to this address. Nothing proxies to an embedded server.
  [/"annotations":\{"kubernetes.io\/peer-advertise-address":"[^"]*"\},/gu, ""],
  [/"f:annotations":\{"\.":\{\},"f:kubernetes.io\/peer-advertise-address":\{\}\},/gu, ""],
];

function masked(text: string): string {
  return masks.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

let real: ReadonlyMap<string, unknown>;
let embedded: ReadonlyMap<string, unknown>;

beforeAll(async () => {
  const assets = inject("assets");
  const [clock, random] = [createSystemClock(), createSystemRandom()];
  await using started = await startRealControlPlane({
    clock,
    random,
    ...(assets === undefined ? {} : { assets }),
    // kube-apiserver does not publish a loopback address. Nothing is sent to this one, which is from a range for documentation.
    apiServerFlags: ["--advertise-address=192.0.2.1"],
  });
  // The server is ready before it publishes its address and its authority of client certificates.
  const client = createClient({ transport: started.transport, clock, random });
  const kubernetes = { namespace: "default", name: "kubernetes" };
  const authentication = { namespace: "kube-system", name: "extension-apiserver-authentication" };
  await waitFor(EndpointSlice, kubernetes, (found) => found !== undefined, { client, clock });
  await waitFor(ConfigMap, authentication, (found) => found !== undefined, { client, clock });
  real = await objectsOf(started.transport);
  await using server = createApiServer({ clock: createVirtualClock() });
  await using _listener = await server.listen(); // A server that listens has an authority of client certificates, as the real one.
  embedded = await objectsOf(server.transport());
});

test("the embedded server has every object of a fresh kube-apiserver and no other", () => {
  expect([...embedded.keys()].sort()).toEqual([...real.keys()].sort());
});

test("the objects are equal", () => {
  for (const [name, object] of real) expect.soft(embedded.get(name), name).toEqual(object);
});
