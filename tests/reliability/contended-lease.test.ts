// Eight candidates for one Lease behind networks that lose and delay requests and responses: two never lead at once, and a leader that ends is replaced in time.
import { createSeededRandom } from "@kubewright/async";
import { expect, inject, test } from "vitest";
import { latencyMs, startContendedFixture } from "./contended-fixture.ts";
import type { ContendedFixture, Replica, Report } from "./contended-fixture.ts";

const equalRates = [1, 1, 1, 1, 1, 1, 1, 1];
/** The default durations allow clock rates that differ by less than 15 s : 10 s. */
const unequalRates = [1, 0.85, 1.2, 0.9, 1.1, 1, 0.95, 1.15];
const isLongLane = inject("isLongLane") === true;
const seeds = isLongLane ? ["a", "b", "c", "d", "e", "f", "g", "h"] : ["a", "b", "c"];

const leaseDurationMs = 15_000;
const retryPeriodMs = 2_000;
/** The requests for the Lease: one read and one write, and the read that showed the last renewal. */
const roundTripsMs = 3 * 2 * latencyMs;

/** The most candidates that led at one moment, by their own reports. */
function leadersAtOnce(reports: readonly Report[]): number {
  let [leading, most] = [0, 0];
  for (const { isLeading } of reports) {
    leading += isLeading ? 1 : -1;
    most = Math.max(most, leading);
  }
  return most;
}

async function leaderOf({ clock, replicas }: ContendedFixture): Promise<Replica> {
  await clock.runUntil(() => replicas.some(({ isLeading }) => isLeading), { limitMs: 120_000 });
  const [leader] = replicas.filter(({ isLeading }) => isLeading);
  if (leader === undefined) throw new Error("No candidate leads");
  return leader;
}

test.for([
  ...seeds.map((seed) => [seed, equalRates] as const),
  ...seeds.map((seed) => [`unequal ${seed}`, unequalRates] as const),
])(
  "two candidates never lead at the same time on a network that loses and delays packets (%s)",
  async ([seed, rates]) => {
    await using fixture = startContendedFixture(seed, { rates });
    const random = createSeededRandom(`events ${seed}`);
    fixture.faultRate = 0.3;

    for (let count = 0; count < 12; count += 1) {
      const { machine } = await leaderOf(fixture);
      await fixture.clock.advance(random.int(10_000));
      machine.isCut = () => true;
      await fixture.clock.advance(random.int(30_000));
      machine.isCut = () => false;
      const leader = await leaderOf(fixture);
      await fixture.clock.advance(random.int(10_000));
      leader.stop();
    }

    expect(leadersAtOnce(fixture.reports)).toBe(1);
    expect(fixture.reports.filter(({ isLeading }) => isLeading).length).toBeGreaterThan(12);
  },
);

test.for(seeds)("a leader whose network is cut is replaced within LeaseDuration + RetryPeriod (%s)", async (seed) => {
  await using fixture = startContendedFixture(seed, { rates: equalRates });
  fixture.faultRate = 0.3;
  await fixture.clock.advance(60_000);
  fixture.faultRate = 0;
  await fixture.clock.advance(60_000 + createSeededRandom(seed).int(2_000)); // All delayed requests and responses have arrived.
  const leader = await leaderOf(fixture);

  leader.machine.isCut = () => true;
  const cutAt = fixture.clock.now();
  await fixture.clock.runUntil(() => fixture.replicas.some((replica) => replica !== leader && replica.isLeading));

  expect(fixture.clock.now() - cutAt).toBeLessThanOrEqual(leaseDurationMs + retryPeriodMs + roundTripsMs);
  expect(leader.isLeading).toBe(false);
  expect(leadersAtOnce(fixture.reports)).toBe(1);
});

test.for(Array.from({ length: isLongLane ? 60 : 20 }, (_, index) => index * (isLongLane ? 1 : 3)))(
  "the only other candidate acquires the Lease as soon as it expires, at any phase of its reads (%i)",
  async (index) => {
    await using fixture = startContendedFixture(`s${index}`, { rates: [1, 1] });
    await fixture.clock.advance(60_000 + index * 37);
    const leader = await leaderOf(fixture);

    leader.machine.isCut = () => true;
    const cutAt = fixture.clock.now();
    await fixture.clock.runUntil(() => fixture.replicas.some((replica) => replica !== leader && replica.isLeading));

    expect(fixture.clock.now() - cutAt).toBeLessThanOrEqual(leaseDurationMs + retryPeriodMs + roundTripsMs);
  },
);

test.for(seeds)("a leader that stops is replaced within RetryPeriod (%s)", async (seed) => {
  await using fixture = startContendedFixture(seed, { rates: equalRates });
  fixture.faultRate = 0.3;
  await fixture.clock.advance(60_000);
  fixture.faultRate = 0;
  await fixture.clock.advance(60_000 + createSeededRandom(seed).int(2_000)); // All delayed requests and responses have arrived.
  const leader = await leaderOf(fixture);
  const { identity } = leader;

  leader.stop();
  const stoppedAt = fixture.clock.now();
  await fixture.clock.runUntil(() =>
    fixture.replicas.some((replica) => replica.identity !== identity && replica.isLeading),
  );

  expect(fixture.clock.now() - stoppedAt).toBeLessThanOrEqual(retryPeriodMs + roundTripsMs);
  expect(leadersAtOnce(fixture.reports)).toBe(1);
});
