// The loop of updates and deletes. An attempt loads the stored entry, decides on it, may wait for admission, and stores its result only if the entry is
// still the stored one. If another writer has replaced or removed it, the whole attempt is repeated. So a write conflicts only with the preconditions of
// its client, and has no retry limit but its deadline.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/storage/interfaces.go (GuaranteedUpdate)
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import type { Awaitable } from "./awaitable.ts";
import { assertActive } from "./deadline.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import type { WriteTarget } from "./write-target.ts";

/**
 * Decides on the entry that is stored now (`undefined`: there is no object) and stores the outcome. Returns `undefined` if the stored entry
 * changed while the attempt waited; nothing is stored then. An attempt that does not wait always has an outcome.
 */
export type Attempt<T> = (entry: StoredEntry | undefined) => Awaitable<T | undefined>;

/**
 * Repeats an attempt until it has an outcome.
 *
 * @throws {ApiError} what an attempt throws; what `assertActive` throws between two attempts.
 */
export async function guaranteedUpdate<T>(
  engine: Engine,
  { resource, namespace, name, context }: WriteTarget,
  attempt: Attempt<T>,
): Promise<T> {
  const table = tableOf(engine, resource);
  const key = entryKey(namespace, name);
  for (;;) {
    const attempted = attempt(table.get(key));
    const outcome = attempted instanceof Promise ? await attempted : attempted;
    if (outcome !== undefined) return outcome;
    assertActive(context);
  }
}
