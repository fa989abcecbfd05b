// A cache that lags behind the operator's own writes: the client prevents the k0smotron bug (six machines instead of one).
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { expect, test } from "vitest";
import { withLaggingWatches } from "./lagging-watches.ts";
import { startOperatorFixture } from "./operator-fixture.ts";

test.each([0, 1, 2, 5, Infinity])(
  "a reconciler that creates a child when it finds none creates one, when its cache lags %s events behind",
  async (events) => {
    await using fixture = startOperatorFixture("guarded");

    fixture.start((manager) => createChildIfMissing(manager, manager.client), {
      wrapTransport: (transport) => withLaggingWatches(transport, { events, path: "/secrets" }),
    });
    await createParent(fixture.client);
    await fixture.clock.advance(120_000);

    expect(await children(fixture.client)).toHaveLength(1);
    expect(fixture.failures).toEqual([]);
  },
);

test("the same reconciler creates a child in every reconcile if it reads the cache without the guard", async () => {
  await using fixture = startOperatorFixture("unguarded");

  fixture.start((manager) => createChildIfMissing(manager, unguarded(manager)), {
    wrapTransport: (transport) => withLaggingWatches(transport, { events: Infinity, path: "/secrets" }),
  });
  await createParent(fixture.client);
  await fixture.clock.advance(120_000);

  expect((await children(fixture.client)).length).toBeGreaterThan(1);
});

test("a lagging cache does not return an object that the operator has deleted", async () => {
  await using fixture = startOperatorFixture("deleted");
  const seen: (Stored<Secret> | undefined)[] = [];
  await fixture.client.create(Secret, {
    metadata: { namespace: "default", name: "old" },
  });

  fixture.start(
    (manager) =>
      controllerManagedBy(manager)
        .for(Secret)
        .complete(async ({ key: request, signal }) => {
          const secret = await manager.client.get(Secret, request, { signal });
          if (!secret) return {};
          await manager.client.delete(secret, { signal });
          seen.push(await manager.client.get(Secret, request, { signal }));
          return {};
        }),
    { wrapTransport: (transport) => withLaggingWatches(transport, { events: Infinity, path: "/secrets" }) },
  );
  await fixture.clock.advance(60_000);

  expect(seen).toEqual([undefined]);
});

/** Each reconcile patches the parent, so the next one runs before the cache has the children. */
function createChildIfMissing(manager: Manager, client: Pick<Client, "list">): void {
  controllerManagedBy(manager)
    .for(ConfigMap)
    .owns(Secret)
    .complete(async ({ key: request, signal }) => {
      if (request.name !== "parent") return {};
      const parent = await manager.client.get(ConfigMap, request, { signal });
      if (!parent) return {};
      const selector = { namespace: "default", labelSelector: "parent=parent", signal };
      const found = await Array.fromAsync(client.list(Secret, selector));
      if (found.length > 0) return {};
      const metadata = {
        namespace: "default",
        generateName: "child-",
        labels: { parent: "parent" },
        ownerReferences: [ownerReferenceTo(parent)],
      };
      await manager.client.create(Secret, { metadata }, { signal });
      const passes = String(Number(parent.data?.["passes"] ?? "0") + 1);
      if (Number(passes) <= 5) {
        await manager.client.patch(parent, { type: "merge", body: { data: { passes } } }, { signal });
      }
      return {};
    });
}

/** The cache without the guard. */
function unguarded({ cache }: Manager): Pick<Client, "list"> {
  return {
    async *list(type, { namespace, labelSelector, signal } = {}) {
      const informer = cache.informer(type);
      await informer.waitForSync({ signal });
      yield* informer.list({ ...(namespace ? { namespace } : {}), ...(labelSelector ? { labelSelector } : {}) });
    },
  };
}

async function createParent(client: Client): Promise<void> {
  await client.create(ConfigMap, {
    metadata: { namespace: "default", name: "parent" },
  });
}

async function children(client: Client): Promise<readonly Stored<Secret>[]> {
  return await Array.fromAsync(client.list(Secret, { namespace: "default", labelSelector: "parent=parent" }));
}
