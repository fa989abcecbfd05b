/** A stage of a manager: runnables that stop together. */
import { isAbort, spawn } from "@kubewright/async";
import type { SpawnedTask } from "@kubewright/async";
import { ManagerStoppedError } from "../errors.ts";
import { nameOf } from "../runnable/runnable.ts";
import type { Runnable } from "../runnable/runnable.ts";
import type { BaseContext } from "./manager-options.ts";
import type { ShutdownDeadline } from "./shutdown-deadline.ts";

export interface StageOptions {
  readonly deadline: ShutdownDeadline;
  /** Calls the function that starts a runnable. Default: it is called directly. */
  readonly baseContext?: BaseContext | undefined;
  /** Called with each error of a runnable, unless it is the reason of the signal or of the deadline. */
  readonly onFailure: (name: string, error: unknown) => void;
  /** Called for each runnable that has not stopped when the deadline passes. */
  readonly onTimeout: (name: string) => void;
}

interface Member {
  readonly name: string;
  task?: SpawnedTask;
}

/** Runs runnables. Disposing stops all of them, and waits until they have ended or the deadline has passed. */
export class Stage implements AsyncDisposable {
  readonly #options: StageOptions;
  readonly #stop = new AbortController();
  readonly #running = new Set<Member>();

  constructor(options: StageOptions) {
    this.#options = options;
  }

  /** The names of the running runnables; after the disposal, of the runnables that did not stop in time. */
  get running(): readonly string[] {
    return Array.from(this.#running, ({ name }) => name);
  }

  /** Starts a runnable. Must not be called after the stage has been stopped. */
  add(runnable: Runnable): void {
    const { deadline, onFailure, baseContext = (start) => start() } = this.#options;
    const name = nameOf(runnable);
    const member: Member = { name };
    this.#running.add(member);
    const run = async (signal: AbortSignal): Promise<void> => {
      try {
        await baseContext(() => runnable.start({ signal, deadline: deadline.signal }));
      } finally {
        this.#running.delete(member);
      }
    };
    const onError = (error: unknown): void => {
      if (!isAbort(error, deadline.signal)) onFailure(name, error);
    };
    member.task = spawn(run, { name, signal: this.#stop.signal, onError });
  }

  /** Resolves once no runnable runs. */
  async drained(): Promise<void> {
    await Promise.all([...this.#running].map(async ({ task }) => await task?.done));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { deadline, onTimeout } = this.#options;
    this.#stop.abort(new ManagerStoppedError("Stopped by its manager"));
    if (deadline.isPassed) return; // The runnables had no time to stop, so they are not reported.
    if (await deadline.settled(this.drained())) return;
    for (const name of this.running) onTimeout(name);
  }
}
