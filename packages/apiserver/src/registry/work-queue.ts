// The queue of work that follows from a write and writes itself, for example serves a new definition or sets a condition. A commit adds the names of
// objects that need work. The queue runs after the commit, in the same turn; the rest of a long queue runs in later turns. It is level-triggered: work reads
// the objects that are stored when it runs, so the order and number of the writes do not matter.
import type { Clock } from "@kubewright/async";
import type { ReconcileContext, Reconciler, ReconcileQueue } from "../contracts/server-context.ts";

/** How many names one turn reconciles. A definition has one name for each of its versions. */
export const namesPerTurn = 200;

/** The engine whose work runs; its context is what work receives. */
export interface QueueEngine {
  readonly clock: Clock;
  readonly context: ReconcileContext;
}

export class WorkQueue implements ReconcileQueue {
  readonly #engine: QueueEngine;
  readonly #closing: AbortSignal;
  #isRunning = false;
  /** Names without repetition. A name leaves its set before its work runs, so that a commit of this work adds it again. */
  readonly #names = new Map<Reconciler, Set<string>>();

  constructor(engine: QueueEngine, closing: AbortSignal) {
    this.#engine = engine;
    this.#closing = closing;
  }

  add(reconciler: Reconciler, name: string): void {
    const names = this.#names.get(reconciler);
    if (names === undefined) this.#names.set(reconciler, new Set([name]));
    else names.add(name);
  }

  addLater(reconciler: Reconciler, name: string): void {
    this.#engine.clock.setTimer(0, () => {
      if (this.#closing.aborted) return;
      this.add(reconciler, name);
      this.run();
    });
  }

  /**
   * Runs all work, including work that other work adds, and continues after errors. Throws the first error at the end. After `namesPerTurn` names, the work
   * continues in a later turn. Does nothing if it is called by work that runs.
   */
  run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      this.#runAll();
    } finally {
      this.#isRunning = false;
    }
  }

  #runAll(): void {
    const errors: unknown[] = [];
    let count = 0;
    for (let work = this.#take(); work !== undefined; work = this.#take()) {
      if (++count > namesPerTurn) {
        const { reconciler, name } = work;
        this.addLater(reconciler, name);
        break;
      }
      try {
        work.reconciler.reconcile(work.name, this.#engine.context);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  #take(): { readonly reconciler: Reconciler; readonly name: string } | undefined {
    for (const [reconciler, names] of this.#names) {
      for (const name of names) {
        names.delete(name);
        return { reconciler, name };
      }
    }
    return undefined;
  }
}
