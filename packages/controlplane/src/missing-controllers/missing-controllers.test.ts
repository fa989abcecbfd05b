// Warnings and Events for kinds without a controller, on an embedded server and virtual time.
import { Deployment, StatefulSet } from "@kubewright/api/apps/v1";
import { Job } from "@kubewright/api/batch/v1";
import { PersistentVolume, PersistentVolumeClaim } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import type { JsonObject } from "@kubewright/apimachinery";
import { createApiServer } from "@kubewright/apiserver";
import type { ApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { serverOptionsFor } from "../server-options.ts";
import { startTestCluster } from "../testdata/cluster.ts";
import { missingControllers } from "./missing-controllers.ts";

const podTemplate = { metadata: { labels: { app: "a" } }, spec: { containers: [{ name: "c", image: "i" }] } };
const job = {
  metadata: { name: "pi" },
  spec: { template: { ...podTemplate, spec: { ...podTemplate.spec, restartPolicy: "Never" } } },
};
const jobs = "/apis/batch/v1/namespaces/default/jobs";
const warning =
  "this cluster has no controller for Job objects, so its Pods are not created: npx kubewright troubleshoot missing-controller";

function serverBeside(...choice: Parameters<typeof serverOptionsFor>): ApiServer {
  return createApiServer({
    clock: createVirtualClock(),
    random: createSeededRandom("missing controllers"),
    ...serverOptionsFor(...choice),
  });
}

async function warningOf(server: ApiServer, body: JsonObject, path = jobs): Promise<unknown> {
  const { status, headers } = await server
    .transport()
    .request({ method: "POST", path, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  expect(status).toBe(201);
  return headers["warning"];
}

test("a create of a kind without a controller gets a warning, and its object an Event", async () => {
  await using cluster = await startTestCluster("all");

  expect(await warningOf(cluster.server, job)).toEqual([`299 - "${warning}"`]);
  await cluster.clock.advance(5_000);
  const events = await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }));

  expect(
    events.map(({ type, reason, note, regarding }) => [type, reason, note, regarding?.kind, regarding?.name]),
  ).toEqual([["Warning", "NoController", warning, "Job", "pi"]]);
});

test("the create of a Secret for a service account token gets a warning, and that of other Secrets does not", async () => {
  await using server = serverBeside("all", { disableAdmissionPlugins: ["ServiceAccount"] });
  const secrets = "/api/v1/namespaces/default/secrets";
  const annotations = { "kubernetes.io/service-account.name": "robot" };
  const token = { metadata: { name: "token", annotations }, type: "kubernetes.io/service-account-token" };

  expect(await warningOf(server, token, secrets)).toEqual([
    '299 - "this cluster has no controller for service-account-token Secret objects, so it gets no token; use kubectl create token: npx kubewright troubleshoot missing-controller"',
  ]);
  expect(await warningOf(server, { metadata: { name: "other" } }, secrets)).toBeUndefined();
});

test("a server without controllers, and creates of kinds with a controller, have no warning", async () => {
  await using plain = serverBeside("none", { disableAdmissionPlugins: ["ServiceAccount"] });
  await using full = serverBeside("all", { disableAdmissionPlugins: ["ServiceAccount"] });
  const deployment = {
    metadata: { name: "web" },
    spec: { selector: { matchLabels: { app: "a" } }, template: podTemplate },
  };

  expect(await warningOf(plain, job)).toBeUndefined();
  expect(await warningOf(full, deployment, "/apis/apps/v1/namespaces/default/deployments")).toBeUndefined();
});

const core = "/api/v1/namespaces/default";
const ingress = {
  metadata: { name: "web" },
  spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
};
const service = { metadata: { name: "web" }, spec: { type: "LoadBalancer", ports: [{ port: 80 }] } };
const resourceClaim = { metadata: { name: "gpu" }, spec: {} };

test.each([
  { path: `${core}/services`, body: service, of: "LoadBalancer Service", effect: "it gets no external address" },
  {
    path: "/apis/networking.k8s.io/v1/namespaces/default/ingresses",
    body: ingress,
    of: "Ingress",
    effect: "it gets no address and routes nothing",
  },
  {
    path: "/apis/resource.k8s.io/v1/namespaces/default/resourceclaims",
    body: resourceClaim,
    of: "ResourceClaim",
    effect: "no device is allocated",
  },
])("a create of a $of gets a warning and one Event, and none on a server without controllers", async (each) => {
  await using cluster = await startTestCluster("all");
  await using plain = serverBeside("none");
  const expected = `this cluster has no controller for ${each.of} objects, so ${each.effect}: npx kubewright troubleshoot missing-controller`;

  const warnings = [
    await warningOf(cluster.server, each.body, each.path),
    await warningOf(plain, each.body, each.path),
  ];
  await cluster.clock.advance(5_000);
  const events = await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }));

  expect(warnings).toEqual([[`299 - "${expected}"`], undefined]);
  expect(events.map(({ reason, note, regarding }) => [reason, note, regarding?.name])).toEqual([
    ["NoController", expected, each.body.metadata.name],
  ]);
});

test("a Service of another type has no warning and no Event", async () => {
  await using cluster = await startTestCluster("all");

  const warning = await warningOf(cluster.server, { ...service, spec: { ports: [{ port: 80 }] } }, `${core}/services`);
  await cluster.clock.advance(5_000);

  expect(warning).toBeUndefined();
  expect(await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }))).toEqual([]);
});

test("the table has each kind once, and none that a controller of this package processes", () => {
  const kinds = missingControllers.map(({ type }) => type.kind);

  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds).toContain(StatefulSet.kind);
  expect(kinds).not.toContain(Deployment.kind);
  expect(kinds).toContain(Job.kind);
});

const claim = {
  metadata: { namespace: "default", name: "data" },
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
} as const;
const volume = {
  metadata: { name: "disk" },
  spec: { accessModes: ["ReadWriteOnce"], capacity: { storage: "1Gi" }, hostPath: { path: "/data" } },
} as const;

test("beside controllers a claim and a volume are deleted at once", async () => {
  await using cluster = await startTestCluster("all");
  const { client } = cluster;
  await client.create(PersistentVolumeClaim, claim);
  await client.create(PersistentVolume, volume);

  await client.delete(PersistentVolumeClaim, claim.metadata);
  await client.delete(PersistentVolume, volume.metadata);

  expect(await client.get(PersistentVolumeClaim, claim.metadata)).toBeUndefined();
  expect(await client.get(PersistentVolume, volume.metadata)).toBeUndefined();
});

test.each([
  { controllers: "none", enable: [], off: ["ServiceAccount"] },
  { controllers: "all", enable: [], off: ["StorageObjectInUseProtection"] },
  { controllers: ["deployment-controller"], enable: [], off: ["ServiceAccount", "StorageObjectInUseProtection"] },
  { controllers: "all", enable: ["StorageObjectInUseProtection"], off: [] },
  { controllers: "none", enable: ["ServiceAccount"], off: [] },
] as const)("beside $controllers with $enable enabled, the plugins $off are off", ({ controllers, enable, off }) => {
  expect(serverOptionsFor(controllers, { enableAdmissionPlugins: enable }).disableAdmissionPlugins).toEqual(off);
});
