/** Logs the error that ends the process, with the controller whose reconcile has caused it. */
import type { Logger } from "@kubewright/telemetry";
import { activeController } from "../controller/active-controller.ts";

/** The part of `process` that is used; tests replace it. */
export interface CrashSource {
  on(event: "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
  off(event: "uncaughtExceptionMonitor", listener: (error?: unknown) => void): unknown;
}

/**
 * Logs exceptions that nothing catches and rejections that nothing awaits. Node then ends the process, as Go does after a panic of a goroutine: no code knows what state
 * they leave. Disposing the result ends the log.
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
