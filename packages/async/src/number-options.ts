/**
 * Validation of numeric options. Programs read them from environments, flags and files, where NaN, strings and negative numbers occur. Without a check such a value
 * disables a limit or a period silently, because every comparison with NaN is false.
 */
import type { Backoff } from "./backoff.ts";

/** What a number must be: "must be a number from 0". */
export interface NumberRule {
  readonly text: string;
  readonly holds: (value: number) => boolean;
}

/** The rules of options. None holds for NaN. `Infinity` is a number, and no integer. */
export const numberRules: Readonly<
  Record<"fromZero" | "fromZeroMs" | "finiteFromZeroMs" | "positiveMs" | "integerFromOne" | "countFromZero", NumberRule>
> = {
  fromZero: { text: "a number from 0", holds: (value) => value >= 0 },
  fromZeroMs: { text: "a number of milliseconds from 0", holds: (value) => value >= 0 },
  finiteFromZeroMs: {
    text: "a finite number of milliseconds from 0",
    holds: (value) => value >= 0 && value < Infinity,
  },
  positiveMs: { text: "a number of milliseconds greater than 0", holds: (value) => value > 0 },
  integerFromOne: { text: "an integer from 1", holds: (value) => Number.isInteger(value) && value >= 1 },
  countFromZero: {
    text: "an integer from 0, or Infinity",
    holds: (value) => value >= 0 && (Number.isInteger(value) || value === Infinity),
  },
};

/**
 * Checks options by their names. Absent options pass.
 *
 * ```ts
 * assertNumbers("Cannot create informer of pods", { resyncPeriodMs }, numberRules.fromZeroMs);
 * ```
 *
 * @throws {RangeError} naming the first option that is not a number or violates the rule: "Cannot create informer of pods: resyncPeriodMs is NaN, must be a number of
 * milliseconds from 0".
 */
export function assertNumbers(
  action: string,
  options: Readonly<Record<string, number | undefined>>,
  { text, holds }: NumberRule,
): void {
  for (const [name, value] of Object.entries(options)) {
    // JavaScript programs pass strings, for which comparisons hold and additions do not.
    if (value === undefined || (typeof value === "number" && holds(value))) continue;
    const shown = typeof value === "number" ? String(value) : (JSON.stringify(value) ?? typeof value);
    throw new RangeError(`${action}: ${name} is ${shown}, must be ${text}`);
  }
}

const factorRule: NumberRule = { text: "a number from 1", holds: (value) => value >= 1 };
const jitterRule: NumberRule = { text: "a number from 0 to 1", holds: (value) => value >= 0 && value <= 1 };

/**
 * Checks a backoff that is the option `name`. An absent one passes.
 *
 * @throws {RangeError} naming the first field that violates its rule: "…: retry.backoff.jitter is 2, must be a number from 0 to 1".
 */
export function assertBackoff(action: string, name: string, backoff: Backoff | undefined): void {
  if (!backoff) return;
  const { initialMs, maxMs, factor, jitter } = backoff;
  assertNumbers(action, { [`${name}.initialMs`]: initialMs, [`${name}.maxMs`]: maxMs }, numberRules.fromZeroMs);
  assertNumbers(action, { [`${name}.factor`]: factor }, factorRule);
  assertNumbers(action, { [`${name}.jitter`]: jitter }, jitterRule);
}
