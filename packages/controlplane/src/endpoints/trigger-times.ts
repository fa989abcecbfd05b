/**
 * The times of the changes that trigger writes of endpoints, from which clients measure the network programming latency. They are an
 * annotation of the written endpoints.
 *
 * @see https://kubernetes.io/docs/reference/labels-annotations-taints/#endpoints-kubernetes-io-last-change-trigger-time
 */
import type { Pod, Service } from "@kubewright/api/core/v1";
import { formatKey, formatTime, parseTime } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";

export const triggerTimeAnnotation = "endpoints.kubernetes.io/last-change-trigger-time";

export interface TriggerTimes {
  /**
   * Returns the annotation for endpoints of this Service and these Pods: the creation time of a new Service, otherwise the time of the
   * earliest change since the last call. Empty if nothing with a time has changed.
   */
  next(service: Stored<Service>, pods: readonly Stored<Pod>[]): Readonly<Record<string, string>>;
  /** Forgets a deleted Service. */
  forget(key: ObjectKey): void;
}

/** `next` must be called for each reconcile, also for those without a write. */
export function createTriggerTimes(): TriggerTimes {
  /** By Service, then by the name of the Pod. */
  const known = new Map<string, ReadonlyMap<string, number>>();

  return {
    next(service, pods) {
      const key = formatKey(service.metadata);
      const before = known.get(key);
      const now = new Map(pods.flatMap((pod) => readyChangeOf(pod)));
      known.set(key, now);
      if (!before) return { [triggerTimeAnnotation]: service.metadata.creationTimestamp };
      const changed = [...now].filter(([name, time]) => time > (before.get(name) ?? 0)).map(([, time]) => time);
      return changed.length === 0 ? {} : { [triggerTimeAnnotation]: formatTime(Math.min(...changed)) };
    },
    forget: (key) => void known.delete(formatKey(key)),
  };
}

function readyChangeOf({ metadata, status }: Stored<Pod>): readonly (readonly [string, number])[] {
  const condition = status?.conditions?.find(({ type }) => type === "Ready");
  const time = parseTime(condition?.lastTransitionTime ?? "");
  return time === undefined ? [] : [[metadata.name, time]];
}
