/** Logs the first error of an observer. */
import type { ObserverErrorHandler } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";

export function reportObserverError(log: Logger): ObserverErrorHandler {
  return (method, error) =>
    log.error("Observer failed, its further errors are not reported", { observerMethod: method, error });
}
