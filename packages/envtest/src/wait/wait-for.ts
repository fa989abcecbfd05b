/** Waits of tests for the state of one object: `waitFor` of the client, with a timeout, the last state in its error, and the failure of an operator. */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { formatKey } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { isWaitTimeoutError, waitFor as waitForObject } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";
import { describeErrors } from "../operator/operator-log.ts";
import type { OperatorLog } from "../operator/operator-log.ts";
import { untilStalled } from "../stalled-clock.ts";
import { throwIfFailed, defaultWaitTimeoutMs } from "../operator/wait-timeout.ts";

export interface WaitOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Default `defaultWaitTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
  /** The errors in this log are part of the message after the timeout. */
  readonly operatorLog?: OperatorLog | undefined;
}

/**
 * Resolves with the object, or `undefined` if it does not exist, as soon as `condition` holds for it. The condition is tested once, and after every
 * change.
 *
 * ```ts
 * const pod = await waitFor(Pod, key, (found) => found?.status?.phase === "Running", env);
 * ```
 *
 * @throws {EnvironmentError} after the timeout; it contains the last state. After a second if `clock` is a virtual clock that nothing advances: use
 * `clock.runUntilSettled(waitFor(…))`.
 */
export async function waitFor<T extends KubernetesObject>(
  type: ResourceType<T>,
  key: ObjectKey,
  condition: (object: Stored<T> | undefined) => boolean,
  { client, clock, timeoutMs = defaultWaitTimeoutMs, operatorLog, ...options }: WaitOptions,
): Promise<Stored<T> | undefined> {
  using link = untilStalled("waitFor", clock, options.signal);
  const { signal } = link;
  try {
    return await waitForObject(client, type, key, condition, { clock, timeoutMs, signal });
  } catch (error) {
    throwIfFailed(signal);
    if (!isWaitTimeoutError(error)) throw error;
    const name = condition.name === "" ? "" : ` ${condition.name}`;
    throw new EnvironmentError(
      `Cannot wait longer for ${type.kind} "${formatKey(key)}": the condition${name} does not hold after ${timeoutMs} ms, it is ${textOf(error.object)}${describeErrors(operatorLog)}`,
      { cause: error },
    );
  }
}

/** Without managedFields, which are longer than the other fields. */
function textOf(object: KubernetesObject | undefined): string {
  if (!object) return "not there";
  const { managedFields: _bookkeeping, ...metadata } = object.metadata ?? {};
  return JSON.stringify({ ...object, metadata });
}
