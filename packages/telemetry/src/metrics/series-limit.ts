/**
 * A bound on what labels may cost. Each combination of label values is kept in memory and sent with every scrape for as long as the program
 * runs, so a label that holds a name from outside (of an object, of a user) would let anyone who chooses names fill both.
 */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";

/** How many combinations of label values one metric may have. The widest of the standard metrics stay far below. */
export const seriesMax = 1_000;

/** Whether a sample with these label values may be taken: it has a series already, or one may begin. */
export type SeriesLimit = (values: Readonly<Record<string, string | number>>) => boolean;

/** Limits for any number of metrics, and a counter of what they refused. */
export function createSeriesLimits(
  registers: Registry[],
): (metric: string, labelNames: readonly string[]) => SeriesLimit {
  const refused = new Counter({
    name: "kubewright_metrics_refused_samples_total",
    help: `Samples that were left out because their metric has ${seriesMax} combinations of label values already`,
    labelNames: ["metric"],
    registers,
  });
  return (metric, labelNames) => {
    const known = new Set<string>();
    return (values) => {
      if (labelNames.length === 0) return true;
      const series = JSON.stringify(labelNames.map((name) => values[name]));
      if (known.has(series)) return true;
      if (known.size < seriesMax) {
        known.add(series);
        return true;
      }
      refused.inc({ metric });
      return false;
    };
  };
}
