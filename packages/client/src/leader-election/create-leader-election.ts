/** The loop around `nextElectionState`: it reads and writes the Lease, and sets the timer that ends a term. */
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { formatKey, isAlreadyExists, isConflict, isNotFound } from "@kubewright/apimachinery";
import type { NamespacedKey, Stored } from "@kubewright/apimachinery";
import {
  abortable,
  createSystemClock,
  createSystemRandom,
  deadlineSignal,
  guardObserver,
  onAbort,
  sleepUnlessAborted,
} from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { LeadershipError } from "../errors.ts";
import { defaultElectionTimings, mayTake, nextElectionState, takeableAt } from "./election-state.ts";
import type { ElectionOutcome, ElectionState, ElectionTimings } from "./election-state.ts";
import type { LeaderElection, LeaderElectionObserver, LeaderElectionOptions } from "./leader-election.ts";
import { heldRecord, leaseWith, microTime, recordOf, releasedRecord } from "./lease-record.ts";
import { checkElectionTimings } from "./timings.ts";

/** The attempts to release the Lease, a quarter of `retryPeriodMs` apart. After the last one the Lease expires. */
const releaseAttempts = 3;

/**
 * Creates an election, which sends nothing before `run`.
 *
 * A candidate reads the Lease after a random part of `retryPeriodMs`: candidates acquire a released Lease within that time, and do not all try at
 * once. A candidate acquires a Lease without a holder at once, and any other Lease once it has not changed for its duration: at most leaseDuration +
 * retryPeriod after the last renewal. The leader renews every `retryPeriodMs`. After a failure it retries until its term ends, more often towards
 * the end. A `Retry-After` of the server does not delay requests about the Lease.
 *
 * @throws {RangeError} if the timings violate: leaseDuration > renewDeadline > retryPeriod > 0, the first in whole seconds.
 */
export function createLeaderElection(options: LeaderElectionOptions): LeaderElection {
  return new LeaseElection(options);
}

class LeaseElection implements LeaderElection {
  readonly identity: string;
  readonly #client: LeaderElectionOptions["client"];
  readonly #key: NamespacedKey;
  readonly #labels: LeaderElectionOptions["labels"];
  readonly #events: LeaderElectionOptions["events"];
  readonly #observer: LeaderElectionObserver;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #timings: ElectionTimings;
  readonly #mayHold: () => boolean;
  readonly #onTerm: (until: number) => void;

  readonly #ended = new AbortController();
  readonly #elected = Promise.withResolvers<void>();
  #state: ElectionState = { kind: "candidate" };
  /** Fires when the term ends. */
  #fence: Disposable | undefined;
  #knownHolder = "";
  /** The server may have accepted a write of this process, with or without a response. */
  #hasWritten = false;
  #hasRun = false;
  /** Whether the last attempt ended with an error. */
  #hasFailed = false;

  constructor({ clock = createSystemClock(), random = createSystemRandom(), ...options }: LeaderElectionOptions) {
    const { client, lease, identity, events, observer = {}, mayHold = () => true, onTerm = () => {} } = options;
    if (identity === "") throw new TypeError(`Cannot take part in the election of "${lease.name}": identity is empty`);
    this.identity = identity;
    this.#client = client;
    this.#key = lease;
    this.#labels = options.labels;
    this.#events = events;
    this.#observer = guardObserver(observer);
    this.#clock = clock;
    this.#random = random;
    this.#timings = checkElectionTimings({ ...defaultElectionTimings, ...options });
    this.#mayHold = mayHold;
    this.#onTerm = onTerm;
    this.#elected.promise.catch(() => {}); // Callers of `elected` handle the rejection; `elected` may not be called.
  }

