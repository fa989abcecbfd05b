// The requests that sources enqueue.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createCluster } from "../cluster/cluster.ts";
import { enqueueRequestForObject } from "../handler/handler.ts";
import { formatRequest } from "../reconcile/request.ts";
import { createFakeApi, Widget } from "../testdata/fake-api.ts";
import { createChannelSource } from "./channel-source.ts";
import { createFuncSource } from "./func-source.ts";
import { createInformerSource } from "./informer-source.ts";
import { createKindSource } from "./kind-source.ts";
import { lowPriority } from "./priority.ts";
import type { Enqueue } from "./source.ts";

const controllerSignal = new AbortController().signal;

test("the source of a kind enqueues existing objects with low priority and later changes with priority 0, if they pass the predicates", async () => {
  const clock = createVirtualClock();
  const api = createFakeApi();
  const { cache } = createCluster({ transport: api.transport, clock, random: createSeededRandom("source") });
  api.put("default", "there");
  api.put("default", "hidden");
  const { enqueue, seen } = recorder();
  const source = createKindSource({
    cache,
    type: Widget,
    handler: enqueueRequestForObject,
    predicates: [({ object }) => object.key.name !== "hidden"],
  });
  const stop = new AbortController();
  const caching = cache.start({ signal: stop.signal });

  using running = source.start(enqueue, { log: silentLogger, clock, signal: controllerSignal });
  await clock.runUntilSettled(running.waitForSync({ signal: stop.signal }));
  api.put("default", "new");
  api.put("default", "hidden", { spec: { size: 2 } });
  await clock.settle();
  running[Symbol.dispose]();
  api.put("default", "too-late");
  await clock.settle();

  stop.abort(new Error("the test is over"));
  await caching;
  expect(seen).toEqual([`default/there at ${lowPriority}`, "default/new at 0"]);
});

test("a channel source keeps requests that are pushed before its controller runs, each once, and drops requests after its end", () => {
  const { enqueue, seen } = recorder();
  const source = createChannelSource("timer");
  const clock = createVirtualClock();
  source.push({ name: "a" });
  source.push({ name: "b" });
  source.push({ name: "a" }, { priority: 5 });

  const running = source.start(enqueue, { log: silentLogger, clock, signal: controllerSignal });
  source.push({ name: "c" });
  running[Symbol.dispose]();
  source.push({ name: "d" });

  expect(seen).toEqual(["a at 5", "b at undefined", "c at undefined"]);
});

test("a channel source can be used by only one controller", () => {
  const source = createChannelSource("timer");
  source.start(() => {}, { log: silentLogger, clock: createVirtualClock(), signal: controllerSignal });

  expect(() =>
    source.start(() => {}, { log: silentLogger, clock: createVirtualClock(), signal: controllerSignal }),
  ).toThrow('Cannot start source "timer": another controller uses it');
});

function recorder(): { readonly enqueue: Enqueue; readonly seen: string[] } {
  const seen: string[] = [];
  return { seen, enqueue: (request, options) => seen.push(`${formatRequest(request)} at ${options?.priority}`) };
}

test("an informer source passes the events of an informer that the program starts", async () => {
  const clock = createVirtualClock();
  const api = createFakeApi();
  const { cache } = createCluster({ transport: api.transport, clock, random: createSeededRandom("source") });
  const informer = cache.informer(Widget);
  const { enqueue, seen } = recorder();
  const source = createInformerSource({
    informer,
    cache,
    handler: enqueueRequestForObject,
    predicates: [({ object }) => object.key.name !== "hidden"],
    priority: () => 7,
  });
  const stop = new AbortController();
  const caching = cache.start({ signal: stop.signal });

  using running = source.start(enqueue, { log: silentLogger, clock, signal: controllerSignal });
  await clock.runUntilSettled(running.waitForSync({ signal: stop.signal }));
  api.put("default", "new");
  api.put("default", "hidden");
  await clock.settle();

  stop.abort(new Error("the test is over"));
  await caching;
  expect([source.name, ...seen]).toEqual(["Widget", "default/new at 7"]);
});

test("an event is handled again if its predicate or the iteration of its requests throws", async () => {
  const clock = createVirtualClock();
  const api = createFakeApi();
  const { cache } = createCluster({ transport: api.transport, clock, random: createSeededRandom("source") });
  api.put("default", "a");
  let [predicateFailures, handlerFailures] = [1, 1];
  const { enqueue, seen } = recorder();
  const source = createKindSource({
    cache,
    type: Widget,
    predicates: [
      () => {
        if (predicateFailures-- > 0) throw new Error("no predicate");
        return true;
      },
    ],
    *handler({ object }) {
      yield object.key;
      if (handlerFailures-- > 0) throw new Error("no handler");
    },
  });
  const stop = new AbortController();
  const caching = cache.start({ signal: stop.signal });

  using running = source.start(enqueue, { log: silentLogger, clock, signal: controllerSignal });
  await clock.runUntilSettled(running.waitForSync({ signal: stop.signal }));
  await clock.advance(300);

  stop.abort(new Error("the test is over"));
  await caching;
  expect(seen).toEqual([`default/a at ${lowPriority}`, `default/a at ${lowPriority}`]);
});

test("a function source enqueues until it is stopped, and the workers wait for its promise", async () => {
  const clock = createVirtualClock();
  const { enqueue, seen } = recorder();
  const subscribed = Promise.withResolvers<void>();
  let enqueueLater: Enqueue | undefined;
  let ended: AbortSignal | undefined;
  const source = createFuncSource("queue", async (to, { signal }) => {
    [enqueueLater, ended] = [to, signal];
    to({ name: "first" }, { priority: 3 });
    await subscribed.promise;
  });

  const running = source.start(enqueue, { log: silentLogger, clock, signal: controllerSignal });
  const synced = running.waitForSync({ signal: controllerSignal });
  const early = await Promise.race([synced, Promise.resolve("waiting")]);
  subscribed.resolve();
  await synced;
  running[Symbol.dispose]();
  enqueueLater?.({ name: "late" });

  expect(early).toBe("waiting");
  expect(ended?.aborted).toBe(true);
  expect(seen).toEqual(["first at 3"]);
});

test("a function source that throws rejects waitForSync()", async () => {
  const source = createFuncSource("queue", () => {
    throw new Error("no connection");
  });

  using running = source.start(() => {}, { log: silentLogger, clock: createVirtualClock(), signal: controllerSignal });

  await expect(running.waitForSync({ signal: controllerSignal })).rejects.toThrow("no connection");
});
