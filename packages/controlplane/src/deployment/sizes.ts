/**
 * The next size of each ReplicaSet of a Deployment, as pure functions. A rollout calls them after each change of the Pods
 * until no size changes.
 */
import type { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import type { Stored } from "@kubewright/apimachinery";
import { bornMs, bounds, grownSize, lastMaxReplicas, replicasOf, sumOfReplicas } from "./replica-sets.ts";
import type { ReplicaSets } from "./replica-sets.ts";

type Set = Stored<ReplicaSet>;

/** A set and its new size. */
export interface Resize {
  readonly set: Set;
  readonly replicas: number;
}

/** A step of a rolling update: scales the new set up within `maxSurge`, otherwise the old sets down within `maxUnavailable`. */
export function rollingSizes(deployment: Deployment, { current, old }: ReplicaSets): readonly Resize[] {
  const wanted = replicasOf(deployment);
  const { unavailable } = bounds(deployment);
  const all = current ? [...old, current] : old;
  if (current && replicasOf(current) !== wanted) {
    const own = replicasOf(current);
    const size = grownSize(deployment, own, sumOfReplicas(all));
    if (size !== own) return [{ set: current, replicas: size }];
  }

  const available = all.reduce((total, set) => total + availableOf(set), 0);
  const missingOfNew = current ? replicasOf(current) - availableOf(current) : 0;
  const removable = sumOfReplicas(all) - (wanted - unavailable) - missingOfNew;
  if (removable <= 0) return [];
  const before = old.map((set): Resize => ({ set, replicas: replicasOf(set) }));
  const unhealthy = takeDown(before, removable, ({ set, replicas }) => replicas - availableOf(set));
  const healthy = takeDown(unhealthy, available - (wanted - unavailable), ({ replicas }) => replicas);
  return healthy.filter(({ set, replicas }) => replicas !== replicasOf(set));
}

/** Scales all old sets down before the new one up. */
export function recreateSizes(
  deployment: Deployment,
  { current, old }: ReplicaSets,
  arePodsLeft: boolean,
): readonly Resize[] {
  const left = old.filter((set) => replicasOf(set) > 0);
  if (left.length > 0) return left.map((set) => ({ set, replicas: 0 }));
  if (arePodsLeft || !current || replicasOf(current) === replicasOf(deployment)) return [];
  return [{ set: current, replicas: replicasOf(deployment) }];
}

/** Distributes a change of the Deployment's size: to the only active set, or during a rollout to all active sets in proportion to their sizes. */
export function resizedSizes(deployment: Deployment, { current, old }: ReplicaSets): readonly Resize[] {
  const wanted = replicasOf(deployment);
  const all = current ? [...old, current] : old;
  const active = all.filter((set) => replicasOf(set) > 0);
  const [only = current ?? all.at(-1)] = active;
  if (active.length <= 1) return only && replicasOf(only) !== wanted ? [{ set: only, replicas: wanted }] : [];
  if (current && replicasOf(current) === wanted && availableOf(current) === wanted) {
    return active.filter((set) => set !== current).map((set) => ({ set, replicas: 0 }));
  }
  if (deployment.spec?.strategy?.type === "Recreate") return [];

  const allowed = wanted > 0 ? wanted + bounds(deployment).surge : 0;
  const difference = allowed - sumOfReplicas(active);
  // Among sets of equal size the newer ones grow first, and the older ones shrink first.
  const byAge = active.toSorted((a, b) => bornMs(a) - bornMs(b));
  const inTurn = difference > 0 ? byAge.toReversed() : byAge;
  const bySize = inTurn.toSorted((a, b) => replicasOf(b) - replicasOf(a));
  let left = difference;
  const sizes = bySize.map((set) => {
    const share = Math.round((replicasOf(set) * allowed) / lastMaxReplicas(deployment, set)) - replicasOf(set);
    const part = difference > 0 ? clamp(share, 0, left) : clamp(share, left, 0);
    left -= part;
    return { set, replicas: replicasOf(set) + part };
  });
  const [largest, ...others] = sizes;
  if (!largest) return [];
  return [{ ...largest, replicas: Math.max(0, largest.replicas + left) }, ...others];
}

/** The sizes after `count` Pods were removed, in the order of the sets, and at most `limit` of each. */
function takeDown(sizes: readonly Resize[], count: number, limit: (size: Resize) => number): readonly Resize[] {
  let left = Math.max(0, count);
  return sizes.map((size) => {
    const taken = clamp(limit(size), 0, left);
    left -= taken;
    return { ...size, replicas: size.replicas - taken };
  });
}

/** The number of available Pods. Pods that the set is about to delete do not count, even if the status still has them. */
function availableOf(set: ReplicaSet): number {
  return Math.min(set.status?.availableReplicas ?? 0, replicasOf(set));
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
