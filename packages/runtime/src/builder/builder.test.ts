// What the builder makes of its words.
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createManager } from "../manager/manager.ts";
import type { Manager } from "../manager/manager.ts";
import { createFakeApi, Widget } from "../testdata/fake-api.ts";
import { controllerManagedBy } from "./builder.ts";

const Part: ResourceType = { group: "example.dev", version: "v1", kind: "Part", plural: "parts", namespaced: true };

test("a controller is named after its kind, or with named()", () => {
  const manager = createIdleManager();

  const byKind = controllerManagedBy(manager).for(Widget).complete(nothing);
  const byName = controllerManagedBy(manager).for(Widget).named("second").complete(nothing);

  expect([byKind.name, byName.name]).toEqual(["widget", "second"]);
});

test("a controller without a kind, or with two, is refused with what is wrong", () => {
  const manager = createIdleManager();

  expect(() => controllerManagedBy(manager).owns(Part).complete(nothing)).toThrow(
    "Cannot build a controller: its kind is missing, call for(…) first",
  );
  expect(() => controllerManagedBy(manager).for(Widget).for(Part)).toThrow(
    'Cannot build a controller for "Part": it is for "Widget" already',
  );
});

test("options add up, the later ones win", () => {
  const manager = createIdleManager();

  const build = (): unknown =>
    controllerManagedBy(manager)
      .for(Widget)
      .withOptions({ maxConcurrentReconciles: 0, gracePeriodMs: 1 })
      .withOptions({ maxConcurrentReconciles: -3 })
      .complete(nothing);

  expect(build).toThrow('Cannot create controller "widget": maxConcurrentReconciles is -3');
});

test("an owned kind is watched once however many controllers own it", async () => {
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

async function nothing(): Promise<object> {
  return {};
}

function createIdleManager(clock = createVirtualClock()): Manager {
  return createManager({ transport: createFakeApi().transport, clock, random: createSeededRandom("builder") });
}
