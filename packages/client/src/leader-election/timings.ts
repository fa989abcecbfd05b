/** Validates the timings of an election: invalid timings would allow two leaders, or no leader for a long time. */
import { assertNumbers, numberRules } from "@kubewright/async";
import type { ElectionTimings } from "./election-state.ts";

/** @throws {RangeError} that names the invalid field. */
export function checkElectionTimings({
  leaseDurationMs,
  renewDeadlineMs,
  retryPeriodMs,
}: ElectionTimings): ElectionTimings {
  assertNumbers("Cannot elect a leader", { leaseDurationMs, renewDeadlineMs, retryPeriodMs }, numberRules.fromZeroMs);
  if (!(leaseDurationMs >= 1000) || !Number.isInteger(leaseDurationMs / 1000)) {
    throw wrong("leaseDurationMs", leaseDurationMs, "whole seconds, at least 1000: the Lease stores seconds");
  }
  if (!(renewDeadlineMs < leaseDurationMs)) {
    throw wrong("renewDeadlineMs", renewDeadlineMs, `less than leaseDurationMs, which is ${leaseDurationMs}`);
  }
  if (!(retryPeriodMs > 0) || !(retryPeriodMs < renewDeadlineMs)) {
    throw wrong(
      "retryPeriodMs",
      retryPeriodMs,
      `more than 0 and less than renewDeadlineMs, which is ${renewDeadlineMs}`,
    );
  }
  return { leaseDurationMs, renewDeadlineMs, retryPeriodMs };
}

function wrong(field: string, value: number, wanted: string): RangeError {
  return new RangeError(`Cannot elect a leader: ${field} is ${value}, must be ${wanted}`);
}
