/** How often reads could not wait for the cache. controller-runtime has no such guard, so the name is ours. */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";

/** A kind in the words of its labels. */
export interface CachedKind {
  readonly group: string;
  readonly kind: string;
}

export function createCacheLateCounter(registers: Registry[]): (type: CachedKind) => void {
  const late = new Counter({
    name: "kubewright_cache_late_total",
    help: "Reads that went to the server because the cache had not reached a write of our own in time",
    labelNames: ["group", "kind"],
    registers,
  });
  return ({ group, kind }) => late.inc({ group, kind });
}
