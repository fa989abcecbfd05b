/** The table that a measurement ends with: ours, how fast any server on Node could be, and the real pair, with the ratios. */

export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  readonly bound?: number;
  readonly real?: number;
  /** Whether a higher number is the better one. */
  readonly higherIsBetter?: boolean;
}

/** Lines of text, columns aligned. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, unit, ours, bound, real, higherIsBetter = false }) => [
    what,
    withUnit(ours, unit),
    withUnit(bound, unit),
    bound === undefined ? "" : `${((higherIsBetter ? ours / bound : bound / ours) * 100).toFixed(0)} %`,
    withUnit(real, unit),
    real === undefined ? "" : `${(higherIsBetter ? ours / real : real / ours).toFixed(1)} x`,
  ]);
  const table = [["figure", "embedded", "bare Node", "of that", "etcd + kube-apiserver", "better by"], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const aligned = (row: readonly string[]): string =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("   ");
  return `${table.map(aligned).join("\n")}\n`;
}

function withUnit(value: number | undefined, unit: string): string {
  if (value === undefined) return "";
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(2)} ${unit}`;
}
