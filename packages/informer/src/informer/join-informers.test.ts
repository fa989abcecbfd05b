// Joined informers of two namespaces, on a server that can forbid or delay requests.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { expect, test } from "vitest";
import { createInformerCache } from "../cache/create-informer-cache.ts";
import type { InformerCache } from "../cache/informer-cache.ts";
import { createFakeServer } from "../testdata/fake-server.ts";
import type { FakeServer } from "../testdata/fake-server.ts";
import { Widget } from "../testdata/fixture.ts";

interface Namespaces {
  readonly clock: VirtualClock;
  readonly server: FakeServer;
  readonly cache: InformerCache;
}

function createNamespaces(): Namespaces {
  const clock = createVirtualClock();
  const random = createSeededRandom("namespaces");
  const server = createFakeServer(clock, Widget);
  const verbs = createClient({ transport: server.transport, clock, random }).raw;
  return { clock, server, cache: createInformerCache({ verbs, clock, random, defaultNamespaces: ["x", "y"] }) };
}

test("a collection of several namespaces is one informer over one watch for each", async () => {
  const { clock, server, cache } = createNamespaces();
  const whole = cache.informer(Widget);
  const end = new AbortController();
  const running = cache.start({ signal: end.signal });
  await clock.runUntilSettled(cache.waitForSync());

  expect(cache.informer(Widget)).toBe(whole);
  expect(cache.existing(Widget)).toBe(whole);
  expect(cache.existing(Widget, { namespace: "x" })).toBe(cache.informers()[0]);
  expect([cache.informers().length, server.openWatches, whole.hasSynced]).toEqual([2, 2, true]);

  end.abort(new Error("the test is over"));
  await clock.runUntilSettled(running);
});

test("disposing it ends the watches of its namespaces, except of one with another holder", async () => {
  const { clock, server, cache } = createNamespaces();
  const whole = cache.acquire(Widget);
  const one = cache.acquire(Widget, { namespace: "x" });
  const end = new AbortController();
  const running = cache.start({ signal: end.signal });
  await clock.runUntilSettled(cache.waitForSync());

  await clock.runUntilSettled(whole[Symbol.asyncDispose]());
  const left = [server.openWatches, cache.informers().length, one.informer.state.kind];
  await clock.runUntilSettled(one[Symbol.asyncDispose]());

  expect(left).toEqual([1, 1, "watching"]);
  expect([server.openWatches, cache.informers().length]).toEqual([0, 0]);
  expect(cache.existing(Widget)).toBeUndefined();
  end.abort(new Error("the test is over"));
  await clock.runUntilSettled(running);
});

test("a version of a namespace that is not followed is never reached", async () => {
  const { cache } = createNamespaces();
  const whole = cache.informer(Widget);
  const key = { namespace: "elsewhere", name: "a" };

  expect(whole.hasVersion(key, { resourceVersion: "1" })).toBe(false);
  expect(await whole.waitForVersion(key, { resourceVersion: "1" })).toBe(false);
  expect([whole.get(key), await Array.fromAsync(whole.list({ namespace: "elsewhere" }))]).toEqual([undefined, []]);
});
