// Children of an owner, written with server-side apply, while other clients write the same objects.
import { StatefulSet } from "@kubewright/api/apps/v1";
import { ConfigMap, Secret, Service } from "@kubewright/api/core/v1";
import { isApplyConflict, isControlledBy, ownerReferenceTo } from "@kubewright/apimachinery";
import type { ApplyBody, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { createReconcileContext, ensureChild, isNotControlledError } from "@kubewright/runtime";
import type { AppliedObject } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test("a child is created, then nothing is sent until a field differs or is no longer desired", async () => {
  const { owner, name, client, writes } = await start();
  const ensure = (data: Readonly<Record<string, string>>): Promise<AppliedObject<ConfigMap>> =>
    ensureConfigMap(owner, client, { metadata: { name }, data });

  const created = await ensure({ a: "1", b: "2" });
  const unchanged = await ensure({ a: "1", b: "2" });
  const smaller = await ensure({ a: "1" });
  await server.client.patch(ConfigMap, { namespace, name }, { type: "merge", body: { data: { a: "9", mine: "yes" } } });
  const restored = await ensure({ a: "1" });

  expect([created, unchanged, smaller, restored].map(({ operation }) => operation)).toEqual([
    "created",
    "unchanged",
    "updated",
    "updated",
  ]);
  expect(isControlledBy(created.object, owner)).toBe(true);
  expect(smaller.object.data).toEqual({ a: "1" });
  expect(restored.object.data).toEqual({ a: "1", mine: "yes" });
  expect(writes).toHaveLength(3);
});

test("a child that was written with updates is adopted: fields that are no longer desired are removed", async () => {
  const { owner, name, client, writes } = await start();
  const metadata = { namespace, name, labels: { old: "yes" }, ownerReferences: [ownerReferenceTo(owner)] };
  const before = await client.create(ConfigMap, { metadata, data: { a: "1", old: "yes" } });
  const note = { metadata: { annotations: { note: "mine" } } };
  const user = server.client.withOptions({ fieldManager: "user" });
  await user.patch(ConfigMap, { namespace, name }, { type: "merge", body: note });

  const { object } = await ensureConfigMap(owner, client, { metadata: { name }, data: { a: "1" } });
  await ensureConfigMap(owner, client, { metadata: { name }, data: { a: "1" } });

  expect(object.metadata.uid).toBe(before.metadata.uid);
  expect([object.data, object.metadata.labels]).toEqual([{ a: "1" }, undefined]);
  expect(object.metadata.annotations).toMatchObject({ note: "mine" });
  expect(object.metadata.managedFields?.map(({ manager, operation }) => `${manager} ${operation}`).toSorted()).toEqual([
    "operator Apply",
    "user Update",
  ]);
  expect(writes).toHaveLength(3); // The create, the move of the fields, and the apply.
});

test("drift in desired fields is corrected: a port of the same name, and an additional label in a selector", async () => {
  const { owner, name, client } = await start();
  const ensure = (): Promise<AppliedObject<Service>> =>
    ensureChild(
      Service,
      { metadata: { name }, spec: { selector: { app: "a" }, ports: [{ name: "http", port: 80, protocol: "TCP" }] } },
      { owner, context: createReconcileContext({ key: { namespace, name }, client }) },
    );
  const user = server.client.withOptions({ fieldManager: "user" });
  const change = (spec: object): Promise<unknown> =>
    user.patch(Service, { namespace, name }, { type: "merge", body: { spec } });
  await ensure();

  await change({ ports: [{ name: "http", port: 81 }] });
  const port = await ensure();
  await change({ selector: { more: "yes" } });
  const selector = await ensure();

  expect(port.object.spec?.ports).toMatchObject([{ name: "http", port: 80 }]);
  expect(port.object.spec?.ports).toHaveLength(1);
  expect(selector.object.spec?.selector).toEqual({ app: "a" });
});

test("drift between texts that are equal as quantities is corrected: data, labels and environment variables", async () => {
  const { owner, name, client } = await start();
  const context = createReconcileContext({ key: { namespace, name: owner.metadata.name }, client });
  const labels = { version: "1.10" };
  const data = { a: "1.0", b: "010", c: "1k" };
  const resources = { limits: { cpu: "1000m" } };
  const containers = [{ name: "a", image: "a", env: [{ name: "SIZE", value: "1k" }], resources }];
  const template = { metadata: { labels: { app: name } }, spec: { containers } };
  const spec = { selector: { matchLabels: { app: name } }, template };
  const ensure = async (): Promise<readonly [AppliedObject<ConfigMap>, AppliedObject<StatefulSet>]> => [
    await ensureChild(ConfigMap, { metadata: { name, labels }, data }, { owner, context }),
    await ensureChild(StatefulSet, { metadata: { name }, spec }, { owner, context }),
  ];
  await ensure();

  const mapDrift = { metadata: { labels: { version: "1.1" } }, data: { a: "1", b: "10", c: "1000" } };
  await server.client.patch(ConfigMap, { namespace, name }, { type: "merge", body: mapDrift });
  const drifted = [{ name: "a", env: [{ name: "SIZE", value: "1000" }] }];
  const setDrift = { spec: { template: { spec: { containers: drifted } } } };
  await server.client.patch(StatefulSet, { namespace, name }, { type: "strategic", body: setDrift });
  const [map, set] = await ensure();
  const again = await ensure();

  expect([map.object.metadata.labels, map.object.data]).toEqual([labels, data]);
  expect(set.object.spec?.template.spec?.containers[0]?.env).toEqual([{ name: "SIZE", value: "1k" }]);
  expect([map, set, ...again].map(({ operation }) => operation)).toEqual([
    "updated",
    "updated",
    "unchanged",
    "unchanged",
  ]);
});

test("an object of the same name that the owner does not control is not changed, also if the cache does not contain it yet", async () => {
  const { owner, name, client, writes } = await start();
  const other = await server.client.create(ConfigMap, { metadata: { namespace, name }, data: { a: "other" } });
  const behind = client.intercept(() => ({ get: async () => undefined }));
  const fields = { metadata: { name }, data: { a: "1" } };

  const known = await ensureConfigMap(owner, client, fields).catch((error: unknown) => error);
  const unknown = await ensureConfigMap(owner, behind, fields).catch((error: unknown) => error);

  expect(isNotControlledError(known) && known.message).toBe(
    `Cannot apply ConfigMap "${namespace}/${name}": it exists and nothing controls it, must be controlled by ConfigMap "${owner.metadata.name}"`,
  );
  expect(isApplyConflict(unknown)).toBe(true);
  expect(await server.client.get(ConfigMap, { namespace, name })).toEqual(other);
  expect(writes).toHaveLength(1);
});

test("a second reconcile sends nothing for values that the server normalizes: quantities and stringData", async () => {
  const { owner, name, client, writes } = await start();
  const context = createReconcileContext({ key: { namespace, name: owner.metadata.name }, client });
  const labels = { app: name };
  const resources = { requests: { cpu: "1000m", memory: "1024Mi" }, limits: { cpu: "2.0", memory: "2048Mi" } };
  const containers = [{ name: "a", image: "a", resources }];
  const spec = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } };
  const ensure = async (): Promise<readonly string[]> => {
    const set = await ensureChild(StatefulSet, { metadata: { name }, spec }, { owner, context });
    const secret = { metadata: { name }, stringData: { password: "s3cret" }, data: { user: "YQ==" } };
    return [set.operation, (await ensureChild(Secret, secret, { owner, context })).operation];
  };

  const first = await ensure();
  const second = await ensure();
  const drift = { data: { password: "b3RoZXI=" } };
  await server.client.patch(Secret, { namespace, name }, { type: "merge", body: drift });
  const third = await ensure();
  const fourth = await ensure();

  expect([first, second, third, fourth]).toEqual([
    ["created", "created"],
    ["unchanged", "unchanged"],
    ["unchanged", "updated"],
    ["unchanged", "unchanged"],
  ]);
  expect((await client.get(Secret, { namespace, name }))?.data).toEqual({ password: "czNjcmV0", user: "YQ==" });
  expect(writes).toHaveLength(3);
});

