// `make bench`: the embedded server beside a bare Node server, the upper bound of what any server on Node reaches, and beside etcd and
// kube-apiserver, in one run on one machine. bench/README.md explains the table and the flags.
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { tableOf } from "./figure-table.ts";
import type { Figure, Goal } from "./figure-table.ts";
import { readFlags } from "./flags.ts";
import { measureLoad, workerCounts } from "./load-figures.ts";
import type { LoadFigures, Protocol, Rate } from "./load-figures.ts";
import { endOnSignals, interrupted, median, output, repeat, repository } from "./processes.ts";
import { recordResults, runtimeMeasurements, serverMeasurements } from "./results.ts";
import type { Measurement, RecordedMeasurements, Results } from "./results.ts";
import { measureRuntime } from "./runtime/measure-runtime.ts";
import { startBound, startOurs, startReal } from "./servers.ts";
import type { MeasuredServer } from "./servers.ts";

const flags = readFlags(process.argv.slice(2));
if ("exitCode" in flags) {
  (flags.exitCode === 0 ? process.stdout : process.stderr).write(flags.text);
  process.exit(flags.exitCode);
}
const { isShort, withReal, parts, protocols, scenarios, repetitions, isRecorded } = flags;
const runs = isShort ? 1 : 5;
const sizes = isShort
  ? { objects: 500, runs: 1, watchers: 10, updates: 50, statusUpdates: 50 }
  : { objects: 50_000, runs: 3, watchers: 100, updates: 1_000, statusUpdates: 1_000 };

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function inProcess(): Promise<readonly Figure[]> {
  const ask = async (key: string): Promise<number> => {
    const text = await output(process.execPath, [path.join(repository, "bench/start-in-process.ts")]);
    return (JSON.parse(text) as Record<string, number>)[key] ?? Number.NaN;
  };
  return [
    {
      what: "start in process, to the first answer",
      unit: "ms",
      ours: await repeat(runs, () => ask("answer")),
      goal: { atMost: 25 },
    },
    { what: "  loading the modules before that", unit: "ms", ours: await repeat(runs, () => ask("import")) },
  ];
}

async function demo(): Promise<readonly Figure[]> {
  const script = path.join(repository, "tools/demo/demo.ts");
  const seconds = async (): Promise<number> => {
    const words = ["--conditions=source", script, "--once", "--example=myjob"];
    const text = await output(process.execPath, words, { env: { NO_COLOR: "1" } });
    return Number(/completed, ([\d.]+) s after the start/.exec(text)?.[1]);
  };
  const what = "demo, start to MyJob completed (2.2 s of it simulated)";
  return [{ what, unit: "s", ours: await repeat(Math.min(3, runs), seconds) }];
}

async function starts(): Promise<readonly Figure[]> {
  const [ours, bound] = [await startsOf(startOurs, runs), await startsOf(startBound, runs)];
  const real = withReal ? await startsOf(startReal, Math.min(3, runs)) : undefined;
  return [
    figure("start as a program, to the first answer", "ms", [ours.readyMs, bound.readyMs, real?.readyMs], {
      atMost: 280,
    }),
    figure("memory at rest", "MB", [ours.restMb, bound.restMb, real?.restMb], { atMost: 85 }),
  ];
}

interface StartFigures {
  readonly readyMs: number;
  readonly restMb: number;
}

async function startsOf(startServer: () => Promise<MeasuredServer>, times: number): Promise<StartFigures> {
  const found: StartFigures[] = [];
  for (let run = 0; run < times; run += 1) {
    await using server = await startServer();
    found.push({ readyMs: server.readyMs, restMb: await server.memoryMb() });
  }
  return {
    readyMs: median(found.map(({ readyMs }) => readyMs)),
    restMb: median(found.map(({ restMb }) => restMb)),
  };
}

async function load(client: string): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const protocol of protocols) figures.push(...(await loadOver(client, protocol)));
  return figures;
}

