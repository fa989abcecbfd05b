// The shutdown of an operator at every point of its work: reconciles in progress finish, no new ones start, and the next operator continues.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { startOperatorFixture } from "./operator-fixture.ts";

/** More requests than the work below needs, watches and Events included. */
const pointsMax = 14;

test.each(Array.from({ length: pointsMax }, (_, index) => index + 1))(
  "an operator that is stopped at its request %i completes the running reconcile and then sends no requests, and the next operator completes the work",
  async (point) => {
    await using fixture = startOperatorFixture(`end ${point}`);
    await fixture.client.create(ConfigMap, {
      metadata: { namespace: "default", name: "parent" },
    });
    const passes = { begun: 0, ended: 0 };
    const stop = Promise.withResolvers<void>();
    const operator = fixture.start((manager) => work(manager, passes), {
      onRequest: (count) => {
        if (count === point) stop.resolve();
      },
    });
    const ended = stop.promise.then(() => operator.stop());
    await fixture.clock.advance(10_000);
    stop.resolve(); // It has completed before this request.
    await fixture.clock.runUntilSettled(ended);
    const [requests, begun, finished] = [fixture.requests.length, passes.begun, passes.ended];

    await fixture.clock.advance(600_000);
    const requestsAfterEnd = fixture.requests.length - requests;
    fixture.start((manager) => work(manager, passes));
    await fixture.clock.advance(10_000);

    expect(finished).toBe(begun);
    expect(requestsAfterEnd).toBe(0);
    expect(fixture.failures).toEqual([]);
    const secrets = await Array.fromAsync(fixture.client.list(Secret, { namespace: "default" }));
    const parent = await fixture.client.get(ConfigMap, { namespace: "default", name: "parent" });
    expect(secrets.map(({ metadata }) => metadata.name)).toEqual(["parent-1", "parent-2", "parent-3"]);
    expect(parent?.data).toEqual({ done: "true" });
  },
);

/** Three children with names derived from the parent's, then a patch of the parent, and an Event. */
function work(manager: Manager, passes: { begun: number; ended: number }): void {
  const { client } = manager;
  const events = manager.eventRecorder("test");
  controllerManagedBy(manager)
    .for(ConfigMap)
    .owns(Secret)
    .complete(async ({ key: request, signal }) => {
      if (request.name !== "parent") return {};
      passes.begun += 1;
      try {
        const parent = await client.get(ConfigMap, request, { signal });
        if (!parent || parent.data?.["done"]) return {};
        for (const number of [1, 2, 3]) {
          const key = { namespace: "default", name: `parent-${number}` };
          if (await client.get(Secret, key, { signal })) continue;
          const metadata = { ...key, ownerReferences: [ownerReferenceTo(parent)] };
          await client.create(Secret, { metadata }, { signal });
        }
        await client.patch(parent, { type: "merge", body: { data: { done: "true" } } }, { signal });
        events.event(parent, { type: "Normal", reason: "Done", action: "Reconcile", note: "All children are there" });
        return {};
      } finally {
        passes.ended += 1;
      }
    });
}
