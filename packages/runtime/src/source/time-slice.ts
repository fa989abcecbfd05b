/** Yields to the event loop between reconciles and between handlers, so that a long queue of them without I/O does not block it. */
import type { Clock } from "@kubewright/async";

/** The calls yield to the event loop after this time. A single call may take longer. */
const sliceMs = 10;

/** The current time slice of all workers of a controller, or of the handler of a source. */
export class TimeSlice {
  readonly #clock: Clock;
  #startedAt: number;
  #turn: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Resolves at once within the slice, and otherwise after a turn of the event loop. */
  async next(): Promise<void> {
    if (!this.#turn && this.#clock.now() - this.#startedAt < sliceMs) return;
    this.#turn ??= this.#nextTurn();
    await this.#turn;
  }

  async #nextTurn(): Promise<void> {
    await this.#clock.nextTurn();
    this.#startedAt = this.#clock.now();
    this.#turn = undefined;
  }
}
