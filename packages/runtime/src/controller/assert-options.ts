/** Checks the options of controllers. */
import type { UntypedControllerOptions } from "./controller-options.ts";

/** Throws a RangeError that names the controller, the first invalid option, its value, and what was expected. */
export function assertOptions(controller: string, options: UntypedControllerOptions): void {
  const { rateLimited } = options;
  const numbers: readonly (readonly [name: string, value: number | undefined, rule: Rule])[] = [
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
    if (value === undefined || rule.holds(value)) continue;
    throw new RangeError(`Cannot create controller "${controller}": ${name} is ${value}, must be ${rule.text}`);
  }
}

interface Rule {
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

const fromOne: Rule = { text: "an integer from 1", holds: (value) => Number.isInteger(value) && value >= 1 };
const fromZero: Rule = { text: "a number from 0", holds: (value) => value >= 0 };
const fromZeroMs: Rule = { text: "a number of milliseconds from 0", holds: (value) => value >= 0 };
const positiveMs: Rule = { text: "a number of milliseconds greater than 0", holds: (value) => value > 0 };
