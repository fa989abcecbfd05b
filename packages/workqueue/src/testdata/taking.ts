/** Taking from a queue without waiting for keys that are not there. */
import { createVirtualClock } from "@kubewright/async";
import type { Lease, WorkQueue } from "../work-queue.ts";

/** The lease that is available now, or `undefined`. */
export async function takeNow<K>(queue: WorkQueue<K>): Promise<Lease<K> | undefined> {
  const controller = new AbortController();
  const taking = queue.take({ signal: controller.signal }).catch(() => undefined);
  await createVirtualClock().settle();
  controller.abort();
  return await taking;
}

/** The keys that can be had at this moment, in their order; each lease is ended at once. */
export async function takeAll<K>(queue: WorkQueue<K>): Promise<K[]> {
  const keys: K[] = [];
  for (;;) {
    using lease = await takeNow(queue);
    if (!lease) return keys;
    keys.push(lease.key);
  }
}
