// Faults between the operator and the API server, on virtual time: a repeated call creates one workspace, and no waiter remains.
import { Pod } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { defaultPodStages } from "@kubewright/controlplane";
import { createFaultPlan } from "@kubewright/envtest";
import type { PlannedFault } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { isSpaceError } from "../space-error.ts";
import { readRole, startFixture } from "./cloud-ide-fixture.ts";
import type { Fixture } from "./cloud-ide-fixture.ts";

const faults: readonly PlannedFault[] = [
  {
    name: "the API server answers the creation with 500",
    at: { verb: "create", type: Pod },
    fault: { kind: "error", code: 500 },
  },
  {
    name: "the Pod is created and the answer lost",
    at: { verb: "create", type: Pod },
    fault: { kind: "responseLost" },
  },
  {
    name: "the watch breaks after its first event",
    at: { verb: "watch", type: Pod },
    fault: { kind: "cut", afterEvents: 1 },
  },
];

test.each(faults)("a call that is repeated until it succeeds creates one workspace, though $name", async (fault) => {
  await inFixture(fault.name, 1_000, async ({ clock, fixture }) => {
    const plan = createFaultPlan({ clock }, [fault]);
    const operator = await clock.runUntilSettled(fixture.startOperator({ wrapTransport: plan.wrap }));

    const { asked, info } = await clock.runUntilSettled(untilAnswered(() => operator.create("demo")));

    const pods = await Array.fromAsync(fixture.env.client.list(Pod, { namespace: fixture.namespace }));
    expect(pods.map(({ metadata }) => metadata.name)).toEqual(["demo"]);
    expect(info.ip).toBe(pods[0]?.status?.podIP);
    expect(asked).toBe(fault.at.verb === "create" ? 2 : 1);
    expect(operator.statuses.waiting).toBe(0);
    expect(plan.injected.map(({ name }) => name)).toEqual([fault.name]);
    await clock.runUntilSettled(operator[Symbol.asyncDispose]());
  });
});

test("a Pod that runs before the response to its creation is not missed", async () => {
  await inFixture("fast", 0, async ({ clock, fixture }) => {
    const at = { verb: "create", type: Pod };
    const plan = createFaultPlan({ clock }, [{ name: "slow", at, fault: { kind: "delay", responseMs: 10_000 } }]);
    const operator = await clock.runUntilSettled(fixture.startOperator({ wrapTransport: plan.wrap }));

    const info = await clock.runUntilSettled(operator.create("demo"));

    expect(info.ip).not.toBe("");
    await clock.runUntilSettled(operator[Symbol.asyncDispose]());
  });
});

/** Repeats the call after all errors except those that a retry cannot fix. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<{ readonly asked: number; readonly info: T }> {
  for (let asked = 1; ; asked += 1) {
    try {
      return { asked, info: await ask() };
    } catch (error) {
      if (isSpaceError(error) || asked === 5) throw error;
    }
  }
}

async function inFixture(
  seed: string,
  startMs: number,
  story: (scene: { readonly clock: VirtualClock; readonly fixture: Fixture }) => Promise<void>,
): Promise<void> {
  const clock = createVirtualClock();
  const fixture = await clock.runUntilSettled(
    startFixture({
      server: "embedded",
      clock,
      random: createSeededRandom(seed),
      controllers: ["node-simulator"],
      podStages: defaultPodStages({ startMs }),
      ...(await readRole()),
    }),
  );
  await story({ clock, fixture });
  await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
}
