/** `leader_election_*`: who leads, under client-go's name. */
import type { LeaderElectionObserver } from "@kubewright/client";
import { Counter, Gauge } from "prom-client";
import type { Registry } from "prom-client";

export function createLeaderElectionObserver(registers: Registry[]): LeaderElectionObserver {
  const status = new Gauge({
    name: "leader_election_master_status",
    help: "1 when this process leads by the Lease of this name, 0 when it waits to",
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
    leadingChanged: (name, isLeading) => status.set({ name }, isLeading ? 1 : 0),
    failed: (name) => failures.inc({ name }),
  };
}
