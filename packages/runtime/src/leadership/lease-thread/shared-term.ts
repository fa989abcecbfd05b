/**
 * The term of a leader in memory that two threads share: the end of the term, and the last heartbeat of the leader's event loop.
 *
 * The monotonic clocks of threads have different origins. The shared times are therefore microseconds of `process.hrtime`, which is the same in all
 * threads of a process; each thread converts them to its own clock.
 */
import type { Clock } from "@kubewright/async";

export interface SharedTermOptions {
  readonly clock: Clock;
  /** The time of the process at which `clock` was 0: `processOriginUs(clock)`. */
  readonly originUs: bigint;
  /** The memory of the other thread's `SharedTerm`. Default: new memory, without a term. */
  readonly buffer?: SharedArrayBuffer;
}

const [untilIndex, heartbeatIndex] = [0, 1];
/** The stored end if there is no term. */
const noTerm = 0n;

export class SharedTerm {
  readonly buffer: SharedArrayBuffer;
  readonly #clock: Clock;
  readonly #originUs: bigint;
  readonly #times: BigInt64Array;

  constructor({ clock, originUs, buffer }: SharedTermOptions) {
    this.#clock = clock;
    this.#originUs = originUs;
    this.buffer = buffer ?? new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT);
    this.#times = new BigInt64Array(this.buffer);
  }

  /** The end of the term by this thread's clock; `-Infinity` without a term. */
  get until(): number {
    const until = Atomics.load(this.#times, untilIndex);
    return until === noTerm ? Number.NEGATIVE_INFINITY : Number(until - this.#originUs) / 1000;
  }

  /** Begins or prolongs the term. */
  extendTo(until: number): void {
    Atomics.store(this.#times, untilIndex, this.#timeOf(until));
  }

  end(): void {
    Atomics.store(this.#times, untilIndex, noTerm);
  }

  /** Called regularly by the event loop of the leader, to show that it is not blocked. */
  heartbeat(): void {
    Atomics.store(this.#times, heartbeatIndex, this.#timeOf(this.#clock.now()));
  }

  /** The time since the last heartbeat. */
  sinceHeartbeatMs(): number {
    return this.#clock.now() - Number(Atomics.load(this.#times, heartbeatIndex) - this.#originUs) / 1000;
  }

  /** Rounded down, so that a term does not seem longer than it is. */
  #timeOf(ms: number): bigint {
    return this.#originUs + BigInt(Math.floor(ms * 1000));
  }
}

/** The time of the process, in microseconds, at which a system clock of this thread was 0. */
export function processOriginUs(clock: Clock): bigint {
  // oxlint-disable-next-line no-restricted-properties -- The clocks of threads have different origins; only this time is the same in all threads.
  const processUs = process.hrtime.bigint() / 1000n;
  return processUs - BigInt(Math.floor(clock.now() * 1000));
}