  get state(): ElectionState {
    return this.#state;
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  elected({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return abortable(this.#elected.promise, signal);
  }

  assertLeading(): void {
    this.#apply({ kind: "waited", at: this.#clock.now() });
    if (this.#state.kind === "candidate") throw new LeadershipError(formatKey(this.#key), "candidate");
    this.#ended.signal.throwIfAborted();
  }

  leaseRemainingMs(): number {
    if (this.#state.kind !== "leading") return 0;
    const endsAt = this.#state.until + this.#timings.leaseDurationMs - this.#timings.renewDeadlineMs;
    return Math.max(0, endsAt - this.#clock.now());
  }

  async run({ signal, mayRelease = () => true }: Parameters<LeaderElection["run"]>[0]): Promise<void> {
    if (this.#hasRun)
      throw new TypeError(`Cannot run the election of "${formatKey(this.#key)}": it has been run before`);
    this.#hasRun = true;
    this.#observer.leadingChanged?.({ lease: this.#key.name, isLeading: false });
    using _stop = onAbort(signal, () => this.#apply({ kind: "stopped" }));
    while (!this.#ended.signal.aborted) {
      await this.#attempt();
      await sleepUnlessAborted(this.#clock, this.#pauseMs(), this.#ended.signal);
    }
    if (this.#state.kind === "lost") throw this.#ended.signal.reason;
    if (this.#hasWritten && mayRelease()) await this.#release();
  }

  /**
   * The leader waits a whole period, and after a failure at most half of the remaining term, so that it retries until the end of the term. A
   * candidate waits for a random time between half a period and a period, or less if the Lease expires sooner.
   */
  #pauseMs(): number {
    const { retryPeriodMs } = this.#timings;
    if (this.#state.kind === "leading" && this.#hasFailed) {
      const leftMs = this.#state.until - this.#clock.now();
      return Math.min(retryPeriodMs, Math.max(leftMs / 2, retryPeriodMs / 8));
    }
    if (this.#state.kind !== "candidate") return retryPeriodMs;
    const pause = retryPeriodMs * (1 - this.#random.next() / 2);
    const expiresInMs = takeableAt(this.#state.observed, this.identity) - this.#clock.now();
    return expiresInMs > 0 ? Math.min(pause, Math.max(expiresInMs, 1)) : pause;
  }

  /** Reads the Lease, and writes it if this process may. A leader writes first, and reads only after a lost race. */
  async #attempt(): Promise<void> {
    this.#hasFailed = false;
    if (!this.#mayHold()) {
      this.#apply({ kind: "waited", at: this.#clock.now() });
      return;
    }
    try {
      if (this.#state.kind === "leading") {
        if (await this.#write(this.#state.observed.lease)) return;
        this.#observer.slowPath?.({ lease: this.#key.name });
      }
      if (this.#ended.signal.aborted) return;
      const lease = await this.#bounded((signal) => this.#client.get(Lease, this.#key, { signal, retriesMax: 0 }));
      this.#apply({ kind: "seen", lease, at: this.#clock.now() });
      if (this.#state.kind === "leading") await this.#write(this.#state.observed.lease);
      if (this.#state.kind === "candidate" && mayTake(this.#state.observed, this.identity, this.#clock.now())) {
        await this.#write(this.#state.observed?.lease);
      }
    } catch (error) {
      this.#hasFailed = true;
      this.#observer.failed?.({ lease: this.#key.name, error });
      this.#apply({ kind: "waited", at: this.#clock.now() });
    }
  }

  /**
   * Writes this process into the Lease. Returns false if another writer has changed the Lease since it was read, or if the server has stored another
   * holder, as an admission webhook can do.
   */
  async #write(current: Stored<Lease> | undefined): Promise<boolean> {
    const sentAt = this.#clock.now();
    const term = {
      identity: this.identity,
      durationMs: this.#timings.leaseDurationMs,
      now: microTime(this.#clock.wallTime()),
    };
    const wanted = leaseWith(this.#key, heldRecord(current && recordOf(current), term), current, this.#labels);
    this.#hasWritten = true;
    try {
      const lease = await this.#bounded((signal) =>
        current
          ? this.#client.update(Lease, wanted, { signal, retriesMax: 0 })
          : this.#client.create(Lease, wanted, { signal, retriesMax: 0 }),
      );
      if (recordOf(lease).holder !== this.identity) return false;
      this.#apply({ kind: "written", lease, sentAt, at: this.#clock.now() });
      return true;
    } catch (error) {
      if (isConflict(error) || isAlreadyExists(error) || isNotFound(error)) return false;
      throw error;
    }
  }

  /** Sends a request with a deadline. The end of the election does not abort it, because its result determines whether the Lease must be released. */
  async #bounded<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    using deadline = deadlineSignal(this.#clock, this.#timings.renewDeadlineMs / 2);
    return await request(deadline.signal);
  }

  async #release(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        const lease = await this.#bounded((signal) => this.#client.get(Lease, this.#key, { signal, retriesMax: 0 }));
        if (!lease || recordOf(lease).holder !== this.identity) return;
        const record = releasedRecord(recordOf(lease), microTime(this.#clock.wallTime()));
        await this.#bounded((signal) =>
          this.#client.update(Lease, leaseWith(this.#key, record, lease), { signal, retriesMax: 0 }),
        );
        return;
      } catch (error) {
        this.#observer.failed?.({ lease: this.#key.name, error });
        if (tries === releaseAttempts) return;
        await this.#clock.sleep(this.#timings.retryPeriodMs / 4);
      }
    }
  }

  #apply(outcome: ElectionOutcome): void {
    const before = this.#state;
    this.#state = nextElectionState(before, outcome, { identity: this.identity, timings: this.#timings });
    if (this.#state === before) return;
    this.#reportHolder();
    switch (this.#state.kind) {
      case "candidate":
        return;
      case "leading":
        this.#setFence(this.#state.until);
        this.#onTerm(this.#state.until);
        if (before.kind !== "leading") this.#begin(this.#state.observed.lease);
        return;
      case "lost":
        this.#end(before, this.#state.cause);
        return;
      case "released":
        this.#end(before, "released");
    }
  }

  #begin(lease: Stored<Lease>): void {
    this.#elected.resolve();
    this.#observer.leadingChanged?.({ lease: this.#key.name, isLeading: true });
    this.#recordEvent(lease, "BecomeLeader", "became leader");
  }

  #end(before: ElectionState, why: LeadershipError["reason"]): void {
    const reason = new LeadershipError(formatKey(this.#key), why);
    this.#fence?.[Symbol.dispose]();
    this.#ended.abort(reason); // Before any observer is called: this stops the work that requires leadership.
    this.#elected.reject(reason);
    if (before.kind !== "leading") return;
    this.#observer.leadingChanged?.({ lease: this.#key.name, isLeading: false });
    this.#recordEvent(before.observed.lease, "StopLeading", "stopped leading");
  }

  /** Ends the term at `until`. A timer may fire early; its callback then sets the timer again for the remaining time. */
  #setFence(until: number): void {
    this.#fence?.[Symbol.dispose]();
    this.#fence = this.#clock.setTimer(Math.max(until - this.#clock.now(), 1), () => {
      this.#apply({ kind: "waited", at: this.#clock.now() });
      if (this.#state.kind === "leading") this.#setFence(this.#state.until);
    });
  }

  #reportHolder(): void {
    if (this.#state.kind !== "candidate" && this.#state.kind !== "leading") return;
    const { holder } = this.#state.observed ? recordOf(this.#state.observed.lease) : { holder: "" };
    if (holder !== "" && holder !== this.#knownHolder)
      this.#observer.leaderSeen?.({ lease: this.#key.name, identity: holder });
    this.#knownHolder = holder;
  }

  #recordEvent(lease: Stored<Lease>, action: string, what: string): void {
    this.#events?.event(lease, { type: "Normal", reason: "LeaderElection", action, note: `${this.identity} ${what}` });
  }
}
