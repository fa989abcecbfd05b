/**
 * Who leads, as one candidate can know it: the states of an election, and what each outcome of a request makes of them.
 *
 * Everything is judged by the candidate's own monotonic clock, never by the times written in the Lease: those are of other machines. A holder
 * is gone when its Lease has not changed for its whole duration since we first saw it so. We lead no longer than `renewDeadlineMs` after
 * *sending* the last write that was accepted; the Lease itself runs `leaseDurationMs`, so clocks whose rates differ by less than
 * leaseDuration : renewDeadline never make two leaders.
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

/** client-go's, and controller-runtime's. */
export const defaultElectionTimings: ElectionTimings = {
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  retryPeriodMs: 2_000,
};

/** The Lease as we last saw it, and when we first saw it so. */
export interface ObservedLease {
  readonly lease: Stored<Lease>;
  readonly since: number;
}

/**
 * A candidate becomes leading, and leading becomes lost or released; from those two there is no way back, so nothing can begin to lead
 * while it ends. Who wants to lead again starts a new election.
 */
export type ElectionState =
  | { readonly kind: "candidate"; readonly observed?: ObservedLease }
  | { readonly kind: "leading"; readonly observed: ObservedLease; readonly until: number }
  | { readonly kind: "lost"; readonly cause: "expired" | "taken" }
  | { readonly kind: "released" };

/** What has happened; times are of the monotonic clock. */
export type ElectionOutcome =
  /** A read showed the Lease, or that there is none. */
  | { readonly kind: "seen"; readonly lease: Stored<Lease> | undefined; readonly at: number }
  /** Our write was accepted. `sentAt` is from before it was sent: it is then that the Lease begins at the latest. */
  | { readonly kind: "written"; readonly lease: Stored<Lease>; readonly sentAt: number; readonly at: number }
  /** Time has passed, with an answer that says nothing or with none. */
  | { readonly kind: "waited"; readonly at: number }
  /** We stop on our own account. */
  | { readonly kind: "stopped" };

/** What is known after `outcome`. */
export function nextElectionState(
  state: ElectionState,
  outcome: ElectionOutcome,
  { identity, timings }: { readonly identity: string; readonly timings: ElectionTimings },
): ElectionState {
  if (state.kind === "lost" || state.kind === "released") return state;
  if (outcome.kind === "stopped") return { kind: "released" };
  // First of all: an answer that comes after the end does not prolong what has ended.
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
