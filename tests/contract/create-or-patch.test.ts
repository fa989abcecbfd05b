// createOrPatch: the object and its status in one call, with other writers of the same object.
import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import type { ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { isConflict } from "@kubewright/apimachinery";
import type { Client, ClientBackend, PatchCall } from "@kubewright/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";
import { Widget, widgetDefinition, widgetOf } from "./widgets.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetDefinition] });
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function newKey(): ObjectKey {
  return { namespace, name: server.uniqueName("object-") };
}

/** A client whose cache has this version of an object, or no object, and which calls `before` ahead of each patch. */
function lagging(
  stale: Stored<Widget> | undefined,
  before: (call: PatchCall) => Promise<void> = async () => {},
): Client {
  return server.client.intercept((next) => {
    const get: ClientBackend["get"] = async (call) =>
      call.options.consistency === "latest" ? await next.get(call) : (stale as never); // The one object that is read.
    const patch: ClientBackend["patch"] = async (call) => {
      await before(call);
      return await next.patch(call);
    };
    return { get, patch };
  });
}

test("createOrPatch() writes the object and its status, each only if it differs", async () => {
  const key = newKey();
  const write = (size: number, phase: string) =>
    server.client.createOrPatch(Widget, key, (current) => ({ ...current, spec: { size }, status: { phase } }));

  const results = [
    await write(1, "new"),
    await write(1, "new"),
    await write(2, "new"),
    await write(2, "old"),
    await write(3, "end"),
  ];
  const found = await server.client.get(Widget, key);

  expect(results.map(({ operation }) => operation)).toEqual([
    "created",
    "unchanged",
    "updated",
    "updatedStatusOnly",
    "updatedStatus",
  ]);
  expect(results.map(({ object }) => object.status)).toEqual(
    ["new", "new", "new", "old", "end"].map((phase) => ({ phase })),
  );
  expect([found?.spec, found?.status]).toEqual([{ size: 3 }, { phase: "end" }]);
  expect(found?.metadata.resourceVersion).toBe(results[4]?.object.metadata.resourceVersion);
});

test("createOrPatch() leaves out a status that the callback leaves out, and removes fields of one that it returns", async () => {
  const key = newKey();
  await server.client.createOrPatch(Widget, key, () => ({ status: { phase: "new", ready: 1 } }));

  const without = await server.client.createOrPatch(Widget, key, () => ({ spec: { size: 1 } }));
  const removed = await server.client.createOrPatch(Widget, key, (current) => ({
    spec: { ...current?.spec },
    status: { ready: 1 },
  }));

  expect([without.operation, without.object.status]).toEqual(["updated", { phase: "new", ready: 1 }]);
  expect([removed.operation, removed.object.status]).toEqual(["updatedStatusOnly", { ready: 1 }]);
});

test("createOrPatch() of many writers at once creates one object with the changes of all", async () => {
  const key = newKey();
  const writers = ["a", "b", "c", "d", "e"];

  const results = await Promise.all(
    writers.map((writer) =>
      server.client.createOrPatch(ConfigMap, key, (current) => ({
        ...current,
        data: { ...current?.data, [writer]: "here" },
      })),
    ),
  );

  const found = await server.client.get(ConfigMap, key);
  expect(found?.data).toEqual({ a: "here", b: "here", c: "here", d: "here", e: "here" });
  expect(results.filter(({ operation }) => operation === "created")).toHaveLength(1);
});

test("createOrPatch() from an old object changes its fields without a conflict, and keeps the changes of other writers to other fields", async () => {
  const stale = await server.client.create(Widget, widgetOf(newKey(), { size: 1 }));
  await server.client.patch(stale, { type: "merge", body: { spec: { colour: "red" } } });
  let calls = 0;

  const { object } = await lagging(stale).createOrPatch(Widget, stale.metadata, (current) => {
    calls += 1;
    return { ...current, spec: { ...current?.spec, size: 2 } };
  });

  expect([object.spec, calls]).toEqual([{ size: 2, colour: "red" }, 1]);
});

test("createOrPatch() with an optimistic lock recomputes an object that has changed, so that many writers count up without a gap", async () => {
  const key = newKey();
  const increment = () =>
    server.client.createOrPatch(
      Widget,
      key,
      (current) => ({ ...current, spec: { size: (current?.spec?.size ?? 0) + 1 } }),
      {
        optimisticLock: true,
      },
    );

  await Promise.all([increment(), increment(), increment(), increment(), increment()]);

  expect((await server.client.get(Widget, key))?.spec).toEqual({ size: 5 });
});

test("createOrPatch() does not remove list items that another writer has added to an object that the cache has in an old version", async () => {
  const stale = await server.client.create(Widget, widgetOf(newKey(), {}));
  await server.client.patch(stale, { type: "merge", body: { metadata: { finalizers: ["example.dev/other"] } } });

  const { object } = await lagging(stale).createOrPatch(Widget, stale.metadata, (current) => ({
    ...current,
    metadata: { ...current?.metadata, finalizers: [...(current?.metadata.finalizers ?? []), "example.dev/own"] },
  }));
  const { object: released } = await server.client.createOrPatch(Widget, stale.metadata, (current) => ({
    ...current,
    metadata: { ...current?.metadata, finalizers: [] },
  }));

  expect(object.metadata.finalizers).toEqual(["example.dev/other", "example.dev/own"]);
  expect(released.metadata.finalizers).toBeUndefined();
});

test("createOrPatch() does not patch an object that was deleted and created again since the read", async () => {
  const key = newKey();
  const old = await server.client.create(Widget, widgetOf(key, { size: 1, colour: "red" }));
  await server.client.delete(old);
  await server.client.create(Widget, widgetOf(key, { size: 7 }));
  const seen: (number | undefined)[] = [];

  const { object } = await lagging(old).createOrPatch(Widget, key, (current) => {
    seen.push(current?.spec?.size);
    return { ...current, spec: { ...current?.spec, size: (current?.spec?.size ?? 0) + 1 } };
  });

  expect([object.spec, seen]).toEqual([{ size: 8 }, [1, 7]]);
});

test("createOrPatch() creates an object that was deleted after it was read", async () => {
  const key = newKey();
  const old = await server.client.create(Widget, widgetOf(key, { size: 1 }));
  await server.client.delete(old);

  const { operation, object } = await lagging(old).createOrPatch(Widget, key, (current) =>
    widgetOf(key, { size: current ? 2 : 9 }),
  );

  expect([operation, object.spec]).toEqual(["created", { size: 9 }]);
});

test("createOrPatch() recomputes the status if another writer changed it between the two patches", async () => {
  const made = await server.client.create(Widget, widgetOf(newKey(), { size: 1 }));
  const others = [{ ready: 5 }, { ready: 6 }];
  const client = lagging(made, async ({ options }) => {
    const other = options.subresource === "status" ? others.shift() : undefined;
    if (other) await server.client.patchStatus(Widget, made.metadata, other);
  });

  const { operation, object } = await client.createOrPatch(Widget, made.metadata, (current) => ({
    ...current,
    spec: { size: 2 },
    status: { ...current?.status, ready: (current?.status?.ready ?? 0) + 1 },
  }));

  expect([operation, object.spec, object.status]).toEqual(["updatedStatus", { size: 2 }, { ready: 7 }]);
});

test("createOrPatch() recomputes the status if it changed before the patch of the object", async () => {
  const stale = await server.client.create(Widget, widgetOf(newKey(), { size: 1 }));
  await server.client.patchStatus(stale, { ready: 5 });

  const { object } = await lagging(stale).createOrPatch(Widget, stale.metadata, (current) => ({
    ...current,
    spec: { size: 2 },
    status: { ready: (current?.status?.ready ?? 0) + 1 },
  }));

  expect([object.spec, object.status]).toEqual([{ size: 2 }, { ready: 6 }]);
});

test("createOrPatch() of a built-in kind writes its status", async () => {
  const key = newKey();
  const spec = {
    containers: [{ name: "main", image: "x" }],
    automountServiceAccountToken: false,
    serviceAccountName: "default",
  };
  await server.client.createOrUpdate(
    { group: "", version: "v1", kind: "ServiceAccount", plural: "serviceaccounts", namespaced: true },
    { namespace, name: "default" },
    (current) => ({ ...current }),
  );

  const made = await server.client.createOrPatch(Pod, key, (current) => ({
    spec,
    ...current,
    status: { message: "planned" },
  }));
  const patched = await server.client.createOrPatch(Pod, key, (current) => ({
    ...current,
    spec: current?.spec ?? spec,
    metadata: { ...current?.metadata, labels: { a: "b" } },
    status: { ...current?.status, message: "seen" },
  }));

  expect([made.operation, made.object.status?.message]).toEqual(["created", "planned"]);
  expect([patched.operation, patched.object.status?.message, patched.object.metadata.labels]).toEqual([
    "updatedStatus",
    "seen",
    { a: "b" },
  ]);
});

test("createOrPatch() rejects a status of a kind without a status subresource", async () => {
  const key = newKey();
  await server.client.create(ConfigMap, { metadata: key });
  const withStatus: ResourceType<Widget> = { ...ConfigMap }; // A ConfigMap has no status for the compiler.

  const patched = server.client.createOrPatch(withStatus, key, (current) => ({ ...current, status: { phase: "a" } }));

  await expect(patched).rejects.toThrow(
    `Cannot patch the status of ConfigMap "${key.namespace}/${key.name}": the kind has no status subresource, use createOrUpdate`,
  );
});

test("createOrPatch() throws server errors other than lost races", async () => {
  const key = newKey();
  const refused = await refusal(
    server.client.createOrPatch(ConfigMap, key, () => ({ metadata: { labels: { "not a label": "" } } })),
  );

  expect([refused.status.reason, isConflict(refused)]).toEqual(["Invalid", false]);
});
