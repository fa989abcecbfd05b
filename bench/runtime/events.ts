/** Scenario B: the time from the response to an update until the reconcile of that version starts. */
import { appendFile, rm } from "node:fs/promises";
import { blockRow } from "./scenario.ts";
import type { Scenario } from "./scenario.ts";
import { runTogether } from "./session.ts";
import type { Session } from "./session.ts";

const namespace = "bench";
/** The first reconciles of all cached Widgets end within this time. */
const quietMs = 3_000;

export const eventLatency: Scenario = {
  id: "B",
  title: "event to reconcile",
  runs: 1,
  async prepare(session) {
    await session.load(["crd"]);
    await session.load(["ns", namespace]);
    await session.load(["gen", "widgets", "-n", session.sizes.cached, "-ns", namespace, "-c", 16]);
  },
  async measure(session, peer) {
    const hold = session.file("hold");
    const writes = session.file("writes");
    await rm(hold, { force: true });
    await rm(session.events, { force: true });
    const flags = ["-until", "synced", "-hold", hold, "-settle", "0s"];
    const [figures] = await runTogether(
      (signal) => session.operator(peer, { workload: "B", namespace, flags, signal }),
      (signal) => update(session, { hold, writes }, signal),
    );
    const latency = await session.load(["lat", "-w", writes, "-r", session.events]);
    if (!latency["n"]) throw new Error(`Cannot measure ${peer.name}: it reconciled none of the updates`);
    return { ...figures, ...latency };
  },
  rows: [
    { what: "p50", unit: "ms", figure: "resp_p50_ms", goal: { atMost: 0.9, timesOf: "controller-runtime" } },
    { what: "p99", unit: "ms", figure: "resp_p99_ms", goal: { atMost: 1, timesOf: "controller-runtime" } },
    { what: "updates without a reconcile", unit: "", figure: "missed" },
    { what: "processor time", unit: "s", figure: "hold_cpu_s" },
    blockRow,
  ],
};

/** Updates one Widget 20 times per second and ends the measurement a moment later. */
async function update(session: Session, files: { hold: string; writes: string }, signal: AbortSignal): Promise<void> {
  await session.event("synced", signal);
  await session.sleep(quietMs, signal);
  const words = ["write", "-rate", 20, "-dur", `${session.sizes.updateSeconds}s`, "-ns", namespace, "-o", files.writes];
  await session.load(words, signal);
  await session.sleep(500, signal);
  await appendFile(files.hold, `allready ${Date.now()}000000\n`);
}
