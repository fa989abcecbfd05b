// The client of reconcilers on a fake server whose watch the test holds back, on virtual time.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createFakeApi, Widget } from "../testdata/fake-api.ts";
import { createCluster } from "./cluster.ts";
import type { ClusterOptions } from "./cluster.ts";
import { pendingWritesMax } from "./own-writes.ts";

const a = { namespace: "default", name: "a" };

test("a read comes from the cache without a request", async () => {
  await using world = await startWorld();
  const from = world.api.requests.length;

  const [one] = await Promise.all([world.client.get(Widget, a), world.client.get(Widget, { ...a, name: "none" })]);
  const all = await Array.fromAsync(world.client.list(Widget));

  expect(one?.spec).toEqual({ size: 1 });
  expect(all).toHaveLength(1);
  expect(world.api.requests.slice(from)).toEqual([]);
});

test("a read after a write waits until the watch has brought the write", async () => {
  await using world = await startWorld();
  world.api.holdEvents = true;
  await world.client.patchKey(Widget, a, { type: "merge", body: { spec: { size: 2 } } });

  const reading = world.client.get(Widget, a);
  await world.clock.advance(1_000);
  world.api.release();

  expect((await reading)?.spec).toEqual({ size: 2 });
  expect(world.api.requests.filter((request) => request === "GET a")).toEqual([]);
});

test("a list after a create waits for it, and one of another namespace does not", async () => {
  await using world = await startWorld();
  world.api.holdEvents = true;
  await world.client.create(widget("default", "b"));

  const elsewhere = await Array.fromAsync(world.client.list(Widget, { namespace: "other" }));
  const listing = Array.fromAsync(world.client.list(Widget, { namespace: "default" }));
  await world.clock.advance(10);
  world.api.release();

  expect(elsewhere).toEqual([]);
  expect((await listing).map(({ metadata }) => metadata.name).toSorted()).toEqual(["a", "b"]);
});

test("a read goes to the server if the cache does not reach an own write in time, waits once, and reports it once", async () => {
  const late: string[] = [];
  await using world = await startWorld({ onLate: (type, { name }) => late.push(`${type.kind} ${name}`) });
  world.api.holdEvents = true;
  await world.client.patchKey(Widget, a, { type: "merge", body: { spec: { size: 2 } } });

  const reading = world.client.get(Widget, a);
  await world.clock.advance(5_000);
  const again = await world.client.get(Widget, a);

  expect([(await reading)?.spec, again?.spec]).toEqual([{ size: 2 }, { size: 2 }]);
  expect(world.api.requests.filter((request) => request === "GET a")).toHaveLength(2);
  expect(late).toEqual(["Widget a"]);
});

test("a read comes from the cache again once it has caught up", async () => {
  await using world = await startWorld();
  world.api.holdEvents = true;
  await world.client.patchKey(Widget, a, { type: "merge", body: { spec: { size: 2 } } });
  const reading = world.client.get(Widget, a);
  await world.clock.advance(5_000);
  await reading;

  world.api.release();
  await world.clock.advance(0);
  const from = world.api.requests.length;

  expect((await world.client.get(Widget, a))?.spec).toEqual({ size: 2 });
  expect(world.api.requests.slice(from)).toEqual([]);
});

test("a read after a delete does not show the object that was deleted", async () => {
  await using world = await startWorld();
  const found = await world.client.get(Widget, a);
  world.api.holdEvents = true;
  if (found) await world.client.delete(found);

  const reading = world.client.get(Widget, a);
  await world.clock.advance(10);
  world.api.release();

  expect(found).toBeDefined();
  await expect(reading).resolves.toBeUndefined();
});

test("a read after a delete by name does not show the object either, even if the cache had never seen it", async () => {
  await using world = await startWorld();
  world.api.holdEvents = true;
  await world.client.create(widget("default", "b"));
  await world.client.deleteKey(Widget, { namespace: "default", name: "b" });
  await world.client.deleteKey(Widget, a);

  const reading = Promise.all([world.client.get(Widget, a), world.client.get(Widget, { ...a, name: "b" })]);
  await world.clock.advance(10);
  world.api.release();

  await expect(reading).resolves.toEqual([undefined, undefined]);
});

test("a write before there was a cache is seen by the first read", async () => {
  await using world = await startWorld({}, { read: false });
  await world.client.create(widget("default", "b"));

  const reading = world.client.get(Widget, { ...a, name: "b" });
  await world.clock.advance(0);

  expect((await reading)?.metadata.name).toBe("b");
});

