/** The abort reasons of the signals of this package. Aborted operations reject with them. */

// Symbol.for: two copies of this package recognise each other's errors.
const deadlineErrorBrand: symbol = Symbol.for("@kubewright/async/DeadlineError");
const stoppedErrorBrand: symbol = Symbol.for("@kubewright/async/StoppedError");

/** A deadline has passed. */
export class DeadlineError extends Error {
  override readonly name = "DeadlineError";
  /** The timeout in milliseconds. */
  readonly timeoutMs: number;

  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`Deadline exceeded: it took longer than ${timeoutMs} ms`, options);
    Object.defineProperty(this, deadlineErrorBrand, { value: true });
    this.timeoutMs = timeoutMs;
  }
}

/** The owner of a task stopped it, which is not a failure of the task. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  /** `subject` names the stopped task, such as `task "watch pods"`. */
  constructor(subject: string, options?: ErrorOptions) {
    super(`Stopped by its owner: ${subject}`, options);
    Object.defineProperty(this, stoppedErrorBrand, { value: true });
  }
}

/** Whether `error` is a `DeadlineError`, of this or another copy of this package. */
export function isDeadlineError(error: unknown): error is DeadlineError {
  return error instanceof Error && deadlineErrorBrand in error;
}

/** Whether `error` is a `StoppedError`, of this or another copy of this package. */
export function isStoppedError(error: unknown): error is StoppedError {
  return error instanceof Error && stoppedErrorBrand in error;
}
