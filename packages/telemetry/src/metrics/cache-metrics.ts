/** Reads that bypassed the cache. controller-runtime has no equivalent metric. */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";
import type { CacheObserver } from "../observe/cache-observer.ts";

export function createCacheMetrics(registers: Registry[]): Required<CacheObserver> {
  const late = new Counter({
    name: "kubewright_cache_late_total",
    help: "Total number of reads sent to the API server because the cache lagged behind a write of this process",
    labelNames: ["group", "kind"],
    registers,
  });
  const bypassed = new Counter({
    name: "kubewright_cache_bypassed_total",
    help: "Total number of kinds read from the API server because it refused the list for the cache",
    labelNames: ["group", "kind"],
    registers,
  });
  const countBypassed: CacheObserver["bypassed"] = ({ type: { group, kind } }) => bypassed.inc({ group, kind });
  return { bypassed: countBypassed, late: ({ type: { group, kind } }) => late.inc({ group, kind }) };
}
