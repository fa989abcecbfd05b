// The demo's table as text: columns as wide as their widest cell, the last one truncated to the width of the terminal.
import type { Row } from "./row.ts";

const columns = [
  { title: "KIND", cell: (row: Row) => row.kind },
  { title: "NAME", cell: (row: Row) => row.name },
  { title: "PHASE", cell: (row: Row) => row.phase },
  { title: "AGE", cell: (row: Row) => row.age },
  { title: "LAST EVENT", cell: (row: Row) => row.lastEvent },
] as const;

const nameColumn = 1;
const phaseColumn = 2;
const gap = 3;

/** Long names are shortened, so that at least this much of the last event is shown. */
const lastEventMin = 20;
const nameMin = 16;

/** ANSI colours of phases: waiting is yellow, running cyan, success green, failure red. */
const colors: Readonly<Record<string, string>> = {
  pending: "33",
  running: "36",
  completed: "32",
  succeeded: "32",
  failed: "31",
};

export interface TableOptions {
  readonly width: number;
  readonly colors: boolean;
}

/** The lines of the table, beginning with its header. No line is longer than `width`. */
export function formatTable(rows: readonly Row[], options: TableOptions): readonly string[] {
  const cells = [
    columns.map(({ title }) => title as string),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  const natural = columns.map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const widths = natural.with(nameColumn, nameWidth(natural, options.width));
  return cells.map((line, index) => {
    const padded = line
      .with(nameColumn, shortened(line[nameColumn] ?? "", widths[nameColumn] ?? 0))
      .map((cell, column) => (column === columns.length - 1 ? cell : cell.padEnd((widths[column] ?? 0) + gap)));
    const fitted = fit(padded, options.width);
    return fitted
      .map((cell, column) => paint(cell, column, index === 0, options.colors))
      .join("")
      .trimEnd();
  });
}

/** The width of the names: what the other columns leave of the terminal. */
function nameWidth(natural: readonly number[], width: number): number {
  const own = natural[nameColumn] ?? 0;
  const between = (natural.at(-1) ?? 0) === 0 ? 0 : Math.min(natural.at(-1) ?? 0, lastEventMin);
  const others = natural.slice(0, -1).reduce((sum, each) => sum + each + gap, 0) - own + between;
  return Math.max(Math.min(own, width - others), Math.min(own, nameMin));
}

/** Removes characters from the middle: names of Pods differ at their end. */
function shortened(name: string, width: number): string {
  if (name.length <= width) return name;
  const end = Math.floor((width - 1) / 2);
  return `${name.slice(0, width - 1 - end)}…${name.slice(name.length - end)}`;
}

/** The first lines if there are more than `height`, and the number of the others. */
export function cutLines(lines: readonly string[], height: number): readonly string[] {
  if (lines.length <= height) return lines;
  const kept = Math.max(1, height - 1);
  return [...lines.slice(0, kept), `… and ${lines.length - kept} more: a taller terminal shows them`];
}

/** Removes characters from the right until the line fits. */
function fit(cells: readonly string[], width: number): readonly string[] {
  let left = width;
  return cells.map((cell) => {
    const cut = cell.length <= left ? cell : `${cell.slice(0, Math.max(0, left - 1))}${left > 0 ? "…" : ""}`;
    left -= cut.length;
    return cut;
  });
}

function paint(cell: string, column: number, isHead: boolean, withColors: boolean): string {
  if (!withColors) return cell;
  if (isHead) return `\u001b[1m${cell}\u001b[0m`;
  const color = column === phaseColumn ? colors[cell.trim().toLowerCase()] : undefined;
  return color === undefined ? cell : `\u001b[${color}m${cell}\u001b[0m`;
}
