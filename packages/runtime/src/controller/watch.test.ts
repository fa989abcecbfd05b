// Sources of a running controller, which are stopped by their handle, by a signal, or with the controller.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { expect, onTestFinished, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import { enqueueRequestForObject } from "../handler/handler.ts";
import { createController } from "./controller.ts";
import { createManager } from "../manager/manager.ts";
import { createChannelSource } from "../source/channel-source.ts";
import { createKindSource } from "../source/kind-source.ts";
import type { Source } from "../source/source.ts";
import { unusedContext } from "../testdata/reconcile-context.ts";
import { runController } from "../testdata/running-controller.ts";

test("a source that is added while the controller runs enqueues requests until it is stopped", async () => {
  const { seen, clock, controller } = recorded();
  const late = createChannelSource("late");
  await clock.runUntilIdle();

  const watch = controller.watch(late);
  late.push({ name: "first" });
  await clock.runUntilIdle();
  watch.stop();
  watch.stop();
  late.push({ name: "too-late" });
  await clock.runUntilIdle();

  expect(seen).toEqual(["first"]);
  await expect(watch.waitForSync()).resolves.toBeUndefined();
});

test("a source ends with its signal, and with the controller", async () => {
  const { seen, clock, controller, stop } = recorded();
  const [bySignal, byController] = [endingSource("by signal"), endingSource("by controller")];
  const condition = new AbortController();
  controller.watch(bySignal, { signal: condition.signal });
  controller.watch(byController);
  await clock.runUntilIdle();
  const before = [bySignal.ended(), byController.ended()];

  condition.abort(new Error("no longer needed"));
  const afterSignal = [bySignal.ended(), byController.ended()];
  await stop();

  expect(before).toEqual([false, false]);
  expect(afterSignal).toEqual([true, false]);
  expect(byController.ended()).toBe(true);
  expect(seen).toEqual([]);
});

test("a source whose signal is aborted before the start of the controller never starts", async () => {
  const source = endingSource("never");
  const fixture = recorded();

  const watch = fixture.controller.watch(source, { signal: AbortSignal.abort() });
  await fixture.clock.runUntilIdle();

  expect(source.ended()).toBe(true);
  await expect(watch.waitForSync()).resolves.toBeUndefined();
});

test("a controller that has stopped accepts no source", async () => {
  const { controller, stop } = recorded();
  await stop();

  expect(() => controller.watch(createChannelSource("late"))).toThrow(
    'Cannot watch "late": controller "test" has stopped',
  );
});

test("watch() throws the error of a source that cannot start, and does not keep the source", async () => {
  const { clock, controller, seen, push } = recorded();
  await clock.runUntilIdle();
  const broken: Source = {
    name: "broken",
    start() {
      throw new Error("no connection");
    },
  };

  expect(() => controller.watch(broken)).toThrow("no connection");
  push({ name: "a" });
  await clock.runUntilIdle();

  expect(seen).toEqual(["a"]);
});

test("a source that another source adds while it starts is started once, and a source that it stops is not started", async () => {
  const clock = createVirtualClock();
  const controller = createController({
    context: unusedContext(),
    name: "test",
    clock,
    sources: [],
    reconcile: async () => {},
  });
  const starts: string[] = [];
  const counted = (name: string, onStart = (): void => {}): Source => ({
    name,
    start() {
      starts.push(name);
      onStart();
      return { waitForSync: async () => {}, [Symbol.dispose]() {} };
    },
  });
  controller.watch(
    counted("first", () => {
      controller.watch(counted("added"));
      stopped.stop();
    }),
  );
  const stopped = controller.watch(counted("stopped"));
  controller.watch(counted("last"));

  const stop = new AbortController();
  const running = controller.start({ signal: stop.signal });
  stop.abort(new Error("the test is over"));
  await clock.runUntilSettled(running);

  expect(starts).toEqual(["first", "added", "last"]);
});

test("the objects of a kind that is watched while the controller runs are enqueued, and its informer stops with the watch", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("dynamic watch")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  const manager = createManager({ transport: server.transport(), clock, random });
  const seen: string[] = [];
  const controller = controllerManagedBy(manager)
    .for(ConfigMap)
    .complete(async ({ key, causes }) => {
      seen.push(`${causes[0]?.source} ${key.name}`);
    });
  const stop = new AbortController();
  const running = manager.start({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort(new Error("the test is over"));
    await clock.runUntilSettled(running);
    await server[Symbol.asyncDispose]();
  });
  await client.create(Secret, { metadata: { namespace: "default", name: "there" } });
  await clock.advance(5_000);
  seen.length = 0;

  const { cache } = manager;
  const watch = controller.watch(createKindSource({ cache, type: Secret, handler: enqueueRequestForObject }));
  await clock.runUntilSettled(watch.waitForSync());
  await client.create(Secret, { metadata: { namespace: "default", name: "new" } });
  await clock.advance(1_000);
  const informerDuring = cache.existing(Secret);
  watch.stop();
  await client.create(Secret, { metadata: { namespace: "default", name: "late" } });
  await clock.advance(1_000);

  expect(seen).toEqual(["Secret there", "Secret new"]);
  expect(informerDuring?.hasSynced).toBe(true);
  expect(cache.existing(Secret)).toBeUndefined();
});

function recorded() {
  const seen: string[] = [];
  const fixture = runController<{ readonly name: string }>({
    async reconcile({ key: { name } }) {
      seen.push(name);
    },
  });
  return { ...fixture, seen };
}

function endingSource(name: string): Source & { ended(): boolean } {
  let isRunning = false;
  let wasStarted = false;
  return {
    name,
    ended: () => !isRunning || !wasStarted,
    start() {
      [isRunning, wasStarted] = [true, true];
      return {
        waitForSync: async () => {},
        [Symbol.dispose]() {
          isRunning = false;
        },
      };
    },
  };
}
