import { ConfigMap } from "@kubewright/api/core/v1";
import { isAlreadyExists, isConflict, isNotFound } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { createFakeObjects } from "./fake-objects.ts";

function configMap(name: string, value = "1"): ConfigMap {
  return { metadata: { name }, data: { value } };
}

test("a client over fake objects creates, reads, changes and deletes, and what it did is recorded", async () => {
  const fake = createFakeObjects();
  const maps = fake.client(ConfigMap, "default");

  await maps.create(configMap("a"));
  const patched = await maps.patch("a", { type: "merge", body: { data: { value: "2" } } });
  await maps.update({ ...patched, data: { value: "3" } });
  const read = await maps.get("a");
  await maps.delete("a");

  expect(read).toMatchObject({ apiVersion: "v1", kind: "ConfigMap", data: { value: "3" } });
  expect(await maps.get("a")).toBeUndefined();
  expect(fake.actions.map(({ verb, resource, name }) => `${verb} ${resource} ${name}`)).toEqual([
    "create configmaps a",
    "patch configmaps a",
    "update configmaps a",
    "get configmaps a",
    "delete configmaps a",
    "get configmaps a",
  ]);
});

test("fake objects reject conflicts, taken names and missing objects", async () => {
  const fake = createFakeObjects();
  const maps = fake.client(ConfigMap, "default");
  const stale = await maps.create(configMap("a"));
  await maps.patch("a", { type: "json", body: [{ op: "replace", path: "/data/value", value: "2" }] });

  expect(isAlreadyExists(await maps.create(configMap("a")).catch((error: unknown) => error))).toBe(true);
  expect(isConflict(await maps.update(stale).catch((error: unknown) => error))).toBe(true);
  expect(isNotFound(await maps.update(configMap("b")).catch((error: unknown) => error))).toBe(true);
  await expect(maps.delete("b")).resolves.toBeUndefined();
});

test("a write of the status leaves the rest as it was", async () => {
  const fake = createFakeObjects([
    { type: ConfigMap, object: { ...configMap("a"), metadata: { namespace: "default", name: "a" } } },
  ]);
  const maps = fake.client(ConfigMap, "default");

  const changed: ConfigMap & { readonly status: unknown } = { ...configMap("a", "other"), status: { ready: true } };
  await maps.updateStatus(changed);

  expect(await maps.get("a")).toMatchObject({ data: { value: "1" }, status: { ready: true } });
  expect(fake.actions[0]).toMatchObject({ verb: "update", subresource: "status" });
});

test("a reactor can replace a call by an error", async () => {
  const fake = createFakeObjects();
  fake.react("create", "configmaps", () => {
    throw new Error("the quota is exhausted");
  });

  await expect(fake.client(ConfigMap, "default").create(configMap("a"))).rejects.toThrow("the quota is exhausted");
  expect(await Array.fromAsync(fake.client(ConfigMap).list())).toEqual([]);
});

test("an apply of an object that does not exist creates it and is recorded as a patch; one that exists is refused", async () => {
  const fake = createFakeObjects();
  const maps = fake.client(ConfigMap, "default");
  const configuration = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } };

  const applied = await maps.apply(configuration);
  const again = maps.apply(configuration);

  await expect(again).rejects.toThrow('Cannot apply ConfigMap "a": fake objects do not track field managers');
  expect([applied.metadata.namespace, (await maps.get("a"))?.data]).toEqual(["default", { a: "1" }]);
  expect(fake.actions.map(({ verb, name, object }) => [verb, name, object?.metadata?.name])).toEqual([
    ["patch", "a", "a"],
    ["patch", "a", "a"],
    ["get", "a", undefined],
  ]);
});

test("a list over fake objects selects by namespace and labels", async () => {
  const fake = createFakeObjects([
    { type: ConfigMap, object: { metadata: { namespace: "x", name: "a", labels: { app: "one" } } } },
    { type: ConfigMap, object: { metadata: { namespace: "x", name: "b" } } },
    { type: ConfigMap, object: { metadata: { namespace: "y", name: "c", labels: { app: "one" } } } },
  ]);

  const [first, ...others] = await Array.fromAsync(fake.client(ConfigMap, "x").list({ labelSelector: "app=one" }));

  expect(first?.metadata.name).toBe("a");
  expect(others).toEqual([]);
  expect(await Array.fromAsync(fake.client(ConfigMap).list())).toHaveLength(3);
});

test("a watch over fake objects sees what is done, in its namespace alone, until it is aborted", async () => {
  const fake = createFakeObjects();
  const seen: string[] = [];
  const stop = new AbortController();
  const watching = (async (): Promise<void> => {
    for await (const { type, object } of fake.client(ConfigMap, "default").watch({ signal: stop.signal })) {
      seen.push(`${type} ${object.metadata.name}`);
      if (type === "DELETED") stop.abort(new Error("seen enough"));
    }
  })();

  await fake.client(ConfigMap, "other").create(configMap("x"));
  await fake.client(ConfigMap, "default").create(configMap("a"));
  await fake.client(ConfigMap, "default").delete("a");

  await expect(watching).rejects.toThrow("seen enough");
  expect(seen).toEqual(["ADDED a", "DELETED a"]);
});
