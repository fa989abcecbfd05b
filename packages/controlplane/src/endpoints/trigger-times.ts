/**
 * When that happened which made endpoints change, for those who measure how long it takes until traffic follows. It is noted on the
 * endpoints that are written for it, and is no part of what they say.
 *
 * @see https://kubernetes.io/docs/reference/labels-annotations-taints/#endpoints-kubernetes-io-last-change-trigger-time
 */
import type { Pod, Service } from "@kubewright/api/core/v1";
import { formatKey, formatTime, parseTime } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";

export const triggerTimeAnnotation = "endpoints.kubernetes.io/last-change-trigger-time";

export interface TriggerTimes {
  /**
   * The annotation for what is written after this look at the Service and its Pods: of a Service that is seen for the first time its
   * creation, else the earliest of the changes since the last look. Empty when nothing that has a time has changed.
   */
  next(service: Stored<Service>, pods: readonly Stored<Pod>[]): Readonly<Record<string, string>>;
  /** The Service is gone. */
  forget(key: ObjectKey): void;
}

/** Has to be told of each look, those that lead to no write too. */
export function createTriggerTimes(): TriggerTimes {
  /** By Service, and in it by the name of the Pod. */
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
