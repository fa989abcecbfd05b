import assert from "node:assert/strict";

import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { ResourceType } from "@kubewright/apimachinery";
import { createClient } from "@kubewright/client";
import { test } from "vitest";

import { createFakeServer } from "../testdata/fake-server.ts";
import type { FakeServer } from "../testdata/fake-server.ts";
import { createInformer } from "../informer/create-informer.ts";
import { createInformerCache } from "./create-informer-cache.ts";
import type { CreateInformerCacheOptions } from "./create-informer-cache.ts";
import type { InformerCache } from "./informer-cache.ts";

const Widget: ResourceType = {
  group: "example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

function createFixture(
  namespaces: readonly string[] = [],
  newInformer?: CreateInformerCacheOptions["newInformer"],
): {
  readonly clock: VirtualClock;
  readonly server: FakeServer;
  readonly cache: InformerCache;
  readonly end: AbortController;
} {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const server = createFakeServer(clock, Widget);
  server.put("a");
  const verbs = createClient({ transport: server.transport, clock, random }).raw;
  const cache = createInformerCache({
    verbs,
    clock,
    random,
    newInformer,
    ...(namespaces.length === 0 ? {} : { defaultNamespaces: namespaces }),
  });
  return { clock, server, cache, end: new AbortController() };
}

test("all requests for one collection return the same informer, at any time", async () => {
  const { server, cache, end } = createFixture();
  assert.equal(cache.existing(Widget), undefined);
  const first = cache.informer(Widget);

  const running = cache.start(end);
  const second = cache.informer({ ...Widget });
  const narrower = cache.informer(Widget, { labelSelector: "app=web" });
  await cache.waitForSync();

  assert.equal(second, first);
  assert.equal(cache.existing(Widget), first);
  assert.notEqual(narrower, first);
  assert.equal(server.openWatches, 2);
  end.abort(new Error("the test is over"));
  await running;
  assert.equal(server.openWatches, 0);
});

test("an informer that is requested while the cache runs starts at once", async () => {
  const { cache, end } = createFixture();
  const running = cache.start(end);

  const informer = cache.informer(Widget);
  await informer.waitForSync();

  assert.equal(informer.size, 1);
  end.abort(new Error("the test is over"));
  await running;
});

test("an informer stops when its last user disposes it, and is created again on the next use", async () => {
  const { server, cache, end } = createFixture();
  const running = cache.start(end);
  const one = cache.acquire(Widget);
  const other = cache.acquire(Widget);
  await cache.waitForSync();

  await one[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
  const between = [other.informer.state.kind, server.openWatches];
  await other[Symbol.asyncDispose]();

  assert.deepEqual(between, ["watching", 1]);
  assert.deepEqual([other.informer.state.kind, server.openWatches], ["stopped", 0]);
  assert.equal(cache.existing(Widget), undefined);
  assert.notEqual(cache.informer(Widget), one.informer);
  end.abort(new Error("the test is over"));
  await running;
});

test("an informer that informer() has returned is not stopped when acquired references are disposed", async () => {
  const { cache, end } = createFixture();
  const running = cache.start(end);
  const acquired = cache.acquire(Widget);
  const informer = cache.informer(Widget);
  await cache.waitForSync();

  await acquired[Symbol.asyncDispose]();

  assert.equal(informer.state.kind, "watching");
  end.abort(new Error("the test is over"));
  await running;
});

test("a removed informer ends its watch although it was requested for good, and the next request creates another one", async () => {
  const { clock, server, cache, end } = createFixture();
  const running = cache.start(end);
  const removed = cache.informer(Widget);
  await cache.waitForSync();

  await cache.removeInformer(Widget);
  await cache.removeInformer(Widget);

  assert.deepEqual([removed.state.kind, server.openWatches, cache.existing(Widget)], ["stopped", 0, undefined]);
  const next = cache.informer(Widget);
  await clock.settle();
  assert.deepEqual([next.size, server.openWatches], [1, 1]);
  end.abort(new Error("the test is over"));
  await running;
});

test("removing the informer of several namespaces ends the watch of each", async () => {
  const { server, cache, end } = createFixture(["team", "other"]);
  const running = cache.start(end);
  await cache.informer(Widget).waitForSync();
  const before = server.openWatches;

  await cache.removeInformer(Widget);

  assert.deepEqual([before, server.openWatches, cache.informers().length], [2, 0, 0]);
  end.abort(new Error("the test is over"));
  await running;
});

test("newInformer creates the informers of the cache from the options of each", async () => {
  const created: string[] = [];
  const { server, cache, end } = createFixture([], (options) => {
    created.push(`${options.type.kind} ${options.labelSelector}`);
    return createInformer({ ...options, watchList: true });
  });
  const running = cache.start(end);

  await cache.informer(Widget, { labelSelector: "app=web" }).waitForSync();

  assert.deepEqual(created, ["Widget app=web"]);
  assert.match(server.requests[0]?.path ?? "", /sendInitialEvents=true/u);
  end.abort(new Error("the test is over"));
  await running;
});

test("a cache of one namespace lists that namespace only, unless an informer names another", async () => {
  const { clock, server, cache, end } = createFixture(["team"]);
  cache.informer(Widget);
  cache.informer(Widget, { namespace: "other" });
  cache.informer({ ...Widget, kind: "ClusterWidget", plural: "clusterwidgets", namespaced: false });

  const running = cache.start(end);
  await clock.settle();

  const paths = server.requests.map(({ path }) => path.slice(0, path.indexOf("?")));
  assert.deepEqual(
    new Set(paths),
    new Set([
      "/apis/example.dev/v1/namespaces/team/widgets",
      "/apis/example.dev/v1/namespaces/other/widgets",
      "/apis/example.dev/v1/clusterwidgets",
    ]),
  );
  end.abort(new Error("the test is over"));
  await running;
});

test("a cache that has started cannot be started again", async () => {
  const { cache, end } = createFixture();
  const running = cache.start(end);

  await assert.rejects(cache.start(end), { message: "Cannot start informer cache: it has been started before" });

  end.abort(new Error("the test is over"));
  await running;
});

test("byIndex() reads the informer that has the index, complete or of metadata, and never creates one", async () => {
  const { server, cache, end } = createFixture();
  const byLabel = "label";
  cache.informer(Widget, { metadataOnly: true }).addIndex(byLabel, ({ labels }) => [labels?.["app"] ?? ""]);
  server.put("b", { labels: { app: "web" } });
  const running = cache.start(end);
  await cache.waitForSync();

  assert.deepEqual(cache.byIndex(Widget, byLabel, "web"), [{ namespace: "default", name: "b" }]);
  assert.equal(cache.informers().length, 1);

  cache.informer(Widget); // Complete objects, without the index.
  await cache.waitForSync();
  assert.deepEqual(cache.byIndex(Widget, byLabel, "web"), [{ namespace: "default", name: "b" }]);

  end.abort();
  await running;
});

test("byIndex() without an informer, or with one that has no such index, throws and sends no request", () => {
  const { server, cache } = createFixture();

  assert.throws(() => cache.byIndex(Widget, "label", "web"), {
    name: "TypeError",
    message:
      'Cannot list widgets: there is no informer with the index "label", add it before the manager starts: cache.informer(Widget).addIndex("label", …)',
  });
  cache.informer(Widget, { metadataOnly: true });
  assert.throws(() => cache.byIndex(Widget, "label", "web"), {
    message: 'Cannot list widgets: the informer has no index "label"',
  });

  assert.equal(cache.informers().length, 1);
  assert.equal(server.requests.length, 0);
});
