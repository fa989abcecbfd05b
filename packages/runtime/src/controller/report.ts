/** Logs the outcomes of reconciles. */
import type { Logger } from "@kubewright/telemetry";
import type { Outcome } from "./outcome.ts";

/** Logs the outcome of a reconcile. Conflicts are normal and logged at debug level. */
export function report(outcome: Outcome, log: Logger): void {
  switch (outcome.kind) {
    case "requeue":
      log.debug("The object changed during the reconcile, reconciling again", { error: outcome.error });
      return;
    case "terminal_error":
      log.error("Reconcile failed terminally, waiting for a change of the object", { error: outcome.error });
      return;
    case "panic":
      log.error("Reconcile panicked, retrying", { error: outcome.error });
      return;
    case "timeout":
    case "error":
      log.error("Reconcile failed, retrying", { error: outcome.error });
      return;
    case "success":
    case "requeue_after":
      log.debug("Reconciled");
  }
}
