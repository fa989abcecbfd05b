// Hot loops are reported, and delayed if the options require it; all other reconciles run at once.
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

/** A loop that repeats: the condition alternates. */
const alternate = async ({ client }: ReconcileContext, run: number): Promise<void> => {
  const found = await client.get(Deployment, key);
  const status = run % 2 === 0 ? "True" : "False";
  if (found) await client.patchStatus(found, { conditions: [{ type: "Progressing", status }] });
};

test.each([
  { title: "a condition that alternates", statusOf: (run: number) => ({ replicas: run % 2 }) },
  {
    title: "a new time in each reconcile",
    statusOf: (run: number) => ({
      conditions: [{ type: "A", status: "True", lastUpdateTime: new Date(run * 1_000).toISOString() }],
    }),
  },
])("a loop with $title is reported once, counted, and not delayed", async ({ statusOf }) => {
  const { clock, manager, client, start, runs, warnings } = createFixture(async (context, run) => {
    const found = await context.client.get(Deployment, key);
    if (found && run < 150) await context.client.patchStatus(found, statusOf(run));
    await clock.sleep(100);
  });
  await client.create(Deployment, deployment);

  start();
  await clock.advance(60_000);

  expect(runs()).toHaveLength(150);
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0] ?? "")).toMatchObject({ object: "default/a", repeats: true });
  const { body } = await manager.metrics.expose();
  expect(body).toContain('kubewright_controller_hot_loops_total{controller="deployment"} 1');
});

test("a loop that repeats is limited to about 10 reconciles in 10 s if delays are enabled", async () => {
  const { clock, client, start, runs, warnings } = createFixture(alternate, { hotLoops: "delay" });
  await client.create(Deployment, deployment);

  start();
  await clock.advance(120_000);

  expect(runs().length).toBeGreaterThan(120);
  expect(runs().length).toBeLessThan(180);
  expect(warnings).toHaveLength(1);
});

test("a change by another writer is reconciled at once while a loop is delayed", async () => {
  const { clock, client, start, runs } = createFixture(alternate, { hotLoops: "delay" });
  await client.create(Deployment, deployment);
  start();
  await clock.advance(31_000);
  const before = clock.now();

  await client.patch(Deployment, key, { type: "merge", body: { spec: { replicas: 3 } } });
  await clock.advance(10);

  expect(runs().filter((time) => time >= before).length).toBeGreaterThanOrEqual(1);
});

test.each(["warn", "delay"] as const)(
  "a state machine of 60 steps of 100 ms takes 6 s and is not reported, with hotLoops: %s",
  async (hotLoops) => {
    const { clock, client, start, runs, warnings } = createFixture(
      async (context) => {
        const found = await context.client.get(Deployment, key);
        const replicas = found?.status?.replicas ?? 0;
        if (!found || replicas === 60) return;
        await clock.sleep(100);
        await context.client.patchStatus(found, { replicas: replicas + 1 });
      },
      { hotLoops },
    );
    await client.create(Deployment, deployment);

    start();
    await clock.advance(6_000);

    const found = await client.get(Deployment, key);
    expect(found?.status?.replicas).toBe(60);
    await clock.advance(60_000);
    expect(runs()).toHaveLength(61);
    expect(warnings).toEqual([]);
  },
);

test("a loop that never repeats is reported by its rate, and is not delayed", async () => {
  const { clock, client, start, runs, warnings } = createFixture(
    async (context, run) => {
      const found = await context.client.get(Deployment, key);
      if (found && run < 300) await context.client.patchStatus(found, { replicas: run });
      await clock.sleep(10);
    },
    { hotLoops: "delay" },
  );
  await client.create(Deployment, deployment);

  start();
  await clock.advance(10_000);

  expect(runs()).toHaveLength(300);
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0] ?? "")).toMatchObject({ reconciles: 101, repeats: false });
});

test("the same loop is not reported with hotLoops: ignore", async () => {
  const loop = async (context: ReconcileContext, run: number): Promise<void> => {
    if (run < 200) await alternate(context, run);
  };
  const { clock, client, start, runs, warnings } = createFixture(loop, { hotLoops: "ignore" });
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
  { requeueAfterMs: 0, isDelayed: true },
  { requeueAfterMs: 50, isDelayed: true },
  { requeueAfterMs: 500, isDelayed: false },
])("requeues after $requeueAfterMs ms are delayed if delays are enabled: $isDelayed", async (row) => {
  const { requeueAfterMs, isDelayed } = row;
  let runs = 0;
  const { clock, push } = runController<string>({
    async reconcile() {
      runs++;
      return { requeueAfterMs };
    },
    hotLoops: "delay",
  });

  push("a");
  await clock.advance(300_000);

  expect(runs < 400).toBe(isDelayed);
  expect(runs === 601).toBe(!isDelayed);
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
