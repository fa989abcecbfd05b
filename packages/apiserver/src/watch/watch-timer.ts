// Suspends a watch until a write, an aborted signal, or a time.
import type { Clock } from "@kubewright/async";

export class WatchTimer implements Disposable {
  /** Ends the wait in progress, or the next one. */
  readonly wake: () => void;
  readonly #clock: Clock;
  readonly #signals: readonly AbortSignal[];
  #resolve: (() => void) | undefined;
  /** Whether `wake` has been called since the last wait. */
  #isAwake = false;
  #isListening = false;
  #timer: ({ readonly at: number } & Disposable) | undefined;

  constructor(clock: Clock, signals: readonly AbortSignal[]) {
    this.#clock = clock;
    this.#signals = signals;
    this.wake = () => {
      this.#isAwake = true;
      this.#resolve?.();
    };
  }

  /** Resolves after the next call of `wake` since the last wait, or when the clock reaches `wakeAt`. */
  async wait(wakeAt: number): Promise<void> {
    if (!this.#isListening) this.#listen();
    if (this.#timer?.at !== wakeAt) this.#setTimer(wakeAt);
    if (!this.#isAwake) {
      await new Promise<void>((resolve) => {
        this.#resolve = resolve;
      });
      this.#resolve = undefined;
    }
    this.#isAwake = false;
  }

  /** Ends the wait in progress. */
  [Symbol.dispose](): void {
    for (const signal of this.#signals) signal.removeEventListener("abort", this.wake);
    this.#timer?.[Symbol.dispose]();
    this.wake();
  }

  /** Listens once for all waits: the watches of a busy kind wait often. */
  #listen(): void {
    this.#isListening = true;
    for (const signal of this.#signals) signal.addEventListener("abort", this.wake, { once: true });
  }

  #setTimer(at: number): void {
    this.#timer?.[Symbol.dispose]();
    const timer = this.#clock.setTimer(at - this.#clock.now(), () => {
      this.#timer = undefined;
      this.wake();
    });
    this.#timer = { at, [Symbol.dispose]: () => timer[Symbol.dispose]() };
  }
}
