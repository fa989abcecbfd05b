/** `kubewright delete`: deletes the objects in files from a cluster. */
import { keyOf } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import { stopOnSignals } from "@kubewright/runtime";

import type { CommandContext } from "../command.ts";
import { CommandError } from "../io.ts";
import { openClient } from "../cluster/open-client.ts";
import type { ClusterChoice } from "../cluster/open-client.ts";
import { placeObject, readObjects } from "./placed-objects.ts";

export interface DeleteFlags extends ClusterChoice {
  readonly filename: readonly string[];
  readonly namespace?: string;
  /** Do not fail if an object does not exist. */
  readonly ignoreNotFound?: boolean;
}

/**
 * Deletes the objects in reverse order of their dependencies. Finalizers may delay a deletion; the command does not wait for them.
 *
 * @throws {CommandError} when a file is invalid, or objects do not exist (after the others were deleted); `ApiError` when the server
 * rejects a request.
 */
export async function runDelete(
  flags: DeleteFlags,
  { io, signals }: Pick<CommandContext, "io" | "signals">,
): Promise<void> {
  using stop = stopOnSignals(signals);
  const { signal } = stop;
  const objects = await readObjects(flags.filename, { action: "delete objects", io });
  await using opened = await openClient(flags, { io, clock: createSystemClock(), fieldManager: "kubewright" });
  const { client } = opened;
  const namespace = flags.namespace ?? opened.namespace;
  const missing: string[] = [];
  for (const object of objects.toReversed()) {
    const placed = await placeObject(object, { client, namespace, signal });
    const stored = placed && (await client.get(placed.type, keyOf(placed.object), { signal }));
    if (stored === undefined) {
      missing.push(placed?.name ?? `${object.kind?.toLowerCase()}/${object.metadata?.name}`); // An unknown kind has no objects.
      continue;
    }
    await client.delete(stored, { signal });
    io.out(`${placed?.name} deleted\n`);
  }
  if (missing.length > 0 && flags.ignoreNotFound !== true) {
    throw new CommandError(`Cannot delete ${missing.join(", ")}: not found: use --ignore-not-found to ignore this`);
  }
}
