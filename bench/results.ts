/** The figures that `make bench ARGS=--record` keeps in `results.json`, from which the plots of the documentation are drawn. */
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import type { Figure } from "./figure-table.ts";
import type { PeerRow } from "./runtime/peer-table.ts";

/** The parts of a measurement that are recorded. */
export type RecordedPart = "servers" | "runtime";

/** A figure of several programs. */
export interface Measurement {
  readonly what: string;
  readonly unit: string;
  readonly higherIsBetter?: true;
  /** The figures of all runs, by program. The first program is ours. */
  readonly values: Readonly<Record<string, readonly number[]>>;
}

export interface RecordedMeasurements {
  /** The machine: processor, cores, version of Node. */
  readonly machine: string;
  /** The day, as YYYY-MM-DD. */
  readonly date: string;
  readonly measurements: readonly Measurement[];
}

export type Results = Partial<Readonly<Record<RecordedPart, RecordedMeasurements>>>;

const file = new URL("results.json", import.meta.url);

/** The recorded figures. Empty before the first record. */
export async function readResults(): Promise<Results> {
  const text = existsSync(file) ? await readFile(file, "utf8") : "{}";
  return JSON.parse(text) as Results;
}

/** Replaces the recorded figures of these parts. */
export async function recordResults(parts: Results): Promise<void> {
  await writeFile(file, `${JSON.stringify({ ...(await readResults()), ...parts }, undefined, 2)}\n`);
}

/** The figures of the table of servers. Figures of one server only are omitted: they compare nothing. */
export function serverMeasurements(figures: readonly Figure[]): readonly Measurement[] {
  let context = "";
  return figures.flatMap(({ what, unit, ours, bound, real, higherIsBetter }) => {
    const isDetail = what.startsWith("  ");
    if (!isDetail) context = what;
    if (bound === undefined && real === undefined) return [];
    return {
      what: isDetail ? `${context}: ${what.trim()}` : what,
      unit,
      ...(higherIsBetter === true && { higherIsBetter }),
      values: {
        embedded: [rounded(ours)],
        ...(bound === undefined ? {} : { "bare Node": [rounded(bound)] }),
        ...(real === undefined ? {} : { "etcd + kube-apiserver": [rounded(real)] }),
      },
    };
  });
}

/** The rows of the table of operators that have figures of a peer. */
export function runtimeMeasurements(rows: readonly PeerRow[]): readonly Measurement[] {
  return rows
    .filter(({ values }) => Array.from(values.values()).filter((each) => each.length > 0).length > 1)
    .map(({ what, unit, values }) => ({
      what,
      unit,
      values: Object.fromEntries(Array.from(values, ([name, each]) => [name, each.map(rounded)])),
    }));
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
