/** Assertions that are repeated until they hold, or as long as they hold, as Gomega's Eventually and Consistently, for any test framework. */
import { abortable, assertNumbers, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { EnvironmentError } from "../errors.ts";
import { describeErrors } from "../operator/operator-log.ts";
import type { OperatorLog } from "../operator/operator-log.ts";
import { untilStalled } from "../stalled-clock.ts";
import { throwIfFailed, defaultWaitTimeoutMs } from "../operator/wait-timeout.ts";

/** An environment has these fields: `eventually(probe, env)`. */
export interface RepeatOptions {
  readonly clock: Clock;
  /** The pause between two calls, in milliseconds. Default 50. */
  readonly intervalMs?: number;
  /** Ends the repetition. The signal of an environment is aborted when the operator under test fails. */
  readonly signal?: AbortSignal | undefined;
  /** The errors in this log are part of the message after a timeout. */
  readonly operatorLog?: OperatorLog | undefined;
}

export interface EventuallyOptions extends RepeatOptions {
  /** Default `defaultWaitTimeoutMs`. */
  readonly timeoutMs?: number;
}

export interface ConsistentlyOptions extends RepeatOptions {
  /** How long the assertions must hold, in milliseconds. */
  readonly durationMs: number;
}

const defaultIntervalMs = 50;

/**
 * Calls `probe` until it does not throw, and resolves with its result. For one object `waitFor` is better: it uses a watch.
 *
 * ```ts
 * await eventually(async () => {
 *   assert.equal((await Array.fromAsync(env.client.list(Pod, { namespace }))).length, 3);
 * }, env);
 * ```
 *
 * @throws {EnvironmentError} after the timeout, with the last error of `probe` as its cause. After a second if `clock` is a virtual clock that nothing
 * advances: use `clock.runUntilSettled(eventually(…))`.
 */
export async function eventually<T>(
  probe: () => T | Promise<T>,
  { clock, timeoutMs = defaultWaitTimeoutMs, intervalMs = defaultIntervalMs, ...options }: EventuallyOptions,
): Promise<T> {
  assertNumbers("Cannot repeat an assertion", { timeoutMs, intervalMs }, numberRules.fromZeroMs);
  const deadline = clock.now() + timeoutMs;
  using link = untilStalled("eventually", clock, options.signal);
  const { signal } = link;
  for (;;) {
    throwIfFailed(signal);
    try {
      return await abortable(Promise.try(probe), signal);
    } catch (error) {
      throwIfFailed(signal);
      if (clock.now() >= deadline) {
        throw new EnvironmentError(
          `The assertion does not hold after ${timeoutMs} ms: ${messageOf(error)}${describeErrors(options.operatorLog)}`,
          { cause: error },
        );
      }
    }
    await pause(clock, intervalMs, signal);
  }
}

/**
 * Calls `probe` for the duration and resolves with its last result.
 *
 * @throws {EnvironmentError} as soon as `probe` throws, with its error as the cause.
 */
export async function consistently<T>(
  probe: () => T | Promise<T>,
  { clock, durationMs, intervalMs = defaultIntervalMs, ...options }: ConsistentlyOptions,
): Promise<T> {
  assertNumbers("Cannot repeat an assertion", { durationMs, intervalMs }, numberRules.fromZeroMs);
  const start = clock.now();
  using link = untilStalled("consistently", clock, options.signal);
  const { signal } = link;
  for (;;) {
    throwIfFailed(signal);
    let result: T;
    try {
      result = await abortable(Promise.try(probe), signal);
    } catch (error) {
      throwIfFailed(signal);
      throw new EnvironmentError(
        `The assertion held for ${clock.now() - start} ms, must hold for ${durationMs} ms: ${messageOf(error)}${describeErrors(options.operatorLog)}`,
        { cause: error },
      );
    }
    if (clock.now() - start >= durationMs) return result;
    await pause(clock, Math.min(intervalMs, start + durationMs - clock.now()), signal);
  }
}

async function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await clock.sleep(ms, { signal });
  } catch (error) {
    throwIfFailed(signal);
    throw error;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
