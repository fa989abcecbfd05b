/**
 * The election in the worker thread: the same state machine as on the event loop. It writes each term to shared memory, and renews the Lease only
 * while the event loop sends heartbeats. Otherwise it would hold the Lease for a process that is blocked for ever.
 */
import { onAbort } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { createLeaderElection, isLeadershipError } from "@kubewright/client";
import type { LeaderElection, LeaderElectionObserver, LeaderElectionOptions } from "@kubewright/client";
import type { ElectionMessage, LeasePort, LeaseThreadSettings, StopElection } from "./lease-port.ts";
import type { SharedTerm } from "./shared-term.ts";

export interface HostElectionOptions {
  readonly settings: Pick<LeaseThreadSettings, "lease" | "identity" | "labels" | "timings" | "blockedMaxMs">;
  readonly client: LeaderElectionOptions["client"];
  readonly clock: Clock;
  readonly random: Random;
  readonly term: SharedTerm;
  readonly port: LeasePort<ElectionMessage, StopElection>;
}

/** Takes part in the election until the event loop ends it or leadership is lost. */
export async function hostElection({ port, term, ...options }: HostElectionOptions): Promise<void> {
  const stop = new AbortController();
  let mayRelease = false;
  port.onMessage((message) => {
    mayRelease = message.mayRelease;
    stop.abort(new Error("the event loop has ended the election"));
  });
  const election = createElection({ port, term, ...options });
  using _ended = onAbort(election.signal, (reason) => {
    term.end();
    port.post({ kind: "ended", why: isLeadershipError(reason) ? reason.reason : "expired" });
  });
  try {
    await election.run({ signal: stop.signal, mayRelease: () => mayRelease });
  } catch (error) {
    if (!isLeadershipError(error)) throw error;
  }
  port.post({ kind: "done" });
}

function createElection({ settings, client, clock, random, term, port }: HostElectionOptions): LeaderElection {
  const { lease, identity, labels, timings, blockedMaxMs } = settings;
  const observer = observerOf(port);
  let isBlocked = false;
  return createLeaderElection({
    ...timings,
    client,
    lease,
    identity,
    ...(labels && { labels }),
    clock,
    random,
    events: { event: (regarding, note) => port.post({ kind: "event", regarding, note }) },
    observer,
    onTerm: (until) => term.extendTo(until),
    mayHold() {
      const wasBlocked = isBlocked;
      const blockedMs = term.sinceHeartbeatMs();
      isBlocked = blockedMs > blockedMaxMs;
      if (isBlocked && !wasBlocked) observer.failed({ lease: lease.name, error: blockedError(blockedMs) });
      return !isBlocked;
    },
  });
}

function blockedError(blockedMs: number): Error {
  return new Error(`Cannot hold the Lease: the event loop has been blocked for ${Math.round(blockedMs)} ms`);
}

function observerOf(port: HostElectionOptions["port"]): Required<LeaderElectionObserver> {
  return {
    leadingChanged({ isLeading }) {
      if (isLeading) port.post({ kind: "led" });
    },
    leaderSeen: ({ identity }) => port.post({ kind: "leaderSeen", identity }),
    failed: ({ error }) =>
      port.post({ kind: "failed", message: error instanceof Error ? error.message : String(error) }),
    slowPath: () => port.post({ kind: "slowPath" }),
  };
}
