import { createApiServer } from "@kubewright/apiserver";
import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client, ClientBackend } from "@kubewright/client";
import { expect, test } from "vitest";

const key = { namespace: "default", name: "a" };

function wanted(value: string): (current: ConfigMap | undefined) => ConfigMap {
  return (current) => ({
    ...current,
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { ...current?.metadata, ...key },
    data: { ...current?.data, value },
  });
}

function start(): { readonly client: Client; readonly clock: VirtualClock; readonly revision: () => number } {
  const [clock, random] = [createVirtualClock(), createSeededRandom("create-or-update")];
  const server = createApiServer({ clock, random });
  return {
    client: createClient({ transport: server.transport(), clock, random }),
    clock,
    revision: () => server.revision,
  };
}

test("createOrUpdate() creates a missing object, updates fields that differ and keeps fields of other writers", async () => {
  const { client } = start();

  const created = await client.createOrUpdate(ConfigMap, key, wanted("1"));
  await client.patch(ConfigMap, key, { type: "merge", body: { data: { other: "x" } } });
  const updated = await client.createOrUpdate(ConfigMap, key, wanted("2"));

  expect([created.operation, updated.operation]).toEqual(["created", "updated"]);
  expect(updated.object.data).toEqual({ value: "2", other: "x" });
});

test("createOrUpdate() sends nothing if the object is as desired", async () => {
  const { client, revision } = start();
  await client.createOrUpdate(ConfigMap, key, wanted("1"));
  const before = revision();

  const { operation } = await client.createOrUpdate(ConfigMap, key, wanted("1"));

  expect([operation, revision()]).toEqual(["unchanged", before]);
});

/** A client whose cache still contains the object from before `change`. */
async function withStaleCache(client: Client, change: Record<string, string>): Promise<Client> {
  const stale = await client.get(ConfigMap, key);
  await client.patch(ConfigMap, key, { type: "merge", body: { data: change } });
  const get: ClientBackend["get"] = async ({ type, key: read, options }) =>
    options.consistency === "latest" ? await client.get(type, read, options) : (stale as never); // The one object that is read.
  return client.intercept(() => ({ get }));
}

test("createOrUpdate() computes the object again if it has changed since the cache read it", async () => {
  const { client, clock } = start();
  await client.createOrUpdate(ConfigMap, key, wanted("1"));
  const lagging = await withStaleCache(client, { other: "x" });

  const { operation, object } = await clock.runUntilSettled(lagging.createOrUpdate(ConfigMap, key, wanted("2")));

  expect([operation, object.data]).toEqual(["updated", { value: "2", other: "x" }]);
});

test("createOrUpdate() does not overwrite a newer object, even if its callback returns a new object", async () => {
  const { client, clock } = start();
  await client.createOrUpdate(ConfigMap, key, wanted("1"));
  const lagging = await withStaleCache(client, { value: "7" });
  const seen: (string | undefined)[] = [];

  const update = lagging.createOrUpdate(ConfigMap, key, (current): ConfigMap => {
    seen.push(current?.data?.["value"]);
    const value = `${Number(current?.data?.["value"] ?? 0) + 1}`;
    return { apiVersion: "v1", kind: "ConfigMap", metadata: key, data: { value } };
  });
  await clock.runUntilSettled(update);

  expect(seen).toEqual(["1", "7"]);
  expect((await client.get(ConfigMap, key))?.data).toEqual({ value: "8" });
});

test("createOrUpdate() calls beforeCreate before a create, and not before an update", async () => {
  const { client } = start();
  const beforeCreate = (): Promise<void> => Promise.reject(new Error("the owner is gone"));

  const refused = client.createOrUpdate(ConfigMap, key, wanted("1"), { beforeCreate });

  await expect(refused).rejects.toThrow("the owner is gone");
  expect(await client.get(ConfigMap, key)).toBeUndefined();
  await client.createOrUpdate(ConfigMap, key, wanted("1"));
  const { operation } = await client.createOrUpdate(ConfigMap, key, wanted("2"), { beforeCreate });
  expect(operation).toBe("updated");
});
