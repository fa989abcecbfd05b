// The client of reconcilers on a fake server whose watch events the test holds, in virtual time.
import { Node } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createMemoryApiServer } from "@kubewright/client/testing";
import { expect, onTestFinished, test } from "vitest";
import { a, startCachedClient, widget } from "../testdata/cached-client.ts";
import { Widget } from "../testdata/fake-api.ts";
import { createCluster } from "./cluster.ts";
import { pendingWritesMax } from "./own-writes.ts";

test("a read returns the object in the cache without a request", async () => {
  await using fixture = await startCachedClient();
  const from = fixture.api.requests.length;

  const [one] = await Promise.all([fixture.client.get(Widget, a), fixture.client.get(Widget, { ...a, name: "none" })]);
  const all = await Array.fromAsync(fixture.client.list(Widget));

  expect(one?.spec).toEqual({ size: 1 });
  expect(all).toHaveLength(1);
  expect(fixture.api.requests.slice(from)).toEqual([]);
});

test("a read after a write waits until the watch has delivered the write", async () => {
  await using fixture = await startCachedClient();
  fixture.api.holdEvents = true;
  await fixture.client.patch(Widget, a, { type: "merge", body: { spec: { size: 2 } } });

  const reading = fixture.client.get(Widget, a);
  await fixture.clock.advance(1_000);
  fixture.api.release();

  expect((await reading)?.spec).toEqual({ size: 2 });
  expect(fixture.api.requests.filter((request) => request === "GET a")).toEqual([]);
});

test("a list after a create waits for the object, and a list of another namespace does not", async () => {
  await using fixture = await startCachedClient();
  fixture.api.holdEvents = true;
  await fixture.client.create(Widget, widget("default", "b"));

  const elsewhere = await Array.fromAsync(fixture.client.list(Widget, { namespace: "other" }));
  const listing = Array.fromAsync(fixture.client.list(Widget, { namespace: "default" }));
  await fixture.clock.advance(10);
  fixture.api.release();

  expect(elsewhere).toEqual([]);
  expect((await listing).map(({ metadata }) => metadata.name).toSorted()).toEqual(["a", "b"]);
});

test("a read goes to the server if the cache does not reach an own write in time; it waits and reports only once", async () => {
  const late: string[] = [];
  await using fixture = await startCachedClient({
    observer: { cache: { late: ({ type, object }) => late.push(`${type.kind} ${object}`) } },
  });
  fixture.api.holdEvents = true;
  await fixture.client.patch(Widget, a, { type: "merge", body: { spec: { size: 2 } } });

  const reading = fixture.client.get(Widget, a);
  await fixture.clock.advance(5_000);
  const again = await fixture.client.get(Widget, a);

  expect([(await reading)?.spec, again?.spec]).toEqual([{ size: 2 }, { size: 2 }]);
  expect(fixture.api.requests.filter((request) => request === "GET a")).toHaveLength(2);
  expect(late).toEqual(["Widget default/a"]);
});

test("reads use the cache again once it has reached the write", async () => {
  await using fixture = await startCachedClient();
  fixture.api.holdEvents = true;
  await fixture.client.patch(Widget, a, { type: "merge", body: { spec: { size: 2 } } });
  const reading = fixture.client.get(Widget, a);
  await fixture.clock.advance(5_000);
  await reading;

  fixture.api.release();
  await fixture.clock.advance(0);
  const from = fixture.api.requests.length;

  expect((await fixture.client.get(Widget, a))?.spec).toEqual({ size: 2 });
  expect(fixture.api.requests.slice(from)).toEqual([]);
});

test("a read after a delete does not return the deleted object", async () => {
  await using fixture = await startCachedClient();
  const found = await fixture.client.get(Widget, a);
  fixture.api.holdEvents = true;
  if (found) await fixture.client.delete(found);

  const reading = fixture.client.get(Widget, a);
  await fixture.clock.advance(10);
  fixture.api.release();

  expect(found).toBeDefined();
  await expect(reading).resolves.toBeUndefined();
});

test("a read after a delete by name does not return the object, even if the cache never contained it", async () => {
  await using fixture = await startCachedClient();
  fixture.api.holdEvents = true;
  await fixture.client.create(Widget, widget("default", "b"));
  await fixture.client.delete(Widget, { namespace: "default", name: "b" });
  await fixture.client.delete(Widget, a);

  const reading = Promise.all([fixture.client.get(Widget, a), fixture.client.get(Widget, { ...a, name: "b" })]);
  await fixture.clock.advance(10);
  fixture.api.release();

  await expect(reading).resolves.toEqual([undefined, undefined]);
});

test("the first read returns a write that was sent before the cache had an informer", async () => {
  await using fixture = await startCachedClient({}, { read: false });
  await fixture.client.create(Widget, widget("default", "b"));

  const reading = fixture.client.get(Widget, { ...a, name: "b" });
  await fixture.clock.advance(0);

  expect((await reading)?.metadata.name).toBe("b");
});

