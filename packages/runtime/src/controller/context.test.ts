// The context of a reconcile: a bound client, Events, and the causes of the reconcile.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { isAbort, createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { expect, onTestFinished, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import { enqueueRequestsFromMapFunc } from "../handler/handler.ts";
import { createManager } from "../manager/manager.ts";
import { causesMax, PendingCauses } from "../reconcile/cause.ts";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { ReconcileContext } from "../reconcile/reconciler.ts";

const key = { namespace: "default", name: "a" };

function createFixture() {
  const [clock, random] = [createVirtualClock(), createSeededRandom("reconcile context")];
  const server = createApiServer({ clock, random });
  const manager = createManager({ transport: server.transport(), clock, random });
  const client = createClient({ transport: server.transport(), clock, random, fieldManager: "test" });
  const stop = new AbortController();
  return {
    clock,
    manager,
    client,
    start(): void {
      const running = manager.start({ signal: stop.signal });
      onTestFinished(async () => {
        stop.abort(new Error("the test is over"));
        await clock.runUntilSettled(running);
        await server[Symbol.asyncDispose]();
      });
    },
  };
}

test("a reconcile may return nothing, and the field manager of its writes is the name of its controller", async () => {
  const { clock, manager, client, start } = createFixture();
  controllerManagedBy(manager)
    .for(ConfigMap)
    .named("painter")
    .complete(async (context) => {
      if (context.key.name !== "a") return;
      await context.client.apply(ConfigMap, { metadata: key, data: { colour: "red" } });
    });
  await client.create(ConfigMap, { metadata: key });

  start();
  await clock.advance(5_000);

  const found = await client.get(ConfigMap, key);
  expect(found?.data).toEqual({ colour: "red" });
  expect(found?.metadata.managedFields?.map(({ manager: name, operation }) => [name, operation])).toContainEqual([
    "painter",
    "Apply",
  ]);
});

test("the client of a reconcile is aborted with its signal", async () => {
  const { clock, manager, client, start } = createFixture();
  const outcomes: unknown[] = [];
  controllerManagedBy(manager)
    .for(ConfigMap)
    .withOptions({ reconciliationTimeoutMs: 1_000 })
    .complete(async (context) => {
      if (context.key.name !== "a") return;
      await clock.sleep(2_000);
      const write = context.client.create(ConfigMap, { metadata: { namespace: "default", name: "late" } });
      outcomes.push(await write.then(String, (error: unknown) => isAbort(error, context.signal)));
    });
  await client.create(ConfigMap, { metadata: key });

  start();
  await clock.advance(10_000);

  expect(outcomes[0]).toBe(true);
  expect(await client.get(ConfigMap, { namespace: "default", name: "late" })).toBeUndefined();
});

test("causes contain the objects and versions that caused a reconcile, and the controller's own requeue", async () => {
  const { clock, manager, client, start } = createFixture();
  const runs: (readonly ReconcileCause[])[] = [];
  controllerManagedBy(manager)
    .for(ConfigMap)
    .complete(async (context: ReconcileContext) => {
      if (context.key.name !== "a") return {};
      runs.push(context.causes);
      return runs.length === 2 ? { requeueAfterMs: 60_000 } : {};
    });
  const created = await client.create(ConfigMap, { metadata: key });
  start();
  await clock.advance(5_000);

  const updated = await client.patch(created, { type: "merge", body: { data: { a: "1" } } });
  await clock.advance(70_000);

  const [first, second] = [created.metadata.resourceVersion, updated.metadata.resourceVersion];
  expect(runs).toEqual([
    [{ source: "ConfigMap", event: "added", object: key, resourceVersion: first }],
    [{ source: "ConfigMap", event: "updated", object: key, resourceVersion: second, oldResourceVersion: first }],
    [{ source: "configmap", event: "requeue", afterMs: 60_000 }],
  ]);
});

test("the latest causes of a request are kept", () => {
  const pending = new PendingCauses();
  for (let index = 0; index < causesMax + 5; index++) {
    pending.add("default/a", { source: "Pod", event: "updated", resourceVersion: `${index}` });
  }

  const taken = pending.take("default/a");

  expect(taken).toHaveLength(causesMax);
  expect(taken[0]).toMatchObject({ resourceVersion: "5" });
  expect(pending.take("default/a")).toEqual([]);
});

test("a change of a Secret reconciles the objects that refer to it, found by an index", async () => {
  const { clock, manager, client, start } = createFixture();
  const reconciled: string[] = [];
  manager.cache
    .informer(ConfigMap)
    .addIndex("secretName", ({ labels }) => (labels["secret"] ? [labels["secret"]] : []));
  let failures = 1;
  controllerManagedBy(manager)
    .for(ConfigMap, { predicates: [() => false] })
    .watches(
      Secret,
      enqueueRequestsFromMapFunc(async (secret, { cache }) => {
        if (failures-- > 0) throw new Error("not yet");
        return cache.byIndex(ConfigMap, "secretName", secret.metadata.name);
      }),
    )
    .complete(async (context) => {
      reconciled.push(`${context.key.name} by ${context.causes.map(({ object }) => object?.name).join()}`);
    });
  const secretOf = (secret: string): object => ({ labels: { secret } });
  await client.create(ConfigMap, { metadata: { ...key, ...secretOf("used") } });
  await client.create(ConfigMap, { metadata: { namespace: "default", name: "b", ...secretOf("other") } });
  await client.create(Secret, { metadata: { namespace: "default", name: "used" } });

  start();
  await clock.advance(5_000);

  expect(reconciled).toEqual(["a by used"]);
});
