import { ConfigMap } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { expect, test } from "vitest";
import { asReconciler } from "./as-reconciler.ts";
import { createReconcileContext } from "./reconcile-context.ts";

test("asReconciler() passes the object and the context, and returns the result", async () => {
  await using fixture = createFixture();
  const key = { namespace: "default", name: "a" };
  await fixture.client.create(ConfigMap, { metadata: key, data: { colour: "red" } });
  const reconcile = asReconciler(ConfigMap, async (map, context) => ({
    requeueAfterMs: map.data?.["colour"] === "red" && context.key === key ? 5_000 : 0,
  }));

  const result = await reconcile(createReconcileContext({ key, client: fixture.client }));

  expect(result).toEqual({ requeueAfterMs: 5_000 });
});

test("asReconciler() does nothing if the object does not exist", async () => {
  await using fixture = createFixture();
  const reconcile = asReconciler(ConfigMap, () => Promise.reject(new Error("there is no object")));
  const key = { namespace: "default", name: "absent" };

  const result = await reconcile(createReconcileContext({ key, client: fixture.client }));

  expect(result).toBeUndefined();
});

function createFixture() {
  const [clock, random] = [createVirtualClock(), createSeededRandom("as reconciler")];
  const server = createApiServer({ clock, random });
  return {
    client: createClient({ transport: server.transport(), clock, random }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
