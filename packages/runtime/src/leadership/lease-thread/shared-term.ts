/**
 * The term of a leader in memory that two threads share: when it ends, and when the event loop of the leader has last answered.
 *
 * The monotonic clocks of threads begin at different times. The shared times are therefore microseconds of `process.hrtime`, which all threads
 * of a process have in common; each thread converts them to its own clock.
 */
import type { Clock } from "@kubewright/async";

export interface SharedTermOptions {
  readonly clock: Clock;
  /** The time of the process at which `clock` was 0: `processOriginUs(clock)`. */
  readonly originUs: bigint;
  /** The memory of the other thread's `SharedTerm`. Default: new memory, without a term. */
  readonly buffer?: SharedArrayBuffer;
}

const [untilIndex, answeredIndex] = [0, 1];
/** The end of a term that has not begun or has ended. */
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

  /** Called by the event loop of the leader: it works at this moment. */
  answer(): void {
    Atomics.store(this.#times, answeredIndex, this.#timeOf(this.#clock.now()));
  }

  /** The time since the last answer. */
  silentMs(): number {
    return this.#clock.now() - Number(Atomics.load(this.#times, answeredIndex) - this.#originUs) / 1000;
  }

  /** Rounded down: a term must not seem longer than it is. */
  #timeOf(ms: number): bigint {
    return this.#originUs + BigInt(Math.floor(ms * 1000));
  }
}

/** The time of the process, in microseconds, at which a system clock of this thread was 0. */
export function processOriginUs(clock: Clock): bigint {
  // oxlint-disable-next-line no-restricted-properties -- The clocks of threads have different origins; only this time is common to them.
  const processUs = process.hrtime.bigint() / 1000n;
  return processUs - BigInt(Math.floor(clock.now() * 1000));
}
