// The operator in a whole cluster, on virtual time: Pods run on simulated nodes, and many callers wait at once.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { Random, VirtualClock } from "@kubewright/async";
import { defaultPodStages } from "@kubewright/controlplane";
import { expect, test } from "vitest";
import { readRole, startFixture } from "./cloud-ide-fixture.ts";
import type { Operator } from "./cloud-ide-fixture.ts";

/** How long a Pod takes to run on the simulated nodes. */
const startMs = 3_000;

test("a workspace runs on a node, has an address, and does not exist after its deletion", async () => {
  await inCluster("one-workspace", async ({ clock, operator }) => {
    const context = { signal: new AbortController().signal, caller: "tester" };
    const query = { name: "demo", namespace: "" };

    const info = await clock.runUntilSettled(operator.create("demo"));
    const status = await operator.service.getPodSpaceStatus(query, context);
    await clock.runUntilSettled(operator.service.deleteSpace(query, context));
    await clock.advance(60_000);

    expect(info.nodeName).not.toBe("");
    expect(info.ip).toMatch(/^\d+\.\d+\.\d+\.\d+$/u);
    expect(status).toEqual({ status: 1, message: "Running" });
    expect(await operator.service.getPodSpaceStatus(query, context)).toEqual({ status: 0, message: "NotExist" });
  });
});

test("of 1,000 concurrent calls, those that are not cancelled complete, and no waiter remains", async () => {
  await inCluster("many-callers", async ({ clock, operator, random }) => {
    const names = Array.from({ length: 1_000 }, (_, index) => `space-${index}`);
    // Some are cancelled before the first request, some while the Pod is being created, some while they wait, and some after the response.
    const callers = names.map((name) => ({ name, stop: new AbortController(), goesAfterMs: random.int(3 * startMs) }));
    const goers = callers.filter((_, index) => index % 3 === 0);

    const calls = callers.map(async ({ name, stop }) => {
      try {
        return { name, port: (await operator.create(name, {}, stop.signal)).port };
      } catch (error) {
        return { name, error };
      }
    });
    goers.slice(0, 50).forEach(({ stop }) => stop.abort(gone));
    for (const { stop, goesAfterMs } of goers.slice(50)) clock.setTimer(goesAfterMs, () => stop.abort(gone));
    const ended = await clock.runUntilSettled(Promise.all(calls));

    const answered = ended.filter((call) => "port" in call).map(({ name }) => name);
    const refused = ended.flatMap((call) => ("error" in call ? [call.error] : []));
    const stayed = callers.filter((caller) => !goers.includes(caller)).map(({ name }) => name);
    expect(answered).toEqual(expect.arrayContaining(stayed));
    expect(answered.length + refused.length).toBe(1_000);
    expect(refused.length).toBeGreaterThan(50);
    expect(new Set(refused)).toEqual(new Set([gone]));
    expect(operator.statuses.waiting).toBe(0);
  });
});

test("ten calls with the same request create one workspace and have the same response", async () => {
  await inCluster("same-request", async ({ clock, operator }) => {
    const answers = await clock.runUntilSettled(
      Promise.all(Array.from({ length: 10 }, () => operator.create("shared"))),
    );

    expect(new Set(answers.map(({ ip }) => ip)).size).toBe(1);
    expect(operator.statuses.waiting).toBe(0);
  });
});

const gone = new Error("the caller has gone");

interface Cluster {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly operator: Operator;
}

async function inCluster(seed: string, story: (cluster: Cluster) => Promise<void>): Promise<void> {
  const clock = createVirtualClock();
  const random = createSeededRandom(seed);
  const fixture = await clock.runUntilSettled(
    startFixture({
      server: "embedded",
      clock,
      random,
      controllers: ["node-simulator"],
      podStages: defaultPodStages({ startMs }),
      ...(await readRole()),
    }),
  );
  const operator = await clock.runUntilSettled(fixture.startOperator());
  try {
    await story({ clock, random, operator });
  } finally {
    await clock.runUntilSettled(operator[Symbol.asyncDispose]());
    await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
  }
}
