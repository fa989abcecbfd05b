/** Waiting for a state instead of sleeping: the one way in which a test may wait. */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { formatKey, isExpired } from "@kubewright/apimachinery";
import { deadlineSignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";

/** How long a state is waited for when the caller does not say; a busy machine with a real server needs some of it. */
export const waitTimeoutMs = 30_000;

export interface WaitOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** Default `waitTimeoutMs`. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Resolves with the object, or `undefined` if it does not exist, as soon as `condition` holds for it. The condition is tested once, and after every
 * change.
 *
 * ```ts
 * const pod = await waitFor(Pod, key, (found) => found?.status?.phase === "Running", env);
 * ```
 *
 * @throws {EnvironmentError} after the timeout; it shows the last state that was seen.
 */
export async function waitFor<T extends KubernetesObject>(
  type: ResourceType<T>,
  key: ObjectKey,
  condition: (object: Stored<T> | undefined) => boolean,
  { client, clock, timeoutMs = waitTimeoutMs, signal }: WaitOptions,
): Promise<Stored<T> | undefined> {
  using deadline = deadlineSignal(clock, timeoutMs, signal);
  let last: Stored<T> | undefined;
  try {
    for (;;) {
      last = await client.get(type, key, { signal: deadline.signal });
      if (condition(last)) return last;
      try {
        for await (const event of changes(last)) {
          last = event.type === "DELETED" ? undefined : event.object;
          if (condition(last)) return last;
        }
      } catch (error) {
        if (!isExpired(error)) throw error; // The version we had is compacted away: what is there now tells.
      }
    }
  } catch (error) {
    if (!deadline.signal.aborted || signal?.aborted) throw error;
    throw new EnvironmentError(
      `Cannot wait longer for ${type.kind} "${formatKey(key)}": the condition does not hold after ${timeoutMs} ms, it is ${textOf(last)}`,
      { cause: error },
    );
  }

  function changes(from: Stored<T> | undefined): ReturnType<typeof client.watch<T>> {
    return client.watch(type, {
      fieldSelector: `metadata.name=${key.name}`,
      signal: deadline.signal,
      ...(key.namespace === undefined ? {} : { namespace: key.namespace }),
      ...(from === undefined ? {} : { resourceVersion: from.metadata.resourceVersion }),
    });
  }
}

/** Without the bookkeeping, which is longer than the rest and says nothing about a state. */
function textOf(object: Stored<KubernetesObject> | undefined): string {
  if (!object) return "not there";
  const { managedFields: _bookkeeping, ...metadata } = object.metadata;
  return JSON.stringify({ ...object, metadata });
}
