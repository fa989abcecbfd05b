/** The table of a measurement beside another library: two times, and how many times as long ours takes. */
import { alignedTable } from "./aligned-table.ts";

export interface RatioRow {
  readonly what: string;
  /** In microseconds. */
  readonly ours: number;
  readonly theirs: number;
}

/** Lines of text with aligned columns, the last one with the geometric mean. A ratio below one means that ours is faster. */
export function ratioTableOf(title: string, rows: readonly RatioRow[]): string {
  const mean = geometricMean(rows.map(({ ours, theirs }) => ours / theirs));
  return alignedTable([
    [title, "kubewright", "cel-js", "ratio"],
    ...rows.map(({ what, ours, theirs }) => [what, micros(ours), micros(theirs), (ours / theirs).toFixed(2)]),
    ["geometric mean", "", "", mean.toFixed(2)],
  ]);
}

/** The mean of ratios, in which 2 and 1/2 balance. */
export function geometricMean(ratios: readonly number[]): number {
  return Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

function micros(value: number): string {
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(2)} µs`;
}
