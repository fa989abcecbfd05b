/**
 * The states of one candidate in an election, and the transition for each outcome of a request.
 *
 * Every decision uses the candidate's monotonic clock, not the times in the Lease, which other machines wrote. A Lease has expired if it has not
 * changed for its whole duration since this candidate first read it. A leader leads for at most `renewDeadlineMs` after *sending* its last
 * accepted write; the Lease lasts `leaseDurationMs`. There are never two leaders if the rates of their clocks differ by less than
 * leaseDuration : renewDeadline.
 */
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import type { Stored } from "@kubewright/apimachinery";
import { recordOf } from "./lease-record.ts";

/** The times of an election, in milliseconds. */
export interface ElectionTimings {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** The timings of client-go and controller-runtime. */
export const defaultElectionTimings: ElectionTimings = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
};

/** The Lease in the last read, and the time of the first read that returned this version. */
export interface ObservedLease {
  readonly lease: Stored<Lease>;
  readonly since: number;
}

/**
 * A candidate becomes leading, and leading becomes lost or released. Both are final, so a process cannot begin to lead while its election ends. To
 * lead again, create a new election.
 */
export type ElectionState =
  | { readonly kind: "candidate"; readonly observed?: ObservedLease }
  | { readonly kind: "leading"; readonly observed: ObservedLease; readonly until: number }
  | { readonly kind: "lost"; readonly cause: "expired" | "taken" }
  | { readonly kind: "released" };

/** The outcome of a request or a wait; times are of the monotonic clock. */
export type ElectionOutcome =
  /** A read returned the Lease, or undefined because it does not exist. */
  | { readonly kind: "seen"; readonly lease: Stored<Lease> | undefined; readonly at: number }
  /** A write of this process was accepted. `sentAt` is the time before it was sent: the Lease begins no earlier. */
  | { readonly kind: "written"; readonly lease: Stored<Lease>; readonly sentAt: number; readonly at: number }
  /** Time has passed without a usable response. */
  | { readonly kind: "waited"; readonly at: number }
  /** This process stops. */
  | { readonly kind: "stopped" };

/** Returns the state after `outcome`. */
export function nextElectionState(
  state: ElectionState,
  outcome: ElectionOutcome,
  { identity, timings }: { readonly identity: string; readonly timings: ElectionTimings },
): ElectionState {
  if (state.kind === "lost" || state.kind === "released") return state;
  if (outcome.kind === "stopped") return { kind: "released" };
  // Checked first: a response that arrives after the end does not prolong a term.
  if (state.kind === "leading" && outcome.at >= state.until) return { kind: "lost", cause: "expired" };
  switch (outcome.kind) {
    case "waited":
      return state;
    case "written": {
      const until = outcome.sentAt + timings.renewDeadlineMs;
      const observed = { lease: outcome.lease, since: outcome.at };
      return outcome.at < until ? { kind: "leading", observed, until } : { kind: "candidate", observed };
    }
    case "seen":
      if (state.kind === "leading") {
        if (!outcome.lease || recordOf(outcome.lease).holder !== identity) return { kind: "lost", cause: "taken" };
        return { ...state, observed: { lease: outcome.lease, since: outcome.at } };
      }
      return seenByCandidate(state.observed, outcome);
  }
}

/** Whether a candidate may write itself into the Lease now. */
export function mayTake(observed: ObservedLease | undefined, identity: string, now: number): boolean {
  return now >= takeableAt(observed, identity);
}

/** The time from which a candidate may take the Lease if it does not change; `-Infinity` if the Lease has no other holder. */
export function takeableAt(observed: ObservedLease | undefined, identity: string): number {
  if (!observed) return -Infinity;
  const { holder, durationMs } = recordOf(observed.lease);
  return holder === "" || holder === identity ? -Infinity : observed.since + durationMs;
}

function seenByCandidate(
  before: ObservedLease | undefined,
  { lease, at }: Extract<ElectionOutcome, { kind: "seen" }>,
): ElectionState {
  if (!lease) return { kind: "candidate" };
  const isUnchanged = before?.lease.metadata.resourceVersion === lease.metadata.resourceVersion;
  return { kind: "candidate", observed: isUnchanged ? before : { lease, since: at } };
}
