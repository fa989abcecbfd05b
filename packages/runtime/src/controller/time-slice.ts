/** Lets other tasks run between reconciles, so that a long queue of reconciles without I/O does not block the event loop. */
import type { Clock } from "@kubewright/async";

/** The longest time that the reconciles of a controller use the event loop without a turn of it, apart from the length of one reconcile. */
const sliceMs = 10;

/** The current time slice of all workers of a controller. */
export class TimeSlice {
  readonly #clock: Clock;
  #startedAt: number;
  #turn: Promise<void> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.now();
  }

  /** Resolves at once while the slice lasts, else after a turn of the event loop. */
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
