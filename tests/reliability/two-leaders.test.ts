// Never two leaders: with any fault of a leader's network, process and clock, none of its writes reaches the server once another leader has started.
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { expect, inject, test } from "vitest";
import { createMachine } from "./machine.ts";
import type { Machine } from "./machine.ts";
import { startOperatorFixture } from "./operator-fixture.ts";
import type { OperatorFixture } from "./operator-fixture.ts";

const lease = { name: "demo", namespace: "default" };
const latencyMs = 15;
const everyMs = 200;

interface Replicas extends AsyncDisposable {
  readonly fixture: OperatorFixture;
  readonly first: Machine;
  readonly second: Machine;
  /** The writes of each that have reached the server, in order, without Leases and Events. */
  readonly writes: readonly Write[];
  /** Accepted or not, in order. */
  readonly renewals: readonly Write[];
  stopFirst(): Promise<void>;
}

interface Write {
  readonly by: string;
  readonly at: number;
}

/** Two replicas of an operator that ignores signals and writes twice in each reconcile, without end. The first one leads. */
async function startReplicas(seed: string, rates: readonly [number, number] = [1, 1]): Promise<Replicas> {
  const fixture = startOperatorFixture(seed);
  await fixture.client.create(ConfigMap, {
    metadata: { namespace: "default", name: "journal" },
  });
  const writes: Write[] = [];
  const renewals: Write[] = [];
  const start = async (by: string, rate: number): Promise<{ machine: Machine; stop: () => Promise<void> }> => {
    const machine = createMachine(fixture.clock, {
      rate,
      latencyMs,
      onArrival({ method, path }) {
        if (method === "GET" || path.includes("/events")) return;
        (path.includes("/leases") ? renewals : writes).push({ by, at: fixture.clock.now() });
      },
    });
    const operator = fixture.start((manager) => writeWithoutEnd(manager, by), {
      clock: machine.clock,
      wrapTransport: machine.wrapTransport,
      leaderElection: { id: lease.name, namespace: lease.namespace, identity: by },
    });
    await fixture.clock.advance(1_000);
    return { machine, stop: () => operator.stop() };
  };
  const { machine: first, stop } = await start("first", rates[0]);
  const { machine: second } = await start("second", rates[1]);
  await fixture.clock.advance(10_000);
  return {
    fixture,
    first,
    second,
    writes,
    renewals,
    stopFirst: stop,
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

function writeWithoutEnd(manager: Manager, by: string): void {
  let count = 0;
  controllerManagedBy(manager)
    .for(Namespace, { predicates: [(event) => event.object.key.name === "default"] })
    .complete(async () => {
      for (let write = 0; write < 2; write += 1) {
        count += 1;
        const body = { data: { by, count: `${count}` } };
        await manager.client.patch(ConfigMap, { namespace: "default", name: "journal" }, { type: "merge", body });
      }
      return { requeueAfterMs: everyMs };
    });
}

function lastOf(writes: readonly Write[], by: string): number {
  return writes.findLast((write) => write.by === by)?.at ?? Number.NaN;
}

function firstOf(writes: readonly Write[], by: string): number {
  return writes.find((write) => write.by === by)?.at ?? Number.NaN;
}

test.each([
  [1, 1],
  [0.67, 1],
  [1.5, 1],
  [1, 0.67],
  [1, 1.49],
] as const)(
  "a leader that cannot renew stops writing before another leader starts, with clocks at %f and %f",
  async (...rates) => {
    await using replicas = await startReplicas(`skew ${rates.join()}`, rates);
    const { fixture, first, writes, renewals } = replicas;

    first.isCut = ({ path }) => path.includes("/leases"); // Its other requests reach the server, so only the fence stops them.
    const lastRenewal = lastOf(renewals, "first");
    await fixture.clock.advance(60_000);

    expect(lastOf(writes, "first")).toBeGreaterThan(lastRenewal);
    expect(lastOf(writes, "first")).toBeLessThanOrEqual(lastRenewal + 10_000 / rates[0]);
    expect(firstOf(writes, "second")).toBeGreaterThan(lastOf(writes, "first"));
    expect(fixture.failures).toMatchObject([{ name: "LeadershipError", reason: "expired" }]);
  },
);

/** A smaller step tries more points of a reconcile, which has two writes of 30 ms each. */
const stepMs = inject("isLongLane") === true ? 10 : 40;

/** The duration and the start of each pause: at every point of a reconcile, so before, between and after its two writes. */
const pauses: readonly (readonly [number, number])[] = [
  ...Array.from({ length: 280 / stepMs }, (_, index) => [20_000, index * stepMs] as const),
  [3_000, 0],
  [7_000, 50],
  [16_000, 40],
  [100_000, 20],
];

test.each(pauses)(
  "a leader whose process is paused for %i ms writes nothing after another leader has started, at any point of a reconcile (%i)",
  async (pauseMs, offset) => {
    await using replicas = await startReplicas(`pause ${pauseMs} ${offset}`);
    const { fixture, first, writes } = replicas;
    await fixture.clock.advance(offset);

    first.pause();
    await fixture.clock.advance(pauseMs);
    await first.resume();
    await fixture.clock.advance(30_000);

    const ownersInTurn = writes.map(({ by }) => by).filter((by, index, all) => by !== all[index - 1]);
    expect(ownersInTurn).toEqual(pauseMs < 10_000 ? ["first"] : ["first", "second"]);
  },
);

test("a leader with occasionally lost renewals keeps the Lease and continues", async () => {
  await using replicas = await startReplicas("lost renewals");
  const { fixture, first, writes } = replicas;
  let count = 0;
  first.isCut = ({ path, method }) => path.includes("/leases") && method === "PUT" && (count += 1) % 4 !== 0;

  await fixture.clock.advance(300_000);

  expect(new Set(writes.map(({ by }) => by))).toEqual(new Set(["first"]));
  expect(fixture.failures).toEqual([]);
});

test.each(Array.from({ length: 240 / stepMs }, (_, index) => index * stepMs))(
  "a leader that is stopped after %i ms sends no requests after it has released the Lease, and the next leader works within two seconds",
  async (offset) => {
    await using replicas = await startReplicas(`stop ${offset}`);
    const { fixture, writes, renewals, stopFirst } = replicas;
    await fixture.clock.advance(offset);

    await fixture.clock.runUntilSettled(stopFirst());
    const released = lastOf(renewals, "first");
    await fixture.clock.advance(10_000);

    expect(fixture.failures).toEqual([]);
    expect(lastOf(writes, "first")).toBeLessThanOrEqual(released);
    expect(firstOf(writes, "second") - released).toBeGreaterThan(0);
    expect(firstOf(writes, "second") - released).toBeLessThanOrEqual(2_000 + 10 * latencyMs);
  },
);
