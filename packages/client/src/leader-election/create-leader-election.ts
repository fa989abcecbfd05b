/** The loop around `nextElectionState`: it reads and writes the Lease, and keeps the clock. */
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { formatKey, isAlreadyExists, isConflict, isNotFound } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import {
  abortable,
  createSystemClock,
  createSystemRandom,
  deadlineSignal,
  guardObserver,
  onAbort,
} from "@kubewright/async";
import { LeadershipError } from "../errors.ts";
import { defaultElectionTimings, mayTake, nextElectionState, takeableAt } from "./election-state.ts";
import type { ElectionOutcome, ElectionState } from "./election-state.ts";
import type { LeaderElection, LeaderElectionOptions } from "./leader-election.ts";
import { heldRecord, leaseWith, microTime, recordOf, releasedRecord } from "./lease-record.ts";
import { checkTimings } from "./timings.ts";

/** How often giving the Lease back is tried, a quarter of `retryPeriodMs` apart. After that it runs out by itself. */
const releaseAttempts = 3;

/**
 * Makes an election that takes part once it is run.
 *
 * A candidate reads the Lease every `retryPeriodMs` or a little sooner, so that a released Lease is taken within that time, and not by all
 * candidates at once. It takes a Lease without a holder at once, and any other Lease once it has not changed for its duration: at most leaseDuration +
 * retryPeriod after the last renewal. The leader renews every `retryPeriodMs`.
 *
 * @throws {RangeError} when the times do not fit: leaseDuration > renewDeadline > retryPeriod > 0, the first in whole seconds.
 */
