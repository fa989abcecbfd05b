/** Validates the options of controllers. */
import { assertNumbers, numberRules } from "@kubewright/async";
import type { NumberRule } from "@kubewright/async";
import type { UntypedControllerOptions } from "./controller-options.ts";

/** Throws a RangeError that names the controller, the first invalid option, its value, and what was expected. */
export function assertOptions(controller: string, options: UntypedControllerOptions): void {
  const { rateLimited } = options;
  const { integerFromOne: fromOne, fromZero, fromZeroMs, positiveMs } = numberRules;
  const numbers: readonly (readonly [name: string, value: number | undefined, rule: NumberRule])[] = [
    ["maxConcurrentReconciles", options.maxConcurrentReconciles, fromOne],
    ["reconciliationTimeoutMs", options.reconciliationTimeoutMs, fromZeroMs],
    ["gracePeriodMs", options.gracePeriodMs, fromZeroMs],
    ["cacheSyncTimeoutMs", options.cacheSyncTimeoutMs, fromZeroMs],
    ["retriesMax", options.retriesMax, fromZero],
    ["retryTimeoutMs", options.retryTimeoutMs, fromZeroMs],
    ["debounceMs", options.debounceMs, fromZeroMs],
    ["rateLimited.maxReconciliations", rateLimited?.maxReconciliations, fromOne],
    ["rateLimited.withinMs", rateLimited?.withinMs, positiveMs],
  ];
  for (const [name, value, rule] of numbers) {
    assertNumbers(`Cannot create controller "${controller}"`, { [name]: value }, rule);
  }
}
