import { ConfigMap, Node } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { isTerminating } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createFinalizers } from "./finalizers.ts";
import type { FinalizeContext, Finalizers } from "./finalizers.ts";

const key = { namespace: "default", name: "a" };
const backup = "example.dev/backup";
const bucket = "example.dev/bucket";
const other = "example.dev/other";

test("finalize() adds all missing finalizers of a live object with one write, and does not write again", async () => {
  const { client, context, revision } = await start();
  const finalizers = recorded([]);
  const object = await client.create(ConfigMap, { metadata: { ...key, finalizers: [other, bucket] } });
  const before = revision();

  const first = await finalizers.finalize(object, context);
  const second = first.object && (await finalizers.finalize(first.object, context));

  expect(first.object?.metadata.finalizers).toEqual([other, bucket, backup]);
  expect([first.updated, second?.updated, revision() - before]).toEqual([true, false, 1]);
});

test("finalize() calls the finalizers of the object in the order of registration, removes each, and keeps other finalizers", async () => {
  const { client, context } = await start();
  const calls: string[] = [];
  const object = await terminating(client, [bucket, other, backup]);

  const result = await recorded(calls).finalize(object, context);

  expect(calls).toEqual([backup, bucket]);
  expect(result.object?.metadata.finalizers).toEqual([other]);
  expect(result).toMatchObject({ updated: true, statusUpdated: false });
});

test("finalize() returns no object once the last finalizer is removed, and skips absent finalizers", async () => {
  const { client, context } = await start();
  const calls: string[] = [];

  const result = await recorded(calls).finalize(await terminating(client, [bucket]), context);

  expect(calls).toEqual([bucket]);
  expect(result).toEqual({ updated: true, statusUpdated: false });
  expect(await client.get(ConfigMap, key)).toBeUndefined();
});

test("finalize() never adds a finalizer during a deletion, even if the object was read before the deletion", async () => {
  const { client, clock, context } = await start();
  const calls: string[] = [];
  const stale = await client.create(ConfigMap, { metadata: { ...key, finalizers: [other, bucket] } });
  await client.delete(stale);

  const result = await clock.runUntilSettled(recorded(calls).finalize(stale, context));

  expect(calls).toEqual([bucket]);
  expect(result.object?.metadata.finalizers).toEqual([other]);
});

test("finalize() succeeds for an object that is gone, whether it was read live or terminating", async () => {
  const { client, clock, context } = await start();
  const finalizers = recorded([]);
  const live = await client.create(ConfigMap, { metadata: key });
  await client.delete(live);
  const afterDeletion = await clock.runUntilSettled(finalizers.finalize(live, context));
  const stale = await terminating(client, [bucket]);
  await finalizers.finalize(stale, context);

  const afterRemoval = await clock.runUntilSettled(finalizers.finalize(stale, context));

  expect(afterDeletion.object).toBeUndefined();
  expect(afterRemoval.object).toBeUndefined();
});

test("finalize() does not change an object that was created again under the same name", async () => {
  const { client, clock, context } = await start();
  const stale = await terminating(client, [bucket]);
  await client.patch(ConfigMap, key, { type: "merge", body: { metadata: { finalizers: [] } } });
  await client.create(ConfigMap, { metadata: { ...key, finalizers: [bucket] } });

  const result = await clock.runUntilSettled(recorded([]).finalize(stale, context));

  expect(result.object).toBeUndefined();
  expect((await client.get(ConfigMap, key))?.metadata.finalizers).toEqual([bucket]);
});

test("a finalizer that fails remains, and the other finalizers are called", async () => {
  const { client, context } = await start();
  const finalizers = createFinalizers<ConfigMap>()
    .register(backup, () => Promise.reject(new Error("the store is down")))
    .register(bucket, async () => {});

  const outcome = finalizers.finalize(await terminating(client, [backup, bucket]), context);

  await expect(outcome).rejects.toThrow("the store is down");
  expect((await client.get(ConfigMap, key))?.metadata.finalizers).toEqual([backup]);
});

test("the errors of several finalizers are thrown together", async () => {
  const { client, context } = await start();
  const finalizers = createFinalizers<ConfigMap>()
    .register(backup, () => Promise.reject(new Error("the store is down")))
    .register(bucket, () => Promise.reject(new Error("the bucket is not empty")));

  const outcome = finalizers.finalize(await terminating(client, [backup, bucket]), context);

  await expect(outcome).rejects.toMatchObject({
    message: 'Cannot finalize ConfigMap "a": 2 finalizers failed',
    errors: [{ message: "the store is down" }, { message: "the bucket is not empty" }],
  });
});

test("a finalizer that has not completed remains, sets the status, and returns when to call it again", async () => {
  const { client, context } = await start();
  const created = await client.create(Node, { metadata: { name: "a", finalizers: [backup, bucket] } });
  await client.delete(created);
  const node = await client.get(Node, { name: "a" });
  const finalizers = createFinalizers<Node>()
    .register(backup, async () => ({ status: { phase: "Terminated" }, requeueAfterMs: 5_000 }))
    .register(bucket, async () => ({ requeueAfterMs: 9_000 }));

  const result = node && (await finalizers.finalize(node, context));

  expect(result).toMatchObject({ updated: false, statusUpdated: true, requeueAfterMs: 5_000 });
  expect(result?.object?.metadata.finalizers).toEqual([backup, bucket]);
  expect((await client.get(Node, { name: "a" }))?.status?.phase).toBe("Terminated");
});

test("two replicas that finalize one object at the same time remove its finalizers without an error", async () => {
  const { client, clock, context } = await start();
  const object = await terminating(client, [backup, bucket]);

  const results = await clock.runUntilSettled(
    Promise.all([recorded([]).finalize(object, context), recorded([]).finalize(object, context)]),
  );

  expect(results.map((result) => result.object)).toEqual([undefined, undefined]);
  expect(await client.get(ConfigMap, key)).toBeUndefined();
});

test("a finalizer name needs a domain and must be unique", () => {
  const finalizers = recorded([]);

  expect(() => finalizers.register("bucket", async () => {})).toThrow(
    'Cannot register finalizer "bucket": the name must have a domain, as in "example.dev/bucket"',
  );
  expect(() => finalizers.register("example.dev/", async () => {})).toThrow(
    /^Cannot register finalizer "example.dev\/"/,
  );
  expect(() => finalizers.register(bucket, async () => {})).toThrow(
    'Cannot register finalizer "example.dev/bucket": it is registered already, must be unique',
  );
});

function recorded(calls: string[]): Finalizers<ConfigMap> {
  const finalizers = createFinalizers<ConfigMap>();
  for (const name of [backup, bucket]) finalizers.register(name, async () => void calls.push(name));
  return finalizers;
}

async function terminating(client: Client, finalizers: readonly string[]): Promise<Stored<ConfigMap>> {
  const created = await client.create(ConfigMap, { metadata: { ...key, finalizers } });
  await client.delete(created);
  const found = await client.get(ConfigMap, key);
  if (!found || !isTerminating(found)) throw new Error("The object is not terminating");
  return found;
}

async function start(): Promise<{
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly context: FinalizeContext;
  readonly revision: () => number;
}> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("finalizers")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  const context = { client, signal: new AbortController().signal, log: silentLogger };
  return { client, clock, context, revision: () => server.revision };
}
