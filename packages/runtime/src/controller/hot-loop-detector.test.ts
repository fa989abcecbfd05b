// Hot loops are reported and delayed; all other reconciles run at once.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import { createLogger } from "@kubewright/telemetry";
import { expect, onTestFinished, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import type { ControllerOptions } from "./controller-options.ts";
import { createManager } from "../manager/manager.ts";
import type { ReconcileContext, Result } from "../reconcile/reconciler.ts";
import { runController } from "../testdata/running-controller.ts";

const key = { namespace: "default", name: "a" };
const labels = { app: "a" };
const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
const deployment = { metadata: key, spec: { selector: { matchLabels: labels }, template } };

test("a reconciler that writes a status in each reconcile is slowed down, logged once, and counted", async () => {
  const { clock, manager, client, start, runs, warnings } = createFixture(async (context, run) => {
    const found = await context.client.get(Deployment, key);
    if (found) await context.client.patchStatus(found, { observedGeneration: run });
  });
  await client.create(Deployment, deployment);

  start();
  await clock.advance(600_000);

  expect(runs().length).toBeLessThan(40);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('"object":"default/a"');
  const { body } = await manager.metrics.expose();
  expect(body).toContain('kubewright_controller_hot_loops_total{controller="deployment"} 1');
});

test("a change by another writer is reconciled at once while the loop is slowed down", async () => {
  const { clock, client, start, runs } = createFixture(async (context, run) => {
    const found = await context.client.get(Deployment, key);
    if (found) await context.client.patchStatus(found, { observedGeneration: run });
  });
  await client.create(Deployment, deployment);
  start();
  await clock.advance(120_000);
  const before = clock.now();

  await client.patch(Deployment, key, { type: "merge", body: { spec: { replicas: 3 } } });
  await clock.advance(10);

  expect(runs().filter((time) => time >= before).length).toBeGreaterThanOrEqual(1);
});

test("the same loop is not slowed down with detectHotLoops: false", async () => {
  const loop = async (context: ReconcileContext, run: number): Promise<void> => {
    const found = await context.client.get(Deployment, key);
    if (found && run < 200) await context.client.patchStatus(found, { observedGeneration: run });
  };
  const { clock, client, start, runs, warnings } = createFixture(loop, { detectHotLoops: false });
  await client.create(Deployment, deployment);

  start();
  await clock.advance(10_000);

  expect(runs()).toHaveLength(200);
  expect(warnings).toEqual([]);
});

test("any number of changes of the spec by another writer are reconciled at once", async () => {
  const { clock, client, start, runs, warnings } = createFixture(async (context, run) => {
    const found = await context.client.get(Deployment, key);
    if (found && run % 2 === 0) await context.client.patchStatus(found, { observedGeneration: run });
  });
  await client.create(Deployment, deployment);
  start();
  await clock.advance(1_000);
  const delays: number[] = [];

  for (let replicas = 2; replicas < 100; replicas++) {
    await client.patch(Deployment, key, { type: "merge", body: { spec: { replicas } } });
    const written = clock.now();
    await clock.advance(50);
    const next = runs().find((time) => time >= written);
    delays.push(next === undefined ? Infinity : next - written);
  }

  expect(Math.max(...delays)).toBe(0);
  expect(warnings).toEqual([]);
});

test("a reconciler that creates one child per reconcile is not slowed down", async () => {
  const { clock, client, start, runs, warnings } = createFixture(async (context, run) => {
    const found = await context.client.get(Deployment, key);
    if (!found || run > 60) return;
    const metadata = { namespace: "default", name: `child-${run}`, ownerReferences: [ownerReferenceTo(found)] };
    await context.client.create(ConfigMap, { metadata });
  });
  await client.create(Deployment, deployment);

  start();
  await clock.advance(5_000);

  expect(runs()).toHaveLength(61);
  expect(warnings).toEqual([]);
});

test("a controller without changes neither writes nor reconciles for ten minutes", async () => {
  const { clock, client, start, runs, writes } = createFixture(async (context) => {
    const found = await context.client.get(Deployment, key);
    if (found) await context.client.patchStatus(found, { observedGeneration: found.metadata.generation ?? 0 });
  });
  await client.create(Deployment, deployment);
  start();
  await clock.advance(10_000);
  const [runsBefore, writesBefore] = [runs().length, writes.length];

  await clock.advance(600_000);

  expect([runsBefore, writesBefore]).toEqual([2, 1]); // The creation, and the event of the status write.
  expect([runs().length, writes.length]).toEqual([2, 1]);
});

test.each([
  { requeueAfterMs: 0, isSlowedDown: true },
  { requeueAfterMs: 50, isSlowedDown: true },
  { requeueAfterMs: 500, isSlowedDown: false },
])("requeues after $requeueAfterMs ms are slowed down: $isSlowedDown", async ({ requeueAfterMs, isSlowedDown }) => {
  let runs = 0;
  const { clock, push } = runController<string>({
    async reconcile() {
      runs++;
      return { requeueAfterMs };
    },
  });

  push("a");
  await clock.advance(300_000);

  expect(runs < 45).toBe(isSlowedDown);
  expect(runs === 601).toBe(!isSlowedDown);
});

test("failures have the delays of the rate limiter and are not a hot loop", async () => {
  let runs = 0;
  const { clock, push } = runController<string>({
    async reconcile() {
      if (++runs < 40) throw new Error("not yet");
    },
    rateLimiter: { delayMs: () => 10, forget() {}, failuresOf: () => 0 },
  });

  push("a");
  await clock.advance(1_000);

  expect(runs).toBe(40);
});

function createFixture(
  reconcile: (context: ReconcileContext, run: number) => Promise<Result | undefined | void>,
  options: ControllerOptions = {},
) {
  const [clock, random] = [createVirtualClock(), createSeededRandom("hot loop")];
  const server = createApiServer({ clock, random });
  const [warnings, writes]: [string[], string[]] = [[], []];
  const times: number[] = [];
  const log = createLogger({ clock, write: (line) => void (line.includes('"warn"') && warnings.push(line)) });
  const manager = createManager({
    transport: server.transport(),
    clock,
    random,
    log,
    observers: [{ client: { requestEnded: ({ method }) => void (method !== "GET" && writes.push(method)) } }],
  });
  controllerManagedBy(manager)
    .for(Deployment)
    .owns(ConfigMap)
    .withOptions(options)
    .complete((context) => {
      times.push(clock.now());
      return reconcile(context, times.length);
    });
  return {
    clock,
    manager,
    warnings,
    writes,
    runs: (): readonly number[] => times,
    client: createClient({ transport: server.transport(), clock, random }),
    start(): void {
      const stop = new AbortController();
      const running = manager.start({ signal: stop.signal });
      onTestFinished(async () => {
        stop.abort(new Error("the test is over"));
        await clock.runUntilSettled(running);
        await server[Symbol.asyncDispose]();
      });
    },
  };
}