async function loadOver(client: string, protocol: Protocol): Promise<readonly Figure[]> {
  const measured: LoadFigures[] = [];
  for (const startServer of [startOurs, startBound, ...(withReal ? [startReal] : [])]) {
    await using server = await startServer();
    say(`load over ${protocol}: ${server.name}`);
    measured.push(await measureLoad(client, protocol, server, sizes));
  }
  const of = (pick: (figures: LoadFigures) => number): readonly number[] => measured.map(pick);
  const rates = (
    what: string,
    unit: string,
    pick: (figures: LoadFigures) => Rate | undefined,
    shareOfBound: number,
  ): readonly Figure[] => [
    {
      ...figure(
        `${protocol}: ${what}`,
        `${unit}/s`,
        of((each) => pick(each)?.perSecond ?? Number.NaN),
        { shareOfBound },
      ),
      higherIsBetter: true,
    },
    figure(
      "  processor time of each",
      "ms",
      of((each) => pick(each)?.cpuMs ?? Number.NaN),
    ),
  ];
  const { objects, watchers, updates } = sizes;
  const measures = (what: string, unit: string, pick: (figures: LoadFigures) => number, goal?: Goal): Figure =>
    figure(`${protocol}: ${what}`, unit, of(pick), goal);
  return [
    ...workerCounts.flatMap(([count]) =>
      rates(`creates, ${count} ${count === 1 ? "worker" : "workers"}`, "", ({ creates }) => creates.get(count), 0.6),
    ),
    measures(
      `memory with ${objects} objects of 1.8 KB`,
      "MB",
      ({ filledMb }) => filledMb,
      isShort ? undefined : { atMost: 200 },
    ),
    ...rates(`list of ${objects}, whole`, "MB", ({ list }) => list, 0.95),
    ...rates(`list of ${objects}, pages of 500`, "MB", ({ pagedList }) => pagedList, 0.9),
    ...rates(`${watchers} watchers, ${updates} updates: events`, "", ({ fanOut }) => fanOut, 1),
    measures("status update, p50", "ms", ({ statusP50Ms }) => statusP50Ms, { shareOfBound: 0.5 }),
    measures("status update, p99", "ms", ({ statusP99Ms }) => statusP99Ms),
  ];
}

function figure(
  what: string,
  unit: string,
  [ours = Number.NaN, bound, real]: readonly (number | undefined)[],
  goal?: Goal,
): Figure {
  return {
    what,
    unit,
    ours,
    ...(bound === undefined ? {} : { bound }),
    ...(real === undefined ? {} : { real }),
    ...(goal === undefined ? {} : { goal }),
  };
}

endOnSignals();
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), Node ${process.versions.node}`;
say(`${machine}, load ${loadavg()[0]?.toFixed(1) ?? "?"}`);
const recorded = (measurements: readonly Measurement[]): RecordedMeasurements => ({
  machine,
  date: new Date().toISOString().slice(0, 10),
  measurements,
});
say("building the packages and the load client");
await output("npm", ["run", "--silent", "build"]);
const tools = await mkdtemp(path.join(tmpdir(), "kubewright-load-"));
try {
  const client = path.join(tools, "load");
  const folder = path.join(repository, "bench/load");
  await output("go", ["build", "-C", folder, "-o", client, "."], { env: { GOFLAGS: "-buildvcs=false" } });
  const figures: Figure[] = [];
  const measures = [
    ["process", inProcess],
    ["demo", demo],
    ["start", starts],
    ["load", () => load(client)],
  ] as const;
  for (const [part, measure] of measures) {
    if (!parts.has(part)) continue;
    say(`measuring: ${part}`);
    figures.push(...(await measure()));
  }
  const results: { -readonly [Part in keyof Results]: Results[Part] } = {};
  if (figures.length > 0) {
    process.stdout.write(tableOf(figures));
    results.servers = recorded(serverMeasurements(figures));
  }
  if (parts.has("runtime")) {
    say("measuring: runtime");
    const { rows, table } = await measureRuntime({ client, scenarios, isShort, repetitions, report: say });
    process.stdout.write(table);
    results.runtime = recorded(runtimeMeasurements(rows));
  }
  if (isRecorded) {
    await recordResults(results);
    await output(process.execPath, ["--conditions=source", path.join(repository, "bench/draw-plots.ts")]);
    say("recorded in bench/results.json and docs/pictures");
  }
} catch (error) {
  if (!interrupted.aborted) throw error;
  say(String(interrupted.reason));
  process.exitCode = 130;
} finally {
  await rm(tools, { recursive: true, force: true });
}
