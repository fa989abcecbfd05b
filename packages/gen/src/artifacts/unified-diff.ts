/** The difference of two texts, in the format of `diff -u`. */
import { diff } from "node:util";
import type { DiffEntry } from "node:util";

/** The number of unchanged lines shown around a change. */
const contextLines = 3;

/**
 * The unified diff from `before` (undefined: the file does not exist) to `after`, ending in a line feed. Empty when the texts are equal. A
 * missing line feed at the end of a text is not shown.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  if (before === after) return "";
  const edits = editsBetween(before === undefined ? [] : linesOf(before), linesOf(after));
  const hunks = hunksOf(edits).map((hunk) => printHunk(edits, hunk));
  return [`--- ${before === undefined ? "/dev/null" : `a/${path}`}`, `+++ b/${path}`, ...hunks, ""].join("\n");
}

/** 1 for a removed line, -1 for an added one, 0 for a kept one. */
type Edit = DiffEntry;

const signs = { 1: "-", "-1": "+", 0: " " } as const;

function linesOf(text: string): readonly string[] {
  return text.replace(/\n$/, "").split("\n");
}

/** The maximum number of pairs of lines to compare. Above it, all lines are replaced, because the comparison would need too much memory. */
const pairsMax = 1_000_000;

/** The lines between the common beginning and the common end are compared. */
function editsBetween(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  const [old, current] = [before, after].map((lines) => lines.slice(head, lines.length - tail));
  const edits = (lines: readonly string[] = [], sign: 0 | 1 | -1): readonly Edit[] => lines.map((line) => [sign, line]);
  const isSmall = (old?.length ?? 0) * (current?.length ?? 0) <= pairsMax;
  return [
    ...edits(before.slice(0, head), 0),
    ...(isSmall ? diff(old ?? [], current ?? []) : [...edits(old, 1), ...edits(current, -1)]),
    ...edits(before.slice(before.length - tail), 0),
  ];
}

interface Hunk {
  readonly start: number;
  readonly end: number;
}

function hunksOf(edits: readonly Edit[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, [sign]] of edits.entries()) {
    if (sign === 0) continue;
    const start = Math.max(0, index - contextLines);
    const end = Math.min(edits.length, index + contextLines + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) hunks[hunks.length - 1] = { start: last.start, end };
    else hunks.push({ start, end });
  }
  return hunks;
}

function printHunk(edits: readonly Edit[], { start, end }: Hunk): string {
  const range = (without: 1 | -1): string => {
    const count = (from: number, to: number): number =>
      edits.slice(from, to).filter(([sign]) => sign !== without).length;
    const length = count(start, end);
    const first = count(0, start) + (length === 0 ? 0 : 1);
    return length === 1 ? `${first}` : `${first},${length}`;
  };
  const lines = edits.slice(start, end).map(([sign, line]) => signs[sign] + line);
  return [`@@ -${range(-1)} +${range(1)} @@`, ...lines].join("\n");
}
