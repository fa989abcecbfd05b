/** The outcomes of reconciles, with their names in the metrics. */
import { isApplyConflict, isConflict } from "@kubewright/apimachinery";
import { isAbort } from "@kubewright/async";
import { isReconcileTimeoutError, isTerminalError } from "../errors.ts";
import type { Reconciler, Result } from "../reconcile/reconciler.ts";
import { isPanic } from "./panic.ts";

export type Outcome =
  | { readonly kind: "success" }
  | { readonly kind: "requeue_after"; readonly afterMs: number; readonly priority: number | undefined }
  /** Another writer changed the object first: reconcile again without an error in the log. */
  | { readonly kind: "requeue"; readonly error: unknown }
  | { readonly kind: "error" | "terminal_error" | "timeout" | "panic"; readonly error: unknown };

/** Runs `reconcile` and never throws. An abort by `signal` counts as success: the controller stops, so there is no retry. */
export async function outcomeOf(reconcile: () => ReturnType<Reconciler>, signal: AbortSignal): Promise<Outcome> {
  try {
    const { requeueAfterMs, priority }: Result = (await reconcile()) ?? {};
    if (requeueAfterMs === undefined) return { kind: "success" };
    if (!(requeueAfterMs >= 0)) {
      throw new RangeError(
        `Cannot requeue: requeueAfterMs is ${requeueAfterMs}, must be a number of milliseconds from 0`,
      );
    }
    return { kind: "requeue_after", afterMs: requeueAfterMs, priority };
  } catch (error) {
    return outcomeOfError(error, signal);
  }
}

function outcomeOfError(error: unknown, signal: AbortSignal): Outcome {
  if (isAbort(error, signal)) return { kind: "success" };
  if (isTerminalError(error)) return { kind: "terminal_error", error };
  if (isReconcileTimeoutError(error)) return { kind: "timeout", error };
  // A conflict with another field manager is not resolved by a retry.
  if (isConflict(error) && !isApplyConflict(error)) return { kind: "requeue", error };
  return { kind: isPanic(error) ? "panic" : "error", error };
}

export function errorOf(outcome: Outcome): unknown {
  return "error" in outcome ? outcome.error : undefined;
}
