/** The difference of two texts, in the format of `diff -u`. */

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

interface Edit {
  readonly sign: " " | "-" | "+";
  readonly line: string;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The removed, added and kept lines, by the longest common subsequence of the lines between the common prefix and the common suffix. */
function editsBetween(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < before.length - head && tail < after.length - head && before.at(-1 - tail) === after.at(-1 - tail))
    tail++;
  const kept = (lines: readonly string[]): readonly Edit[] => lines.map((line) => ({ sign: " ", line }));
  const changed = changesBetween(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return [...kept(before.slice(0, head)), ...changed, ...kept(before.slice(before.length - tail))];
}

/** The maximum number of pairs of lines to compare. Above it, all lines are replaced, because the table would need too much memory. */
const pairsMax = 4_000_000;

function changesBetween(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const gone = (line: string): Edit => ({ sign: "-", line });
  const come = (line: string): Edit => ({ sign: "+", line });
  if (before.length * after.length > pairsMax) return [...before.map(gone), ...after.map(come)];

  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [line, other] = [before[i], after[j]];
    if (line !== undefined && line === other) {
      edits.push({ sign: " ", line });
      i++;
      j++;
    } else if (line !== undefined && (other === undefined || at(i + 1, j) >= at(i, j + 1))) {
      edits.push(gone(line));
      i++;
    } else if (other !== undefined) {
      edits.push(come(other));
      j++;
    }
  }
  return edits;
}

interface Hunk {
  readonly start: number;
  readonly end: number;
}

function hunksOf(edits: readonly Edit[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const [index, { sign }] of edits.entries()) {
    if (sign === " ") continue;
    const start = Math.max(0, index - contextLines);
    const end = Math.min(edits.length, index + contextLines + 1);
    const last = hunks.at(-1);
    if (last !== undefined && start <= last.end) hunks[hunks.length - 1] = { start: last.start, end };
    else hunks.push({ start, end });
  }
  return hunks;
}

function printHunk(edits: readonly Edit[], { start, end }: Hunk): string {
  const count = (from: number, to: number, without: "-" | "+"): number =>
    edits.slice(from, to).filter(({ sign }) => sign !== without).length;
  const range = (without: "-" | "+"): string => {
    const length = count(start, end, without);
    const first = count(0, start, without) + (length === 0 ? 0 : 1);
    return length === 1 ? `${first}` : `${first},${length}`;
  };
  const lines = edits.slice(start, end).map(({ sign, line }) => sign + line);
  return [`@@ -${range("+")} +${range("-")} @@`, ...lines].join("\n");
}
