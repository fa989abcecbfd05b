/** Scenario D: from the start of the process until the first Widget has its ConfigMap and its status. */
import { blockRow } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";

const namespace = "bench";

export const coldStart: Scenario = {
  id: "D",
  title: "cold start",
  runs: 3,
  async prepare(session) {
    await session.load(["crd"]);
    await session.load(["ns", namespace]);
  },
  async measure(session, peer) {
    await session.load(["reset", "-ns", namespace]);
    await session.load(["gen", "widgets", "-n", 1, "-ns", namespace, "-c", 1]);
    const flags = ["-until", "firstrec", "-settle", "1s", "-poll", "2ms"];
    return await session.operator(peer, { workload: "D", namespace, flags });
  },
  rows: [
    { what: "time", unit: "s", figure: "wall_s", goal: { atMost: 0.9, timesOf: "controller-runtime" } },
    { what: "processor time", unit: "s", figure: "cpu_s", goal: { atMost: 4, timesOf: "controller-runtime" } },
    { what: "memory", unit: "MiB", figure: "rss_mib", goal: { atMost: 65 } },
    blockRow,
  ],
};
