// `make bench`: our figures beside those of etcd and kube-apiserver, in one run on one machine. The ratios count; single times
// depend on the machine. `--short` only shows that everything runs.
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { output, repeat, repository } from "./processes.ts";
import { startOurs, startReal } from "./servers.ts";
import type { MeasuredServer } from "./servers.ts";

const { values } = parseArgs({ options: { short: { type: "boolean", default: false } } });
const runs = values.short ? 1 : 5;
const objects = values.short ? 200 : 4_000;

interface Figure {
  readonly what: string;
  readonly ours: number;
  readonly real?: number;
  readonly unit: string;
  /** Whether a higher number is the better one. */
  readonly higherIsBetter?: boolean;
}

const figures: Figure[] = [];

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function inProcess(): Promise<void> {
  say("start in process");
  const ask = async (key: string): Promise<number> => {
    const text = await output(process.execPath, [path.join(repository, "bench/start-in-process.ts")]);
    return (JSON.parse(text) as Record<string, number>)[key] ?? Number.NaN;
  };
  figures.push({
    what: "start in process, to the first answer",
    ours: await repeat(runs, () => ask("answer")),
    unit: "ms",
  });
  figures.push({
    what: "  loading the modules before that",
    ours: await repeat(runs, () => ask("import")),
    unit: "ms",
  });
}

async function demo(): Promise<void> {
  say("demo");
  const script = path.join(repository, "tools/demo/demo.ts");
  const seconds = async (): Promise<number> => {
    const text = await output(process.execPath, ["--conditions=source", script, "--once", "--example=myjob"], {
      NO_COLOR: "1",
    });
    return Number(/completed, ([\d.]+) s after the start/.exec(text)?.[1]);
  };
  figures.push({
    what: "demo, start to MyJob completed (2.2 s of it simulated)",
    ours: await repeat(Math.min(3, runs), seconds),
    unit: "s",
  });
}

interface LoadFigures {
  readonly readyMs: number;
  readonly restMb: number;
  readonly creates: Readonly<Record<number, number>>;
  readonly listMbPerSecond: number;
  readonly pagedMbPerSecond: number;
  readonly filledMb: number;
}

async function load(client: string, startServer: () => Promise<MeasuredServer>): Promise<LoadFigures> {
  await using server = await startServer();
  say(`${server.name}: load`);
  const ask = async (...args: readonly string[]): Promise<Readonly<Record<string, number>>> =>
    JSON.parse(await output(client, args, { KUBECONFIG: server.kubeconfig })) as Readonly<Record<string, number>>;
  const restMb = await server.memoryMb();
  await ask("crd");
  await output(client, ["ns", "bench"], { KUBECONFIG: server.kubeconfig });
  const creates: Record<number, number> = {};
  for (const [connections, share] of [
    [1, 0.25],
    [16, 1],
    [64, 1],
  ] as const) {
    const count = String(Math.round(objects * share));
    const answer = await ask(
      "gen",
      "widgets",
      "-n",
      count,
      "-ns",
      "bench",
      "-prefix",
      `c${connections}`,
      "-c",
      String(connections),
    );
    creates[connections] = answer["per_s"] ?? Number.NaN;
  }
  const whole = await ask("list", "-limit", "0", "-runs", String(runs));
  const paged = await ask("list", "-limit", "500", "-runs", String(runs));
  return {
    readyMs: server.readyMs,
    restMb,
    creates,
    listMbPerSecond: whole["MB_per_s"] ?? Number.NaN,
    pagedMbPerSecond: paged["MB_per_s"] ?? Number.NaN,
    filledMb: await server.memoryMb(),
  };
}

async function starts(startServer: () => Promise<MeasuredServer>, times: number): Promise<number> {
  return await repeat(times, async () => {
    await using server = await startServer();
    return server.readyMs;
  });
}

function printTable(): void {
  const rows = figures.map(({ what, ours, real, unit, higherIsBetter = false }) => {
    const ratio = real === undefined ? "" : `${(higherIsBetter ? ours / real : real / ours).toFixed(1)} x`;
    return [what, `${format(ours)} ${unit}`, real === undefined ? "" : `${format(real)} ${unit}`, ratio];
  });
  const table = [["figure (median)", "embedded", "etcd + kube-apiserver", "better by"], ...rows];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table) {
    process.stdout.write(
      `${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join("   ")}\n`,
    );
  }
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}

say(
  `${cpus().length} cores (${cpus()[0]?.model.trim() ?? "unknown"}), load ${loadavg()[0]?.toFixed(1) ?? "?"}, Node ${process.versions.node}`,
);
say("building the packages and the load client");
await output("npm", ["run", "--silent", "build"]);
const tools = await mkdtemp(path.join(tmpdir(), "kubewright-load-"));
try {
  const client = path.join(tools, "load");
  await output("go", ["build", "-C", path.join(repository, "bench/load"), "-o", client, "."], {
    GOFLAGS: "-buildvcs=false",
  });
  await inProcess();
  await demo();
  const ours = await load(client, startOurs);
  const real = await load(client, startReal);
  figures.push({
    what: "start as a program, to the first answer",
    ours: await starts(startOurs, runs),
    real: await starts(startReal, Math.min(3, runs)),
    unit: "ms",
  });
  figures.push({ what: "memory at rest", ours: ours.restMb, real: real.restMb, unit: "MB" });
  for (const connections of [1, 16, 64]) {
    figures.push({
      what: `creates a second, ${connections} connections`,
      ours: ours.creates[connections] ?? Number.NaN,
      real: real.creates[connections] ?? Number.NaN,
      unit: "/s",
      higherIsBetter: true,
    });
  }
  const count = objects * 2.25;
  figures.push({
    what: `list of ${count} objects, whole`,
    ours: ours.listMbPerSecond,
    real: real.listMbPerSecond,
    unit: "MB/s",
    higherIsBetter: true,
  });
  figures.push({
    what: `list of ${count} objects, pages of 500`,
    ours: ours.pagedMbPerSecond,
    real: real.pagedMbPerSecond,
    unit: "MB/s",
    higherIsBetter: true,
  });
  figures.push({
    what: `memory with ${count} objects of 1.8 KB`,
    ours: ours.filledMb,
    real: real.filledMb,
    unit: "MB",
  });
  printTable();
} finally {
  await rm(tools, { recursive: true, force: true });
}
