/** `kubewright apply`: objects from files into a cluster, by server-side apply. What `make install` needs, without kubectl. */
import { Unstructured } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import { waitForCrd } from "@kubewright/envtest";
import { stopOnSignals } from "@kubewright/runtime";

import type { CommandContext } from "../command.ts";
import { openClient } from "../cluster/open-client.ts";
import type { ClusterChoice } from "../cluster/open-client.ts";
import { definitionKind, placeObject, readObjects, unknownKind } from "./placed-objects.ts";

export interface ApplyFlags extends ClusterChoice {
  /** Files and folders. */
  readonly filename: readonly string[];
  /** For objects that name none; default: the context's. */
  readonly namespace?: string;
  /** Who will own the fields; default `kubewright`. */
  readonly fieldManager?: string;
  /** Takes fields that others own. */
  readonly forceConflicts?: boolean;
  /** The server does everything but store. */
  readonly dryRun?: boolean;
}

/**
 * Applies the objects, and waits for each definition to be served before what may be of its kind. The first that is refused ends the command; what was
 * applied before stays, and applying again goes on from there.
 *
 * @throws {CommandError} when a file is wrong, or the cluster does not know a kind; `ApiError` when the server refuses an object.
 */
export async function runApply(
  flags: ApplyFlags,
  { io, signals }: Pick<CommandContext, "io" | "signals">,
): Promise<void> {
  using stop = stopOnSignals(signals);
  const { signal } = stop;
  const clock = createSystemClock();
  const objects = await readObjects(flags.filename, { action: "apply objects", io });
  await using opened = await openClient(flags, { io, clock, fieldManager: flags.fieldManager ?? "kubewright" });
  const { client } = opened;
  const namespace = flags.namespace ?? opened.namespace;
  const dryRun = flags.dryRun ?? false;
  for (const object of objects) {
    const placed = await placeObject(object, { client, namespace, signal });
    if (placed === undefined) throw unknownKind("apply", object);
    await client.apply(Unstructured, placed.object, {
      force: flags.forceConflicts ?? false,
      signal,
      ...(dryRun && { dryRun }),
    });
    if (placed.type.kind === definitionKind && !dryRun) await waitForCrd(placed.object, { client, clock, signal });
    io.out(`${placed.name} serverside-applied${dryRun ? " (server dry run)" : ""}\n`);
  }
}
