/** Scenario A: an informer lists what is in the cluster. */
import { blockRow } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";

const flags = ["-until", "synced", "-settle", "5s", "-gc"];

export const syncOfWidgets: Scenario = {
  id: "A",
  title: "sync of Widgets",
  runs: 1,
  async prepare(session) {
    await session.load(["crd"]);
    await session.load(["ns", "bench"]);
    await session.load(["gen", "widgets", "-n", session.sizes.widgets, "-ns", "bench", "-c", 16]);
  },
  measure: (session, peer) => session.operator(peer, { workload: "A", flags }),
  rows: [
    { what: "processor time", unit: "s", figure: "cpu_s", goal: { atMost: 1, timesOf: "kube-rs" } },
    { what: "time", unit: "s", figure: "wall_s" },
    {
      what: "memory after collection",
      unit: "MiB",
      figure: "gc_mib",
      goal: { atMost: 0.7, timesOf: "controller-runtime" },
    },
    { what: "peak memory", unit: "MiB", figure: "peak_mib" },
    blockRow,
  ],
};

/** Only our memory differs from the scenario above. */
export const compressedSyncOfWidgets: Scenario = {
  ...syncOfWidgets,
  title: "sync of Widgets, compressed cache",
  measure: (session, peer) => session.operator(peer, { workload: "A", compress: true, flags }),
  rows: [
    { what: "processor time", unit: "s", figure: "cpu_s" },
    {
      what: "memory after collection",
      unit: "MiB",
      figure: "gc_mib",
      goal: { atMost: 0.5, timesOf: "controller-runtime" },
    },
    { what: "peak memory", unit: "MiB", figure: "peak_mib" },
    blockRow,
  ],
};

export const syncOfPods: Scenario = {
  id: "A",
  title: "sync of Pods",
  runs: 1,
  async prepare(session) {
    await session.load(["ns", "bench"]);
    await session.load(["gen", "pods", "-n", session.sizes.pods, "-ns", "bench", "-c", 16]);
  },
  measure: (session, peer) => session.operator(peer, { workload: "A", kind: "pods", flags }),
  rows: [
    { what: "processor time", unit: "s", figure: "cpu_s", goal: { atMost: 0.9, timesOf: "controller-runtime" } },
    { what: "time", unit: "s", figure: "wall_s" },
    { what: "memory after collection", unit: "MiB", figure: "gc_mib" },
    blockRow,
  ],
};
