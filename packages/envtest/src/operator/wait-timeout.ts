/** The default timeout of waits, and how the failure of an operator under test ends them. */
import { OperatorError } from "./errors.ts";

/** The default timeout of waits, in milliseconds: long enough for a busy machine with a real server. */
export const defaultWaitTimeoutMs = 30_000;

/** Throws the signal's reason if it is aborted. An `OperatorError` counts as reported. */
export function throwIfFailed(signal: AbortSignal | undefined): void {
  if (!signal?.aborted) return;
  if (signal.reason instanceof OperatorError) signal.reason.isReported = true;
  signal.throwIfAborted();
}
