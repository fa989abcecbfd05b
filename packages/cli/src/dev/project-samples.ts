/** The project's samples, applied once so that there is something to look at. */
import type { KubernetesObject } from "@kubewright/apimachinery";
import { groupVersionKindOf } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { readManifests } from "@kubewright/envtest";

import { CommandError } from "../io.ts";

export interface SamplesOptions {
  /** Absolute. */
  readonly folder: string;
  readonly client: Client;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The operator's webhooks are asked about samples, and may not answer yet. */
const webhooksWithinMs = 30_000;
const askAgainAfterMs = 200;

/**
 * Applies the objects of the folder, into the namespace "default" where they name none. Gives `Kind namespace/name` of each.
 *
 * @throws {CommandError} when the cluster does not know a kind; `EnvironmentError` when a file is wrong; `ApiError` when the server refuses one.
 */
export async function applySamples({ folder, client, clock, signal }: SamplesOptions): Promise<readonly string[]> {
  const objects = await readManifests([folder], { action: "apply samples", kinds: "all" });
  const applied: string[] = [];
  for (const object of objects.filter(({ kind }) => kind !== "Kustomization")) {
    const placed = await inNamespace(object, client, signal);
    const deadline = clock.now() + webhooksWithinMs;
    for (;;) {
      try {
        await client.apply(placed, { force: true, signal });
        break;
      } catch (error) {
        const isEarly = error instanceof Error && error.message.includes("failed calling webhook");
        if (!isEarly || clock.now() > deadline) throw error;
      }
      await clock.sleep(askAgainAfterMs, { signal });
    }
    const { namespace, name = "" } = placed.metadata ?? {};
    applied.push(`${placed.kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`);
  }
  return applied;
}

async function inNamespace(object: KubernetesObject, client: Client, signal: AbortSignal): Promise<KubernetesObject> {
  const { apiVersion = "", kind = "", metadata } = object;
  const type = await client.mapper.resourceFor(groupVersionKindOf(object), { signal });
  if (!type) {
    throw new CommandError(
      `Cannot apply the sample ${kind} "${metadata?.name ?? ""}": the cluster does not know ${kind} of ${apiVersion}`,
    );
  }
  if (!type.namespaced || metadata?.namespace !== undefined) return object;
  return { ...object, metadata: { ...metadata, namespace: "default" } };
}
