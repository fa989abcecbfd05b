/** Logs the error that ends the process, with the controller whose reconcile caused it. */
import type { Logger } from "@kubewright/telemetry";
import { activeController } from "../controller/active-controller.ts";

/** The part of `process` that `logCrashes` uses. */
export interface CrashSource {
  on(event: "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
  off(event: "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
}

/**
 * Logs uncaught exceptions and unhandled rejections. Node then ends the process, as Go does after a panic in a goroutine, because the state of the
 * program is undefined. Disposing the result removes the listener.
 */
export function logCrashes(source: CrashSource, log: Logger): Disposable {
  const onCrash = (error: unknown): void => {
    const controller = activeController();
    log.error("The process ends: an exception was not caught, or a rejected promise was not awaited", {
      ...(controller === undefined ? {} : { controller }),
      error,
    });
  };
  source.on("uncaughtExceptionMonitor", onCrash);
  return { [Symbol.dispose]: () => void source.off("uncaughtExceptionMonitor", onCrash) };
}
