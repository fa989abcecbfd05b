/** `leader_election_*`: leadership, under client-go's names. */
import type { LeaderElectionObserver } from "@kubewright/client";
import { Counter, Gauge } from "prom-client";
import type { Registry } from "prom-client";

export function createLeaderElectionObserver(registers: Registry[]): LeaderElectionObserver {
  const status = new Gauge({
    name: "leader_election_master_status",
    help: "1 if this process holds the Lease with this name, otherwise 0",
    labelNames: ["name"],
    registers,
  });
  const slowPaths = new Counter({
    name: "leader_election_slowpath_total",
    help: "Renewals for which the leader had to read the Lease first",
    labelNames: ["name"],
    registers,
  });
  const failures = new Counter({
    name: "kubewright_leader_election_failed_requests_total",
    help: "Requests about the Lease that failed and are tried again",
    labelNames: ["name"],
    registers,
  });
  return {
    leadingChanged({ lease: name, isLeading }) {
      status.set({ name }, isLeading ? 1 : 0);
      slowPaths.inc({ name }, 0);
    },
    slowPath: ({ lease: name }) => slowPaths.inc({ name }),
    failed: ({ lease: name }) => failures.inc({ name }),
  };
}
