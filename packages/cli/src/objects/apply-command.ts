/** `kubewright apply`: applies objects from files to a cluster with server-side apply, so that `make install` needs no kubectl. */
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
  /** The namespace of objects without one. Default: that of the context. */
  readonly namespace?: string;
  /** The field manager. Default: `kubewright`. */
  readonly fieldManager?: string;
  /** Take over fields that other managers own. */
  readonly forceConflicts?: boolean;
  /** The server stores nothing. */
  readonly dryRun?: boolean;
}

/**
 * Applies the objects, and waits until each CRD is served before it applies objects of its kind. The first error ends the command; objects
 * applied before are kept, and the command can be repeated.
 *
 * @throws {CommandError} when a file is invalid, or the cluster does not have a kind; `ApiError` when the server rejects an object.
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
