// Writes that are computed from a read object beside other writers: no concurrent change is lost, and a conflict is thrown only if the
// change cannot be computed again.
import { ConfigMap } from "@kubewright/api/core/v1";
import { isConflict } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { Client, ClientBackend } from "@kubewright/client";
import { ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";
import { Widget, widgetDefinition, widgetOf } from "./widgets.ts";

const finalizer = "example.dev/clean-up";

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

/** The operator's client, whose cache has this version of a widget and no newer one. */
function lagging(stale: Stored<Widget>): Client {
  const get: ClientBackend["get"] = async ({ type, key, options }) =>
    options.consistency === "latest" ? await server.client.get(type, key, options) : (stale as never); // The one object that is read.
  return server.client.intercept(() => ({ get }));
}

test("createOrUpdate() recomputes an object that the cache had in an old version, also if the callback returns a new object", async () => {
  const key = newKey();
  const stale = await server.client.create(Widget, widgetOf(key, { size: 1 }));
  await server.client.patch<Widget>(stale, { type: "merge", body: { spec: { size: 7 } } });

  const { object } = await lagging(stale).createOrUpdate(Widget, key, (current) =>
    widgetOf(key, { size: (current?.spec?.size ?? 0) + 1 }),
  );

  expect(object.spec).toEqual({ size: 8 });
});

test("createOrUpdate() by many concurrent writers loses no change, from the creation of the object on", async () => {
  const key = newKey();
  const writers = ["a", "b", "c", "d", "e"];

  await Promise.all(
    writers.map((writer) =>
      server.client.createOrUpdate(ConfigMap, key, (current): ConfigMap => ({
        ...current,
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { ...current?.metadata, ...key },
        data: { ...current?.data, [writer]: "here" },
      })),
    ),
  );

  const found = await server.client.get(ConfigMap, key);
  expect(found?.data).toEqual({ a: "here", b: "here", c: "here", d: "here", e: "here" });
});

test("finalizers that many writers add and remove concurrently are all added and all removed", async () => {
  const object = await server.client.create(Widget, widgetOf(newKey(), {}));
  const finalizers = ["a", "b", "c", "d", "e"].map((writer) => `example.dev/${writer}`);

  await Promise.all(finalizers.map((each) => ensureFinalizer(server.client, object, each)));
  const added = await server.client.get(Widget, object.metadata);
  if (added) await Promise.all(finalizers.map((each) => releaseFinalizer(server.client, added, each)));
  const removed = await server.client.get(Widget, object.metadata);

  expect(new Set(added?.metadata.finalizers)).toEqual(new Set(finalizers));
  expect([removed?.metadata.name, removed?.metadata.finalizers]).toEqual([object.metadata.name, undefined]);
});

test("a status from an old object keeps fields that other writers have set, and conflicts with fields that they have changed", async () => {
  const old = await server.client.create(Widget, widgetOf(newKey(), {}));
  await server.client.patchStatus(old, { ready: 1 });

  const beside = await server.client.patchStatus(old, { phase: "running" });
  const against = await refusal(server.client.patchStatus(old, { ready: 2 }));

  expect(beside.status).toEqual({ phase: "running", ready: 1 });
  expect(isConflict(against)).toBe(true);
});

test("a write based on an object that was deleted and created again changes nothing", async () => {
  const key = newKey();
  const old = await server.client.create(Widget, widgetOf(key, {}));
  await server.client.delete(old);
  const made = await server.client.create(Widget, widgetOf(key, {}));

  const finalized = await refusal(ensureFinalizer(server.client, old, finalizer));
  const reported = await refusal(server.client.patchStatus(old, { phase: "running" }));
  const found = await server.client.get(Widget, made.metadata);

  expect([isConflict(finalized), isConflict(reported)]).toEqual([true, true]);
  expect(found?.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
});
