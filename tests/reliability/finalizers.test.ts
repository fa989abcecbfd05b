// An object that is deleted at every point of its operator's work is gone in the end, and so is what the operator had made outside of the cluster.
import { ConfigMap } from "@kubewright/api/core/v1";
import { isTerminating } from "@kubewright/apimachinery";
import { controllerManagedBy, ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { startOperatorFixture } from "./operator-fixture.ts";

const key = { namespace: "default", name: "a" };
const finalizer = "example.dev/cleanup";
/** More requests than the work below takes, lists and watches included. */
const pointsMax = 8;

test.each(Array.from({ length: pointsMax }, (_, index) => index + 1))(
  "an object that is deleted at request %i of its operator is gone within a second, and nothing outside of the cluster is left",
  async (point) => {
    await using fixture = startOperatorFixture(`finalizer ${point}`);
    const external = new Set<string>();
    await fixture.client.create(ConfigMap, { metadata: key });
    const deletions: Promise<unknown>[] = [];
    fixture.start((manager) => provision(manager, external), {
      onRequest: (count) => {
        if (count === point) deletions.push(fixture.client.delete(ConfigMap, key));
      },
    });

    await fixture.clock.advance(10_000);
    if (deletions.length === 0) deletions.push(fixture.client.delete(ConfigMap, key)); // The operator is at rest.
    await Promise.all(deletions);
    await fixture.clock.advance(1_000);

    expect(await fixture.client.get(ConfigMap, key)).toBeUndefined();
    expect([...external]).toEqual([]);
    expect(fixture.failures).toEqual([]);
  },
);

/** Makes something outside of the cluster for the object. */
function provision(manager: Manager, external: Set<string>): void {
  controllerManagedBy(manager)
    .for(ConfigMap, { predicates: [({ object }) => object.key.name === key.name] })
    .complete(async ({ key: request, client }) => {
      const object = await client.get(ConfigMap, request);
      if (!object) return;
      if (isTerminating(object)) {
        external.delete(object.metadata.uid);
        await releaseFinalizer(client, object, finalizer);
        return;
      }
      if (isTerminating(await ensureFinalizer(client, object, finalizer))) return;
      await manager.clock.sleep(100); // The call of the other system takes time.
      external.add(object.metadata.uid);
    });
}
