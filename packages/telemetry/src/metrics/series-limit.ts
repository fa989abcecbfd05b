/**
 * Limits the cardinality of labels. Each combination of label values stays in memory and in every scrape until the program ends.
 * A label with the name of an object or user would otherwise let anyone who chooses such names exhaust both.
 */
import { Counter } from "prom-client";
import type { Registry } from "prom-client";

/** The maximum number of label combinations per metric. The standard metrics stay far below it. */
export const seriesMax = 1_000;

/** Returns true if the series of these label values exists or may be created. */
export type SeriesLimit = (values: Readonly<Record<string, string | number>>) => boolean;

/** Creates the limit of each metric, and one counter of dropped samples. */
export function createSeriesLimits(
  registers: Registry[],
): (metric: string, labelNames: readonly string[]) => SeriesLimit {
  const refused = new Counter({
    name: "kubewright_metrics_refused_samples_total",
    help: `Samples dropped because the metric already has ${seriesMax} label combinations`,
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
