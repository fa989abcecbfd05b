// A parent that is deleted and created again under its name while its operator receives no events.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { isControlledBy, ownerReferenceTo } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import { controllerManagedBy, createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { withLaggingWatches } from "./lagging-watches.ts";

const parentKey = { namespace: "default", name: "parent" };
const childKey = { namespace: "default", name: "parent-child" };

test.each([0, 1, 2, 3])(
  "a parent that is created again under its name finally has its own child, when the watch of the operator lags %i events behind",
  async (events) => {
    const clock = createVirtualClock();
    const random = createSeededRandom(`recreated ${events}`);
    await using env = await startEnvironment({
      server: "embedded",
      clock,
      random,
      controllers: ["garbage-collector-controller"],
    });
    const { client } = env;
    const manager = createManager({
      transport: withLaggingWatches(env.transport, { events, path: "/configmaps" }),
      clock,
      random,
    });
    createChildOfEachParent(manager);
    await using _running = spawn((signal) => manager.start({ signal }), { name: "manager", onError: fail });
    await client.create(ConfigMap, { metadata: parentKey });
    await clock.advance(30_000);
    const before = await client.get(Secret, childKey);

    await client.delete(ConfigMap, parentKey);
    const parent = await client.create(ConfigMap, { metadata: parentKey });
    // Later events release the held ones.
    for (const number of [1, 2, 3])
      await client.create(ConfigMap, { metadata: { ...parentKey, name: `other-${number}` } });
    await clock.advance(120_000);

    const child = await client.get(Secret, childKey);
    expect(child?.metadata.ownerReferences).toMatchObject([{ name: "parent", uid: parent.metadata.uid }]);
    expect(child?.metadata.uid).not.toBe(before?.metadata.uid);
  },
);

function createChildOfEachParent(manager: Manager): void {
  controllerManagedBy(manager)
    .for(ConfigMap, { predicates: [({ object }) => object.key.name === "parent"] })
    .owns(Secret)
    .complete(async ({ key, client }) => {
      const parent = await client.get(ConfigMap, key);
      if (!parent) return;
      const child = await client.get(Secret, childKey);
      if (child && !isControlledBy(child, parent)) throw new Error("The child belongs to another parent"); // Retried.
      if (!child)
        await client.create(Secret, { metadata: { ...childKey, ownerReferences: [ownerReferenceTo(parent)] } });
    });
}

function fail(error: unknown): never {
  throw error;
}
