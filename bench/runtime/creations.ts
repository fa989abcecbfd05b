/** Scenario C: every Widget in the cluster gets one ConfigMap and a status. */
import { rm } from "node:fs/promises";
import { blockRow } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";
import { runTogether } from "./session.ts";

const namespace = "bench";

export const creations: Scenario = {
  id: "C",
  title: "new Widgets",
  runs: 1,
  async prepare(session) {
    await session.load(["crd"]);
    await session.load(["ns", namespace]);
  },
  async measure(session, peer) {
    const hold = session.file("hold");
    const count = session.sizes.created;
    await rm(hold, { force: true });
    await session.load(["reset", "-ns", namespace]);
    await session.load(["gen", "widgets", "-n", count, "-ns", namespace, "-c", 16]);
    const before = await session.load(["requests"]);
    const flags = ["-until", "firstrec", "-hold", hold, "-settle", "1s"];
    const [figures] = await runTogether(
      (signal) => session.operator(peer, { workload: "C", namespace, flags, signal }),
      (signal) => session.load(["waitready", "-n", count, "-ns", namespace, "-o", hold], signal),
    );
    const after = await session.load(["requests"]);
    return { ...figures, writes: (after["writes"] ?? 0) - (before["writes"] ?? 0) };
  },
  rows: [
    { what: "writes", unit: "", figure: "writes", goal: { atMost: 4_000 } },
    { what: "processor time", unit: "s", figure: "hold_cpu_s", goal: { atMost: 1, timesOf: "kube-rs" } },
    { what: "time", unit: "s", figure: "hold_wall_s" },
    { what: "peak memory", unit: "MiB", figure: "peak_mib", goal: { atMost: 110 } },
    blockRow,
  ],
};
