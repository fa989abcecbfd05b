// Limits new Events about one object, so that a reconciler in a loop with a new reason each time does not fill the storage of the cluster.
// The numbers are those of client-go's spam filter: 25 at once, then one in five minutes.

import type { Clock } from "@kubewright/async";

import type { RecordedEvent } from "./event-object.ts";

const burst = 25;
const refillMs = 300_000;

/** The largest number of tracked objects. An object that is no longer tracked has its full burst again. */
const objectsMax = 4_096;

export interface ObjectLimit {
  /** Whether one more Event about this object is allowed now. If so, the Event is counted. */
  take(event: RecordedEvent): boolean;
}

export function createObjectLimit(clock: Clock): ObjectLimit {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take({ regarding }) {
      const key = JSON.stringify([
        regarding.apiVersion,
        regarding.kind,
        regarding.namespace,
        regarding.name,
        regarding.uid,
      ]);
      const now = clock.now();
      const { tokens, at } = buckets.get(key) ?? { tokens: burst, at: now };
      const available = Math.min(burst, tokens + (now - at) / refillMs);
      // Deleting first moves the key to the end of the map, whose first key is evicted.
      buckets.delete(key);
      buckets.set(key, { tokens: available >= 1 ? available - 1 : available, at: now });
      if (buckets.size > objectsMax) {
        const [oldest] = buckets.keys();
        if (oldest !== undefined) buckets.delete(oldest);
      }
      return available >= 1;
    },
  };
}
