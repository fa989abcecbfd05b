/** A stage of a manager: what begins and ends together. */
import { spawn } from "@kubewright/async";
import type { Clock, SpawnedTask } from "@kubewright/async";
import { ManagerStoppedError } from "../errors.ts";
import type { Runnable } from "./runnable.ts";

export interface StageOptions {
  readonly clock: Clock;
  /** How long the end waits for those that still run. */
  readonly endWithinMs: number;
  /** Gets each failure, also one on the way to the end. */
  readonly onFailure: (error: unknown) => void;
}

/** Disposing it stops all runnables and waits for their end, or until `endWithinMs` have passed. */
export interface Stage extends AsyncDisposable {
  /** Those that still run; after the end, those that were given up. */
  readonly size: number;
  /** Starts a runnable. Not after the end has begun. */
  add(runnable: Runnable): void;
}

interface Member {
  readonly name: string;
  task?: SpawnedTask;
}

/** An empty stage. */
export function startStage({ clock, endWithinMs, onFailure }: StageOptions): Stage {
  const stop = new AbortController();
  const running = new Set<Member>();

  return {
    get size() {
      return running.size;
    },
    add(runnable) {
      const { name = "a runnable without a name" } = runnable;
      const member: Member = { name };
      running.add(member);
      const run = async (signal: AbortSignal): Promise<void> => {
        try {
          await runnable.start({ signal });
        } finally {
          running.delete(member);
        }
      };
      member.task = spawn(run, { name, onError: onFailure, signal: stop.signal });
    },
    async [Symbol.asyncDispose]() {
      stop.abort(new ManagerStoppedError("Stopped by its manager"));
      const tooLate = Promise.withResolvers<void>();
      using _timer = clock.setTimer(endWithinMs, tooLate.resolve);
      await Promise.race([tooLate.promise, Promise.all([...running].map(async ({ task }) => await task?.done))]);
      if (running.size === 0) return;
      const names = [...running].map(({ name }) => name).join(", ");
      onFailure(new ManagerStoppedError(`Cannot end in good order: after ${endWithinMs} ms there still run: ${names}`));
    },
  };
}
