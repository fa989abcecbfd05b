/** `kubewright_fleet_*`: the clusters of a fleet. controller-runtime has no equivalent metric. */
import { Gauge } from "prom-client";
import type { Registry } from "prom-client";
import type { FleetObserver } from "../observe/fleet-observer.ts";

export function createFleetMetrics(registers: Registry[]): Required<FleetObserver> {
  const states = new Gauge({
    name: "kubewright_fleet_cluster_state",
    help: "1 for the state of each engaged cluster: syncing, synced, unreachable",
    labelNames: ["cluster", "state"],
    registers,
  });
  return {
    stateChanged({ clusterName: cluster, state, before }) {
      if (before !== undefined) states.remove({ cluster, state: before });
      if (state !== undefined) states.set({ cluster, state }, 1);
    },
  };
}
