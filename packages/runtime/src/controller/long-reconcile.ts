/** Reports reconciles that do not end. */
import { onAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";

/** A reconcile that runs longer than this is reported. */
const longReconcileMs = 300_000;

interface LongReconcileOptions {
  readonly clock: Clock;
  /** The log of the controller. */
  readonly log: Logger;
  readonly object: string;
  /** The signal of the reconcile. After its end, nothing is reported. */
  readonly signal: AbortSignal;
}

/** Logs a warning after 5 minutes, unless the result is disposed before. */
export function reportLongReconcile({ clock, log, object, signal }: LongReconcileOptions): Disposable {
  const timer = clock.setTimer(longReconcileMs, () => {
    log.warn("Reconcile has not ended", { object, afterMs: longReconcileMs });
  });
  const aborted = onAbort(signal, () => timer[Symbol.dispose]());
  return {
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      aborted[Symbol.dispose]();
    },
  };
}