test("a status in which nothing differs is not sent, and does not undo what is known of a write before it", async () => {
  await using world = await startWorld();
  const before = await world.client.get(Widget, a);
  if (!before) throw new Error("there is no a");
  world.api.holdEvents = true;
  await world.client.patchStatus(before, { phase: "running" });
  const from = world.api.requests.length;

  const same = await world.client.patchStatus(before, {});
  const reading = world.client.get(Widget, a);
  await world.clock.advance(10);
  world.api.release();

  expect(same).toBe(before);
  expect(world.api.requests.slice(from)).toEqual([]);
  expect((await reading)?.status).toEqual({ phase: "running" });
});

test("a read of a namespace that the cache does not hold goes to the server", async () => {
  await using world = await startWorld({ namespace: "default" });
  world.api.put("other", "b");

  const found = await world.client.get(Widget, { namespace: "other", name: "b" });
  const listed = await Array.fromAsync(world.client.list(Widget, { namespace: "other" }));

  expect(found?.metadata.namespace).toBe("other");
  expect(listed).toHaveLength(1);
});

test("a delete in a namespace that is not cached leaves lists with the cache", async () => {
  await using world = await startWorld({ namespaces: ["default", "team"] });
  const stranger = world.api.put("other", "b");
  const named = world.api.put("other", "c");
  await world.client.delete(stranger);
  await world.client.deleteKey(Widget, { namespace: "other", name: named.metadata.name });
  const from = world.api.requests.length;

  const all = await Array.fromAsync(world.client.list(Widget));

  expect(all.map(({ metadata }) => metadata.name)).toEqual(["a"]);
  expect(world.api.requests.slice(from)).toEqual([]);
});

test("reads of several cached namespaces come from the cache again after more writes than are remembered", async () => {
  await using world = await startWorld({ namespaces: ["default", "team"] });
  world.api.holdEvents = true;
  for (let count = 0; count <= pendingWritesMax; count += 1) {
    await world.client.patchKey(Widget, a, { type: "merge", body: { spec: { size: count } } });
    await world.client.create(widget("team", `b-${count}`));
  }
  const late = Promise.all([world.client.get(Widget, a), Array.fromAsync(world.client.list(Widget))]);
  await world.clock.advance(5_000);
  const [one, all] = await late;

  world.api.release();
  await world.clock.advance(0);
  const from = world.api.requests.length;
  const again = await Array.fromAsync(world.client.list(Widget));

  expect([one?.spec, all.length]).toEqual([{ size: pendingWritesMax }, pendingWritesMax + 2]);
  expect(again).toHaveLength(pendingWritesMax + 2);
  expect(world.api.requests.slice(from)).toEqual([]);
});

test("a kind that is not to be cached is read at the server each time", async () => {
  await using world = await startWorld({ uncached: [Widget] });
  const from = world.api.requests.length;

  await world.client.get(Widget, a);
  await world.client.get(Widget, a);

  expect(world.api.requests.slice(from)).toEqual(["GET a", "GET a"]);
});

test("a read of a kind that is not installed fails with the server's words after a bounded wait", async () => {
  await using world = await startWorld({}, { read: false });
  world.api.notInstalled = true;

  const reading = expect(world.client.get(Widget, a)).rejects.toThrow("the fake says NotFound");
  await world.clock.advance(10_000);

  await reading;
});

test("a read that waits ends with the reason of its signal", async () => {
  await using world = await startWorld();
  world.api.holdEvents = true;
  await world.client.patchKey(Widget, a, { type: "merge", body: { spec: { size: 2 } } });
  const controller = new AbortController();

  const reading = world.client.get(Widget, a, { signal: controller.signal });
  controller.abort(new Error("enough"));

  await expect(reading).rejects.toThrow("enough");
});

function widget(namespace: string, name: string): Widget {
  return { apiVersion: "example.dev/v1", kind: "Widget", metadata: { namespace, name } };
}

async function startWorld(options: Partial<ClusterOptions> = {}, { read = true } = {}) {
  const clock = createVirtualClock();
  const api = createFakeApi();
  api.put("default", "a", { spec: { size: 1 } });
  const random = createSeededRandom("cached client");
  const { client, cache } = createCluster({ transport: api.transport, clock, random, types: [Widget], ...options });
  const stop = new AbortController();
  const running = cache.start({ signal: stop.signal });
  if (read) await client.get(Widget, a);
  return {
    clock,
    api,
    client,
    async [Symbol.asyncDispose](): Promise<void> {
      stop.abort(new Error("the test is over"));
      await running;
    },
  };
}
