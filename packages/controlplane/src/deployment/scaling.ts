/** Scales ReplicaSets and records Events. */
import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { Client, EventRecorder } from "@kubewright/client";
import { replicasOf, sizeAnnotations } from "./replica-sets.ts";
import type { ReplicaSets } from "./replica-sets.ts";
import type { Resize } from "./sizes.ts";

/** The dependencies of a reconcile. */
export interface Tools {
  readonly client: Client;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Scales the sets. Resolves with all sets after the change. */
export async function resize(
  deployment: Stored<Deployment>,
  { current, old }: ReplicaSets,
  sizes: readonly Resize[],
  { client, events, signal }: Tools,
): Promise<ReplicaSets> {
  const after = new Map<string, Stored<ReplicaSet>>();
  for (const { set, replicas } of sizes) {
    const before = replicasOf(set);
    const body = { metadata: { annotations: sizeAnnotations(deployment) }, spec: { replicas } };
    const scaled = await client.patch(set, { type: "merge", body }, { signal });
    after.set(set.metadata.uid, scaled);
    if (before !== replicas) tellOfScaling(events, deployment, set, before, replicas);
  }
  const asScaled = (set: Stored<ReplicaSet>): Stored<ReplicaSet> => after.get(set.metadata.uid) ?? set;
  return { current: current && asScaled(current), old: old.map(asScaled) };
}

/** Records an Event of the Deployment. */
export function tellOfScaling(
  events: EventRecorder,
  deployment: Stored<Deployment>,
  set: Stored<ReplicaSet>,
  from: number,
  to: number,
): void {
  const isUp = from < to;
  events.event(deployment, {
    type: "Normal",
    reason: "ScalingReplicaSet",
    action: isUp ? "ScaleUp" : "ScaleDown",
    note: `Scaled ${isUp ? "up" : "down"} replica set ${set.metadata.name} from ${from} to ${to}`,
    related: set,
  });
}
