// Wakes a watch when something may have happened: a write to its table, a change of the registry, an aborted signal, or a time.
import type { Engine } from "../registry/engine.ts";
import type { Table } from "../storage/store.ts";

export class WatchNews implements Disposable {
  readonly #engine: Engine;
  readonly #table: Table;
  readonly #signals: readonly AbortSignal[];
  /** Ends the wait in progress. */
  #wake: (() => void) | undefined;
  /** Whether something has happened since the last wait. */
  #hasNews = false;
  /** Exist from the first wait to the end. */
  #subscriptions: Disposable | undefined;
  #timer: ({ readonly at: number } & Disposable) | undefined;

  constructor(engine: Engine, table: Table, signals: readonly AbortSignal[]) {
    this.#engine = engine;
    this.#table = table;
    this.#signals = signals;
  }

  /** Resolves once something has happened since the last wait, or when the clock reaches `wakeAt`. */
  async wait(wakeAt: number): Promise<void> {
    this.#subscriptions ??= this.#subscribe();
    if (this.#timer?.at !== wakeAt) this.#setTimer(wakeAt);
    if (!this.#hasNews) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
      this.#wake = undefined;
    }
    this.#hasNews = false;
  }

  /** Ends the wait in progress, and the subscriptions. */
  [Symbol.dispose](): void {
    this.#subscriptions?.[Symbol.dispose]();
    this.#timer?.[Symbol.dispose]();
    this.#notify();
  }

  /** Called once per watch and not once per wait: a hundred watches of a busy kind wait often. */
  #subscribe(): Disposable {
    const subscriptions = new DisposableStack();
    const notify = (): void => this.#notify();
    subscriptions.use(this.#table.onWrite(notify));
    subscriptions.use(this.#engine.registry.onChange(notify));
    for (const signal of this.#signals) {
      signal.addEventListener("abort", notify, { once: true });
      subscriptions.defer(() => signal.removeEventListener("abort", notify));
    }
    return subscriptions;
  }

  #setTimer(at: number): void {
    this.#timer?.[Symbol.dispose]();
    const timer = this.#engine.clock.setTimer(at - this.#engine.clock.now(), () => {
      this.#timer = undefined;
      this.#notify();
    });
    this.#timer = { at, [Symbol.dispose]: () => timer[Symbol.dispose]() };
  }

  #notify(): void {
    this.#hasNews = true;
    this.#wake?.();
  }
}
