/** Timers, as in kopf: a daemon that calls a function at intervals. */
import { assertNumbers, numberRules } from "@kubewright/async";
import type { KubernetesObject } from "@kubewright/apimachinery";
import type { Daemon, DaemonContext } from "./daemon-task.ts";

export interface TimerOptions<T extends KubernetesObject> {
  /** The pause between the end of a call and the next one. */
  readonly intervalMs: number;
  /** Measures the interval from the start of a call. Calls that would overlap are left out. Default false. */
  readonly sharp?: boolean;
  /** Calls only objects that have not changed for this time. Default 0. */
  readonly idleMs?: number;
  /** The time before the first call. Default 0. */
  readonly initialDelayMs?: number;
  readonly call: (context: DaemonContext<T>) => Promise<void>;
}

/**
 * Creates a daemon that calls a function at intervals. A call that throws is repeated after the pause of the daemon.
 *
 * ```ts
 * addDaemon(manager, { type: MyJob, name: "probe", finalizer: "example.dev/probe", daemon: timer({ intervalMs: 60_000, call: probe }) });
 * ```
 *
 * @throws {RangeError} if `intervalMs` is not a positive number, or `idleMs` or `initialDelayMs` is negative or NaN.
 */
export function timer<T extends KubernetesObject>(options: TimerOptions<T>): Daemon<T> {
  const { intervalMs, sharp = false, idleMs = 0, initialDelayMs = 0, call } = options;
  assertNumbers("Cannot create a timer", { intervalMs }, numberRules.positiveMs);
  assertNumbers("Cannot create a timer", { idleMs, initialDelayMs }, numberRules.fromZeroMs);
  return async (context) => {
    const { clock, signal } = context;
    if (initialDelayMs > 0) await clock.sleep(initialDelayMs, { signal });
    for (;;) {
      for (let leftMs = idleLeftMs(context, idleMs); leftMs > 0; leftMs = idleLeftMs(context, idleMs)) {
        await clock.sleep(leftMs, { signal });
      }
      const startedAtMs = clock.now();
      await call(context);
      const elapsedMs = sharp ? (clock.now() - startedAtMs) % intervalMs : 0;
      await clock.sleep(intervalMs - elapsedMs, { signal });
    }
  };
}

function idleLeftMs<T extends KubernetesObject>({ clock, changedAtMs }: DaemonContext<T>, idleMs: number): number {
  return changedAtMs + idleMs - clock.now();
}
