// Caches whose namespaces change while they run.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { createMemoryApiServer } from "@kubewright/client/testing";
import { expect, onTestFinished, test } from "vitest";
import type { InformerEvent } from "../store/cached-object.ts";
import { Widget } from "../testdata/fixture.ts";
import { createInformerCache } from "./create-informer-cache.ts";
import { createNamespaceSet } from "./namespace-set.ts";

async function startCache(names: readonly string[]) {
  const clock = createVirtualClock();
  const random = createSeededRandom("namespace set");
  const server = createMemoryApiServer({ types: [Widget], clock });
  const verbs = createClient({ transport: server.transport, clock, random }).raw;
  const set = createNamespaceSet(names);
  const cache = createInformerCache({ verbs, clock, random, defaultNamespaces: set });
  const end = new AbortController();
  const running = cache.start({ signal: end.signal });
  const stop = async (): Promise<void> => {
    end.abort(new Error("the test is over"));
    await clock.runUntilSettled(running);
  };
  onTestFinished(stop);
  for (const namespace of ["x", "y", "z"]) server.put(Widget, { metadata: { namespace, name: "a" } });
  return { clock, server, set, cache, stop };
}

/** Long enough for all requests and events, and shorter than the timeout of a watch. */
async function pass(clock: VirtualClock): Promise<void> {
  await clock.runUntilSettled(clock.sleep(1000));
}

function keysOf(events: readonly InformerEvent[]): readonly string[] {
  return events.map(({ kind, object }) => `${kind} ${object.key.namespace}/${object.key.name}`);
}

test("handlers and indexes follow the namespaces: additions of an added one, and nothing of a removed one", async () => {
  const { clock, server, set, cache } = await startCache(["x"]);
  const informer = cache.informer(Widget);
  const events: InformerEvent[] = [];
  const registration = informer.addHandler((event) => void events.push(event));
  informer.addIndex("name", ({ metadata }) => [metadata.name]);
  await clock.runUntilSettled(informer.waitForSync());

  set.set(["y", "z"]);
  const duringChange = [informer.hasSynced, registration.hasSynced, informer.get({ namespace: "x", name: "a" })];
  await clock.runUntilSettled(registration.waitForSync());
  server.put(Widget, { metadata: { namespace: "x", name: "b" } });
  server.put(Widget, { metadata: { namespace: "y", name: "b" } });
  await pass(clock);

  expect(duringChange).toEqual([false, false, undefined]);
  expect(keysOf(events)).toEqual(["added x/a", "added y/a", "added z/a", "added y/b"]);
  expect(informer.keysByIndex("name", "a").map(({ namespace }) => namespace)).toEqual(["y", "z"]);
  expect([informer.size, server.openWatches, cache.informers().length]).toEqual([3, 2, 2]);
});

test("an empty set caches nothing, and is synced", async () => {
  const { clock, server, set, cache } = await startCache([]);
  const informer = cache.informer(Widget);
  await clock.runUntilSettled(informer.waitForSync());
  const empty = [informer.hasSynced, informer.size, server.openWatches];

  set.set(["x"]);
  await clock.runUntilSettled(informer.waitForSync());
  const one = [informer.size, server.openWatches];
  set.set([]);
  await pass(clock);

  expect([empty, one]).toEqual([
    [true, 0, 0],
    [1, 1],
  ]);
  expect([informer.hasSynced, informer.size, server.openWatches, cache.informers().length]).toEqual([true, 0, 0, 0]);
});

test("a wait for the first list waits for a namespace that is added meanwhile, and for no removed one", async () => {
  const { clock, set, cache } = await startCache(["x", "y"]);
  const informer = cache.informer(Widget);
  const waited = informer.waitForSync();

  set.set(["x", "z"]);
  await clock.runUntilSettled(waited);

  expect(informer.hasSynced).toBe(true);
  expect((await Array.fromAsync(informer.list())).map(({ metadata }) => metadata.namespace)).toEqual(["x", "z"]);
});

test("a namespace that is removed and added again has the objects of the server", async () => {
  const { clock, server, set, cache } = await startCache(["x", "y"]);
  const informer = cache.informer(Widget);
  informer.addIndex("name", ({ metadata }) => [metadata.name]);
  const other = cache.informer(Widget, { namespace: "x" }); // Stays when the set no longer has it.
  await clock.runUntilSettled(informer.waitForSync());

  set.set(["y"]);
  server.put(Widget, { metadata: { namespace: "x", name: "b" } });
  set.set(["x"]);
  set.set(["x", "y"]);
  await clock.runUntilSettled(informer.waitForSync());
  await pass(clock);

  expect(cache.existing(Widget, { namespace: "x" })).toBe(other);
  expect(informer.keysByIndex("name", "b")).toEqual([{ namespace: "x", name: "b" }]);
  expect([informer.size, server.openWatches]).toEqual([3, 2]);
});

test("a handler may change the set", async () => {
  const { clock, set, cache } = await startCache(["x"]);
  const informer = cache.informer(Widget);
  informer.addHandler(({ object }) => {
    if (object.key.namespace === "x") set.set(["y"]);
  });
  set.onChange(() => {
    if (set.has("y")) set.set(["z"]);
  });

  await clock.runUntilSettled(informer.waitForSync());
  await pass(clock);

  expect((await Array.fromAsync(informer.list())).map(({ metadata }) => metadata.namespace)).toEqual(["z"]);
});

test("disposed collections and handlers do not follow the set", async () => {
  const { clock, server, set, cache } = await startCache(["x"]);
  const shared = cache.acquire(Widget);
  const events: InformerEvent[] = [];
  const registration = shared.informer.addHandler((event) => void events.push(event));
  await clock.runUntilSettled(shared.informer.waitForSync());

  registration[Symbol.dispose]();
  set.set(["x", "y"]);
  await pass(clock);
  const open = server.openWatches;
  await clock.runUntilSettled(shared[Symbol.asyncDispose]());
  set.set(["x", "y", "z"]);
  await pass(clock);

  expect([keysOf(events), open, server.openWatches]).toEqual([["added x/a"], 2, 0]);
});

test("listeners are called after a difference only, and an empty name is rejected", () => {
  const set = createNamespaceSet(["a", "b", "a"]);
  const seen: (readonly string[])[] = [];
  const listening = set.onChange(() => seen.push(set.names));

  set.set(["b", "a"]);
  set.set(["c"]);
  listening[Symbol.dispose]();
  set.set(["d"]);

  expect(seen).toEqual([["c"]]);
  expect(() => set.set([""])).toThrow("Cannot set namespaces: a name is empty, must be the name of a namespace");
  expect(set.names).toEqual(["d"]);
});
