/** `kubewright delete`: takes objects that are in files out of a cluster. */
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
  /** What is not there is no error. */
  readonly ignoreNotFound?: boolean;
}

/**
 * Asks for the deletion of the objects, those first that others may need last. Finalizers may keep an object for a while: it is not waited for.
 *
 * @throws {CommandError} when a file is wrong, or objects were not there (the others have been deleted then); `ApiError` when the server
 * refuses.
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
    throw new CommandError(`Cannot delete ${missing.join(", ")}: not found: --ignore-not-found makes that no error`);
  }
}