test("a list that another manager has extended is applied once more, and then only after it has changed again", async () => {
  const { owner, name, client, writes } = await start();
  const context = createReconcileContext({ key: { namespace, name: owner.metadata.name }, client });
  const other = server.client.withOptions({ fieldManager: "other" });
  const addPort = async (port: number): Promise<unknown> =>
    await other.apply(Service, {
      metadata: { namespace, name },
      spec: { ports: [{ name: `port-${port}`, port, protocol: "TCP" as const }] },
    });
  const ensure = async (): Promise<string> => {
    const fields = { metadata: { name }, spec: { ports: [{ name: "http", port: 80, protocol: "TCP" as const }] } };
    return (await ensureChild(Service, fields, { owner, context })).operation;
  };

  const operations = [await ensure(), await ensure()];
  await addPort(81);
  operations.push(await ensure(), await ensure(), await ensure());
  await addPort(82);
  operations.push(await ensure(), await ensure());

  expect(operations).toEqual(["created", "unchanged", "updated", "unchanged", "unchanged", "updated", "unchanged"]);
  expect(writes).toHaveLength(3);
});

test("two replicas that write one child concurrently agree", async () => {
  const { owner, name, client } = await start();
  const fields = { metadata: { name }, data: { a: "1" } };

  const results = await Promise.all(Array.from({ length: 8 }, () => ensureConfigMap(owner, client, fields)));

  expect(new Set(results.map(({ object }) => object.metadata.uid)).size).toBe(1);
  expect((await server.client.get(ConfigMap, { namespace, name }))?.data).toEqual({ a: "1" });
});

function ensureConfigMap(
  owner: Stored<ConfigMap>,
  client: Client,
  fields: ApplyBody<ConfigMap>,
): Promise<AppliedObject<ConfigMap>> {
  const context = createReconcileContext({ key: { namespace, name: owner.metadata.name }, client });
  return ensureChild(ConfigMap, fields, { owner, context });
}

async function start(): Promise<{
  readonly owner: Stored<ConfigMap>;
  readonly name: string;
  readonly client: Client;
  readonly writes: readonly string[];
}> {
  const owner = await server.client.create(ConfigMap, { metadata: { namespace, name: server.uniqueName("owner-") } });
  const writes: string[] = [];
  const client = server.client.withOptions({ fieldManager: "operator" }).intercept((next) => ({
    create(call) {
      writes.push("create");
      return next.create(call);
    },
    patch(call) {
      writes.push(call.patch.type);
      return next.patch(call);
    },
  }));
  return { owner, name: server.uniqueName("child-"), client, writes };
}
