/** Applies the samples of the project once, so that the operator has objects. */
import { Unstructured } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";

import { placeObject, readObjects, unknownKind } from "../objects/placed-objects.ts";

export interface SamplesOptions {
  /** The absolute path of the folder. */
  readonly folder: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The API server calls the operator's webhooks for samples, and they may not respond yet. */
const webhooksWithinMs = 30_000;
const askAgainAfterMs = 200;

/**
 * Applies the objects of the folder, in the namespace "default" unless they have another. Returns `Kind namespace/name` of each.
 *
 * @throws {CommandError} when the cluster does not have a kind or a file is invalid; `ApiError` when the server rejects an object.
 */
export async function applySamples({ folder, client, clock, signal }: SamplesOptions): Promise<readonly string[]> {
  const objects = await readObjects([folder], { action: "apply samples", io: { cwd: folder } });
  const applied: string[] = [];
  for (const object of objects) {
    const placed = await placeObject(object, { client, namespace: "default", signal });
    if (placed === undefined) throw unknownKind("apply the sample", object);
    const deadline = clock.now() + webhooksWithinMs;
    for (;;) {
      try {
        await client.apply(Unstructured, placed.object, { force: true, signal });
        break;
      } catch (error) {
        const isEarly = error instanceof Error && error.message.includes("failed calling webhook");
        if (!isEarly || clock.now() > deadline) throw error;
      }
      await clock.sleep(askAgainAfterMs, { signal });
    }
    const { kind, metadata: { namespace, name = "" } = {} } = placed.object;
    applied.push(`${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`);
  }
  return applied;
}
