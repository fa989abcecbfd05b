/** Every place that is accepted as not reached. An entry whose place is reached, or no longer exists, fails a test. */
import { coreDeviations } from "./core.ts";
import type { ValidationDeviation } from "./deviation.ts";
import { podDeviations } from "./pod.ts";
import { workloadDeviations } from "./workloads.ts";

export const validationDeviations: readonly ValidationDeviation[] = [
  ...podDeviations,
  ...coreDeviations,
  ...workloadDeviations,
];

/** The deviation with the reason why this site is not reached. */
export function deviationOf(id: string): ValidationDeviation | undefined {
  return validationDeviations.find((deviation) => concerns(deviation, id));
}

export function concerns({ site }: ValidationDeviation, id: string): boolean {
  return site.endsWith("*") ? id.startsWith(site.slice(0, -1)) : id === site;
}
