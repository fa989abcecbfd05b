// What sources enqueue, and when.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { silentLogger } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { createCluster } from "../cluster/cluster.ts";
import { enqueueRequestForObject } from "../handler/handler.ts";
import { formatRequest } from "../reconcile/request.ts";
import { createFakeApi, Widget } from "../testdata/fake-api.ts";
import { createChannelSource } from "./channel-source.ts";
import { createKindSource, lowPriority } from "./kind-source.ts";
import type { Enqueue } from "./source.ts";

test("a kind's source enqueues what is there with low priority and what happens then with the usual one, as predicates let it", async () => {
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

  using running = source.start(enqueue, { log: silentLogger, clock });
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

test("a channel source keeps what is pushed before its controller runs, each request once, and drops what comes after its end", () => {
  const { enqueue, seen } = recorder();
  const source = createChannelSource("timer");
  const clock = createVirtualClock();
  source.push({ name: "a" });
  source.push({ name: "b" });
  source.push({ name: "a" }, { priority: 5 });

  const running = source.start(enqueue, { log: silentLogger, clock });
  source.push({ name: "c" });
  running[Symbol.dispose]();
  source.push({ name: "d" });

  expect(seen).toEqual(["a at 5", "b at undefined", "c at undefined"]);
});

test("a channel source belongs to one controller", () => {
  const source = createChannelSource("timer");
  source.start(() => {}, { log: silentLogger, clock: createVirtualClock() });

  expect(() => source.start(() => {}, { log: silentLogger, clock: createVirtualClock() })).toThrow(
    'Cannot start source "timer": a controller uses it already',
  );
});

function recorder(): { readonly enqueue: Enqueue; readonly seen: string[] } {
  const seen: string[] = [];
  return { seen, enqueue: (request, options) => seen.push(`${formatRequest(request)} at ${options?.priority}`) };
}
