/** What comes first at a manager's end, within a bounded time. */
import { linkSignals } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { ManagerStoppedError } from "../errors.ts";

/** Resolves when it is done. Its signal is aborted when it has to give up. */
export type ShutdownHook = (context: { readonly signal: AbortSignal }) => Promise<void>;

export interface RunShutdownHooksOptions {
  readonly clock: Clock;
  readonly gracePeriodMs: number;
  readonly abortGraceMs: number;
  readonly onFailure: (error: unknown) => void;
}

/** Runs them side by side and resolves when all have ended, or when their time is over. It does not reject. */
export async function runShutdownHooks(
  hooks: readonly ShutdownHook[],
  options: RunShutdownHooksOptions,
): Promise<void> {
  if (hooks.length === 0) return;
  const { clock, gracePeriodMs, abortGraceMs, onFailure } = options;
  using stop = linkSignals();
  using _abort = clock.setTimer(gracePeriodMs, () => stop.abort(new ManagerStoppedError("The grace period is over")));
  const tooLate = Promise.withResolvers<void>();
  using _giveUp = clock.setTimer(gracePeriodMs + abortGraceMs, () => {
    onFailure(
      new ManagerStoppedError(`Cannot end in good order: after ${gracePeriodMs + abortGraceMs} ms a hook still runs`),
    );
    tooLate.resolve();
  });
  const running = hooks.map(async (hook) => await hook({ signal: stop.signal }).catch(onFailure));
  await Promise.race([Promise.all(running), tooLate.promise]);
}
