/** How often reads could not wait for the cache. controller-runtime has no such guard, so the name is ours. */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";
import type { CacheObserver } from "../observe/cache-observer.ts";

export function createCacheMetrics(registers: Registry[]): Required<CacheObserver> {
  const late = new Counter({
    name: "kubewright_cache_late_total",
    help: "Reads that went to the server because the cache had not reached a write of this process in time",
    labelNames: ["group", "kind"],
    registers,
  });
  return { late: ({ type: { group, kind } }) => late.inc({ group, kind }) };
}