export function createLeaderElection(options: LeaderElectionOptions): LeaderElection {
  const { client, lease: key, identity, events } = options;
  const observer = guardObserver(options.observer ?? {});
  const { clock = createSystemClock(), random = createSystemRandom() } = options;
  const timings = checkTimings({ ...defaultElectionTimings, ...options });
  if (identity === "") throw new TypeError(`Cannot take part in the election of "${key.name}": identity is empty`);

  const ended = new AbortController();
  const elected = Promise.withResolvers<void>();
  elected.promise.catch(() => {}); // Whoever waits for it sees its rejection; perhaps nobody does.
  let state: ElectionState = { kind: "candidate" };
  let fence: Disposable | undefined;
  let knownHolder = "";
  /** A write of ours may have been accepted, whether we saw the answer or not. */
  let hasWritten = false;
  let hasRun = false;

  return {
    identity,
    get state() {
      return state;
    },
    signal: ended.signal,
    elected: ({ signal } = {}) => abortable(elected.promise, signal),
    assertLeading,
    leaseRemainingMs,
    run,
  };

  function assertLeading(): void {
    apply({ kind: "waited", at: clock.now() });
    if (state.kind === "candidate") throw new LeadershipError(formatKey(key), "candidate");
    ended.signal.throwIfAborted();
  }

  function leaseRemainingMs(): number {
    if (state.kind !== "leading") return 0;
    const endsAt = state.until + timings.leaseDurationMs - timings.renewDeadlineMs;
    return Math.max(0, endsAt - clock.now());
  }

  async function run({ signal, mayRelease = () => true }: Parameters<LeaderElection["run"]>[0]): Promise<void> {
    if (hasRun) throw new TypeError(`Cannot run the election of "${formatKey(key)}": it has been run before`);
    hasRun = true;
    observer.leadingChanged?.(key.name, false);
    using _stop = onAbort(signal, () => apply({ kind: "stopped" }));
    while (!ended.signal.aborted) {
      await attempt();
      await clock.sleep(pauseMs(), { signal: ended.signal }).catch(() => {}); // The loop's condition says why it ended.
    }
    if (state.kind === "lost") throw ended.signal.reason;
    if (hasWritten && mayRelease()) await release();
  }

  /** The leader renews every period. Candidates spread within the second half of it, and read a Lease that expires sooner when it does. */
  function pauseMs(): number {
    if (state.kind !== "candidate") return timings.retryPeriodMs;
    const pause = timings.retryPeriodMs * (1 - random.next() / 2);
    const expiresInMs = takeableAt(state.observed, identity) - clock.now();
    return expiresInMs > 0 ? Math.min(pause, Math.max(expiresInMs, 1)) : pause;
  }

  /** One look at the Lease, and one write if it is ours to write. */
  async function attempt(): Promise<void> {
    try {
      if (state.kind === "leading" && (await write(state.observed.lease))) return;
      if (ended.signal.aborted) return;
      const lease = await bounded((signal) => client.get(Lease, key, { signal, retriesMax: 0 }));
      apply({ kind: "seen", lease, at: clock.now() });
      if (state.kind === "leading") await write(state.observed.lease);
      if (state.kind === "candidate" && mayTake(state.observed, identity, clock.now())) {
        await write(state.observed?.lease);
      }
    } catch (error) {
      observer.failed?.(key.name, error);
      apply({ kind: "waited", at: clock.now() });
    }
  }

  /** Writes us into the Lease; false when it is no longer as we know it. */
  async function write(current: Stored<Lease> | undefined): Promise<boolean> {
    const sentAt = clock.now();
    const term = { identity, durationMs: timings.leaseDurationMs, now: microTime(clock.wallTime()) };
    const wanted = leaseWith(key, heldRecord(current && recordOf(current), term), current);
    hasWritten = true;
    try {
      const lease = await bounded((signal) =>
        current ? client.update(wanted, { signal, retriesMax: 0 }) : client.create(wanted, { signal, retriesMax: 0 }),
      );
      apply({ kind: "written", lease, sentAt, at: clock.now() });
      return true;
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error) || isNotFound(error)) return false;
      throw error;
    }
  }

  /** Neither the loss nor the stop of an election aborts its request: what came of it is worth knowing. Its time is bounded. */
  async function bounded<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using deadline = deadlineSignal(clock, timings.renewDeadlineMs / 2);
    return await request(deadline.signal);
  }

  async function release(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const lease = await bounded((signal) => client.get(Lease, key, { signal, retriesMax: 0 }));
        if (!lease || recordOf(lease).holder !== identity) return;
        const record = releasedRecord(recordOf(lease), microTime(clock.wallTime()));
        await bounded((signal) => client.update(leaseWith(key, record, lease), { signal, retriesMax: 0 }));
        return;
      } catch (error) {
        observer.failed?.(key.name, error);
        if (tries === releaseAttempts) return;
        await clock.sleep(timings.retryPeriodMs / 4);
      }
    }
  }

  function apply(outcome: ElectionOutcome): void {
    const before = state;
    state = nextElectionState(before, outcome, { identity, timings });
    if (state === before) return;
    noteHolder();
    switch (state.kind) {
      case "candidate":
        return;
      case "leading":
        keepClock(state.until);
        if (before.kind !== "leading") begin(state.observed.lease);
        return;
      case "lost":
        end(before, state.cause);
        return;
      case "released":
        end(before, "released");
    }
  }

  function begin(lease: Stored<Lease>): void {
    elected.resolve();
    observer.leadingChanged?.(key.name, true);
    tell(lease, "BecomeLeader", "became leader");
  }

  function end(before: ElectionState, why: LeadershipError["why"]): void {
    const reason = new LeadershipError(formatKey(key), why);
    fence?.[Symbol.dispose]();
    ended.abort(reason); // First of all: what acts by this leadership stops here.
    elected.reject(reason);
    if (before.kind !== "leading") return;
    observer.leadingChanged?.(key.name, false);
    tell(before.observed.lease, "StopLeading", "stopped leading");
  }

  /** A timer may come a little early, so it looks at the clock and waits for the rest. */
  function keepClock(until: number): void {
    fence?.[Symbol.dispose]();
    fence = clock.setTimer(Math.max(until - clock.now(), 1), () => {
      apply({ kind: "waited", at: clock.now() });
      if (state.kind === "leading") keepClock(state.until);
    });
  }

  function noteHolder(): void {
    if (state.kind !== "candidate" && state.kind !== "leading") return;
    const { holder } = state.observed ? recordOf(state.observed.lease) : { holder: "" };
    if (holder !== "" && holder !== knownHolder) observer.leaderSeen?.(key.name, holder);
    knownHolder = holder;
  }

  function tell(lease: Stored<Lease>, action: string, what: string): void {
    events?.event(lease, { type: "Normal", reason: "LeaderElection", action, note: `${identity} ${what}` });
  }
}
