// `make bench ARGS=--only=runtime`: our operator beside its peers, against the same kube-apiserver. bench/README.md explains the table.
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { startReal } from "../servers.ts";
import { coldStart } from "./cold-start.ts";
import { creations } from "./creations.ts";
import { eventLatency } from "./events.ts";
import { buildOurs, reportingBlocks } from "./ours.ts";
import { buildPeers } from "./peers.ts";
import type { Peer, PeerName } from "./peers.ts";
import { peerTableOf } from "./peer-table.ts";
import type { PeerRow } from "./peer-table.ts";
import type { Scenario, ScenarioId } from "./scenario.ts";
import { Session } from "./session.ts";
import type { Figures, Sizes } from "./session.ts";
import { compressedSyncOfWidgets, syncOfPods, syncOfWidgets } from "./sync.ts";

const scenarios: readonly Scenario[] = [
  syncOfWidgets,
  compressedSyncOfWidgets,
  syncOfPods,
  eventLatency,
  creations,
  coldStart,
];

const fullSizes: Sizes = { widgets: 50_000, pods: 10_000, cached: 10_000, updateSeconds: 20, created: 2_000 };
const shortSizes: Sizes = { widgets: 500, pods: 100, cached: 200, updateSeconds: 2, created: 50 };

export interface RuntimeOptions {
  /** The load client. */
  readonly client: string;
  readonly scenarios: ReadonlySet<ScenarioId>;
  readonly isShort: boolean;
  /** Repetitions. In each, every operator runs once, or more often if its runs are short. */
  readonly repetitions: number;
  /** Called with a line about the progress. */
  report(line: string): void;
}

export interface RuntimeFigures {
  readonly rows: readonly PeerRow[];
  /** The table of the rows, and the peers that were skipped. */
  readonly table: string;
}

/** Measures our operator and every peer that can be built, in turns. */
export async function measureRuntime(options: RuntimeOptions): Promise<RuntimeFigures> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-runtime-"));
  try {
    options.report("building the operators (the peers once; that takes some minutes)");
    const built = await buildPeers(process.env);
    const peers = [await buildOurs(path.join(folder, "peer")), ...built.filter((peer) => "command" in peer)];
    const rows: PeerRow[] = [];
    for (const scenario of scenarios) {
      if (options.scenarios.has(scenario.id)) rows.push(...(await measureScenario(scenario, peers, folder, options)));
    }
    const skipped = built.flatMap((peer) => ("reason" in peer ? [`${peer.name} skipped: ${peer.reason}\n`] : []));
    const names = peers.map(({ name }) => name);
    return { rows, table: peerTableOf(names, rows) + skipped.join("") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One server for all runs of a scenario: each repetition runs every operator, so that all share the noise of the machine. */
async function measureScenario(
  scenario: Scenario,
  peers: readonly Peer[],
  folder: string,
  { client, isShort, repetitions, report }: RuntimeOptions,
): Promise<readonly PeerRow[]> {
  await using server = await startReal();
  const session = new Session({
    client,
    folder,
    kubeconfig: server.kubeconfig,
    sizes: isShort ? shortSizes : fullSizes,
  });
  const results = new Map<PeerName, Figures[]>(peers.map(({ name }) => [name, []]));
  const run = async (peer: Peer): Promise<Figures> => {
    const figures = await scenario.measure(session, peer);
    const load = loadavg()[0]?.toFixed(1) ?? "?";
    report(`${scenario.id}, ${scenario.title}: ${peer.name} ${JSON.stringify(figures)}, load ${load}`);
    return figures;
  };
  report(`${scenario.id}, ${scenario.title}: preparing the cluster`);
  await scenario.prepare(session);
  for (let count = 0; count < repetitions * scenario.runs; count += 1) {
    for (const peer of peers) results.get(peer.name)?.push(await run(peer));
  }
  // A separate run, because the measurement of blocks takes CPU time.
  const blocks = await Promise.all(peers.slice(0, 1).map((ours) => run(reportingBlocks(ours))));
  return scenario.rows.map(({ what, figure, ...row }) => ({
    ...row,
    what: `${scenario.id}, ${scenario.title}: ${what}`,
    values:
      figure === "block"
        ? new Map([["kubewright", valuesOf(blocks, figure)]])
        : new Map([...results].map(([name, all]) => [name, valuesOf(all, figure)])),
  }));
}

function valuesOf(all: readonly Figures[], figure: string): readonly number[] {
  return all.flatMap((figures) => figures[figure] ?? []);
}
