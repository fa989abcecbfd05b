// The controllers that the builder creates and rejects.
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createManager } from "../manager/manager.ts";
import type { Manager } from "../manager/manager.ts";
import type { ManagerControllerOptions } from "../manager/manager-options.ts";
import { createFakeApi, Widget } from "../testdata/fake-api.ts";
import { controllerManagedBy } from "./builder.ts";

const Part: ResourceType = { group: "example.dev", version: "v1", kind: "Part", plural: "parts", namespaced: true };

test("a controller is named after its kind, or with named()", () => {
  const manager = createIdleManager();

  const byKind = controllerManagedBy(manager).for(Widget).complete(nothing);
  const byName = controllerManagedBy(manager).for(Widget).named("second").complete(nothing);

  expect([byKind.name, byName.name]).toEqual(["widget", "second"]);
});

test("a controller without a name, without sources, or with two kinds is rejected", () => {
  const manager = createIdleManager();

  expect(() => controllerManagedBy(manager).owns(Part).complete(nothing)).toThrow(
    "Cannot build a controller: its name is missing, call for(…) or named(…)",
  );
  expect(() => controllerManagedBy(manager).owns(Part).named("parts").complete(nothing)).toThrow(
    'Cannot build a controller that owns "Part": the kind of the owner is missing, call for(…)',
  );
  expect(() => controllerManagedBy(manager).named("parts").complete(nothing)).toThrow(
    'Cannot build controller "parts": it watches nothing, call for(…), watches(…) or watchesRawSource(…)',
  );
  expect(() => controllerManagedBy(manager).for(Widget).for(Part)).toThrow(
    'Cannot build a controller for "Part": it is already for "Widget"',
  );
});

test("withOptions() adds options, and later values replace earlier ones", () => {
  const manager = createIdleManager();

  const build = (): unknown =>
    controllerManagedBy(manager)
      .for(Widget)
      .withOptions({ maxConcurrentReconciles: 0, gracePeriodMs: 1 })
      .withOptions({ maxConcurrentReconciles: -3 })
      .complete(nothing);

  expect(build).toThrow('Cannot create controller "widget": maxConcurrentReconciles is -3');
});

test("an owned kind is watched once, even if several controllers own it", async () => {
  const clock = createVirtualClock();
  const manager = createIdleManager(clock);
  controllerManagedBy(manager).for(Widget).owns(Part).complete(nothing);
  controllerManagedBy(manager).for(Widget).owns(Part, { predicates: [] }).named("second").complete(nothing);
  const stop = new AbortController();

  const running = manager.start({ signal: stop.signal });
  await clock.settle();
  const kinds = manager.cache
    .informers()
    .map(({ type }: { readonly type: ResourceType<KubernetesObject> }) => type.kind);
  stop.abort(new Error("the test is over"));
  await clock.runUntilSettled(running);

  expect(kinds).toEqual(["Widget", "Part"]);
});

test("a name that is taken is rejected, unless skipNameValidation is set", () => {
  const manager = createIdleManager();
  controllerManagedBy(manager).for(Widget).complete(nothing);
  const again = controllerManagedBy(manager).for(Widget);

  expect(() => again.complete(nothing)).toThrow('Cannot add controller "widget": the name is taken');
  expect(again.withOptions({ skipNameValidation: true }).complete(nothing).name).toBe("widget");
});

test("the manager's options are the defaults of controllers, and the concurrency of a kind has precedence over that of all kinds", () => {
  const options = { maxConcurrentReconciles: 2, groupKindConcurrency: { "Widget.example.dev": -1 } };
  const manager = createIdleManager(createVirtualClock(), options);

  expect(() => controllerManagedBy(manager).for(Widget).complete(nothing)).toThrow("maxConcurrentReconciles is -1");
  const workers = { maxConcurrentReconciles: 3 };
  expect(controllerManagedBy(manager).for(Widget).withOptions(workers).complete(nothing).name).toBe("widget");
  expect(controllerManagedBy(manager).for(Part).complete(nothing).name).toBe("part");
});

async function nothing(): Promise<object> {
  return {};
}

function createIdleManager(clock = createVirtualClock(), controller: ManagerControllerOptions = {}): Manager {
  const random = createSeededRandom("builder");
  return createManager({ transport: createFakeApi().transport, clock, random, controller });
}