test("a status without differences is not sent, and does not replace the record of an earlier write", async () => {
  await using fixture = await startCachedClient();
  const before = await fixture.client.get(Widget, a);
  if (!before) throw new Error("there is no a");
  fixture.api.holdEvents = true;
  await fixture.client.patchStatus(before, { phase: "running" });
  const from = fixture.api.requests.length;

  const same = await fixture.client.patchStatus(before, {});
  const reading = fixture.client.get(Widget, a);
  await fixture.clock.advance(10);
  fixture.api.release();

  expect(same).toBe(before);
  expect(fixture.api.requests.slice(from)).toEqual([]);
  expect((await reading)?.status).toEqual({ phase: "running" });
});

test("a read of a namespace that is not cached goes to the server", async () => {
  await using fixture = await startCachedClient({ cache: { defaultNamespaces: ["default"] } });
  fixture.api.put("other", "b");

  const found = await fixture.client.get(Widget, { namespace: "other", name: "b" });
  const listed = await Array.fromAsync(fixture.client.list(Widget, { namespace: "other" }));

  expect(found?.metadata.namespace).toBe("other");
  expect(listed).toHaveLength(1);
});

test("after a delete in a namespace that is not cached, lists still use the cache", async () => {
  await using fixture = await startCachedClient({ cache: { defaultNamespaces: ["default", "team"] } });
  const stranger = fixture.api.put("other", "b");
  const named = fixture.api.put("other", "c");
  await fixture.client.delete(stranger);
  await fixture.client.delete(Widget, { namespace: "other", name: named.metadata.name });
  const from = fixture.api.requests.length;

  const all = await Array.fromAsync(fixture.client.list(Widget));

  expect(all.map(({ metadata }) => metadata.name)).toEqual(["a"]);
  expect(fixture.api.requests.slice(from)).toEqual([]);
});

test("reads of several cached namespaces use the cache again after more writes than are recorded", async () => {
  await using fixture = await startCachedClient({ cache: { defaultNamespaces: ["default", "team"] } });
  fixture.api.holdEvents = true;
  for (let count = 0; count <= pendingWritesMax; count += 1) {
    await fixture.client.patch(Widget, a, { type: "merge", body: { spec: { size: count } } });
    await fixture.client.create(Widget, widget("team", `b-${count}`));
  }
  const late = Promise.all([fixture.client.get(Widget, a), Array.fromAsync(fixture.client.list(Widget))]);
  await fixture.clock.advance(5_000);
  const [one, all] = await late;

  fixture.api.release();
  await fixture.clock.advance(0);
  const from = fixture.api.requests.length;
  const again = await Array.fromAsync(fixture.client.list(Widget));

  expect([one?.spec, all.length]).toEqual([{ size: pendingWritesMax }, pendingWritesMax + 2]);
  expect(again).toHaveLength(pendingWritesMax + 2);
  expect(fixture.api.requests.slice(from)).toEqual([]);
});

test.each([
  { key: { name: "a" }, message: 'Cannot address Widget "a": it has no namespace, and widgets are namespaced' },
  {
    key: { namespace: "", name: "a" },
    message: 'Cannot address Widget "a": it has no namespace, and widgets are namespaced',
  },
  { key: { namespace: "default", name: "" }, message: "Cannot address Widget: the name is empty" },
])("a read of the incomplete key $key throws an error, as without a cache", async ({ key, message }) => {
  await using fixture = await startCachedClient();

  await expect(fixture.client.get(Widget, key)).rejects.toThrow(new TypeError(message));
});

test("a list in the empty namespace throws an error, as without a cache", async () => {
  await using fixture = await startCachedClient();

  expect(() => fixture.client.list(Widget, { namespace: "" })).toThrow(
    new TypeError('Cannot list widgets: namespace is "", must be a name, or absent for all namespaces'),
  );
});

test("reads of a cluster-scoped kind ignore a namespace, as without a cache", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("cluster-scoped")];
  const server = createMemoryApiServer({ types: [Node] });
  server.put(Node, { metadata: { name: "n" } });
  const cluster = createCluster({ transport: server.transport, clock, random });
  const stop = new AbortController();
  const running = cluster.start({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort(new Error("the test is over"));
    await clock.runUntilSettled(running);
  });

  const found = await clock.runUntilSettled(cluster.client.get(Node, { namespace: "default", name: "n" }));
  const listed = await Array.fromAsync(cluster.client.list(Node, { namespace: "default" }));

  expect(found?.metadata.name).toBe("n");
  expect(listed).toEqual([found]);
});

test("each read of a kind in disableFor goes to the server", async () => {
  await using fixture = await startCachedClient({ cache: { disableFor: [Widget] } });
  const from = fixture.api.requests.length;

  await fixture.client.get(Widget, a);
  await fixture.client.get(Widget, a);

  expect(fixture.api.requests.slice(from)).toEqual(["GET a", "GET a"]);
});

test("a waiting read rejects with the reason of its signal", async () => {
  await using fixture = await startCachedClient();
  fixture.api.holdEvents = true;
  await fixture.client.patch(Widget, a, { type: "merge", body: { spec: { size: 2 } } });
  const controller = new AbortController();

  const reading = fixture.client.get(Widget, a, { signal: controller.signal });
  controller.abort(new Error("enough"));

  await expect(reading).rejects.toThrow("enough");
});
