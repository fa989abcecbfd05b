/**
 * The difference of two values, as kube-apiserver prints it in errors about immutable fields: a unified diff of their
 * indented JSON with three lines of context. Messages must be equal, so lines are matched as in its library: first the
 * longest run of equal lines, then recursively the lines before and after it
 * (https://docs.python.org/3/library/difflib.html#difflib.SequenceMatcher).
 */
import { stringifyGoJson } from "@kubewright/apimachinery";

/** The number of unchanged lines around a change. */
const contextLines = 3;

/** Longer values are shown as one change, so that the work for an error stays bounded. */
const linesMax = 2000;

/** The difference of two values, whose keys must have the order of Go. Each line ends with a line break. */
export function goDifference(old: unknown, next: unknown): string {
  return lineDifference(linesOf(old), linesOf(next));
}

function linesOf(value: unknown): readonly string[] {
  return stringifyGoJson(value, 1).split("\n");
}

/** Lines from `a[a1]` to before `a[a2]` and from `b[b1]` to before `b[b2]`: equal lines, or lines and their replacements. */
interface Stretch {
  readonly isEqual: boolean;
  readonly a1: number;
  readonly a2: number;
  readonly b1: number;
  readonly b2: number;
}

/** The unified diff of two lists of lines, without a header. Empty if they are equal. */
export function lineDifference(a: readonly string[], b: readonly string[]): string {
  return hunksOf(stretchesOf(a, b))
    .map((hunk) => printed(hunk, a, b))
    .join("");
}

/** A run of `size` equal lines that begins at `a[a]` and `b[b]`. */
interface Run {
  readonly a: number;
  readonly b: number;
  readonly size: number;
}

function stretchesOf(a: readonly string[], b: readonly string[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let [a1, b1] = [0, 0];
  for (const run of [...runsOf(a, b), { a: a.length, b: b.length, size: 0 }]) {
    if (a1 < run.a || b1 < run.b) stretches.push({ isEqual: false, a1, a2: run.a, b1, b2: run.b });
    [a1, b1] = [run.a + run.size, run.b + run.size];
    if (run.size > 0) stretches.push({ isEqual: true, a1: run.a, a2: a1, b1: run.b, b2: b1 });
  }
  return stretches;
}

/** All runs in order. Adjacent runs are joined. */
function runsOf(a: readonly string[], b: readonly string[]): readonly Run[] {
  if (Math.max(a.length, b.length) > linesMax) return [];
  const anchors = anchorsOf(b);
  const runs: Run[] = [];
  const search = (a1: number, a2: number, b1: number, b2: number): void => {
    const run = longestRun(a, b, anchors, { isEqual: false, a1, a2, b1, b2 });
    if (run.size === 0) return;
    search(a1, run.a, b1, run.b);
    const last = runs.at(-1);
    if (last !== undefined && last.a + last.size === run.a && last.b + last.size === run.b) {
      runs[runs.length - 1] = { ...last, size: last.size + run.size };
    } else runs.push(run);
    search(run.a + run.size, a2, run.b + run.size, b2);
  };
  search(0, a.length, 0, b.length);
  return runs;
}

/** With at least this many lines, frequent lines such as brackets do not begin a run. */
const manyLines = 200;

/** The indices of each line of `b`. */
function anchorsOf(b: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, line] of b.entries()) {
    const known = places.get(line);
    if (known === undefined) places.set(line, [index]);
    else known.push(index);
  }
  if (b.length < manyLines) return places;
  const timesMax = Math.floor(b.length / 100) + 1;
  return new Map([...places].filter(([, indices]) => indices.length <= timesMax));
}

/** The longest run within a stretch; of several the one that begins first in `a`, then in `b`. */
function longestRun(
  a: readonly string[],
  b: readonly string[],
  anchors: ReadonlyMap<string, readonly number[]>,
  { a1, a2, b1, b2 }: Stretch,
): Run {
  let best: Run = { a: a1, b: b1, size: 0 };
  let before = new Map<number, number>(); // The length of the run that ends at the previous line, by its end in `b`.
  for (let i = a1; i < a2; i++) {
    const here = new Map<number, number>();
    for (const j of anchors.get(a[i] ?? "") ?? []) {
      if (j < b1 || j >= b2) continue;
      const size = (before.get(j - 1) ?? 0) + 1;
      here.set(j, size);
      if (size > best.size) best = { a: i - size + 1, b: j - size + 1, size };
    }
    before = here;
  }
  return extendedRun(a, b, best, { a1, a2, b1, b2 });
}

/** The run, extended by adjacent equal lines that are not anchors. */
function extendedRun(
  a: readonly string[],
  b: readonly string[],
  run: Run,
  { a1, a2, b1, b2 }: Omit<Stretch, "isEqual">,
): Run {
  let { a: i, b: j, size } = run;
  while (i > a1 && j > b1 && a[i - 1] === b[j - 1]) [i, j, size] = [i - 1, j - 1, size + 1];
  while (i + size < a2 && j + size < b2 && a[i + size] === b[j + size]) size += 1;
  return { a: i, b: j, size };
}

/** The changes with their context. Other unchanged lines are omitted. */
function hunksOf(stretches: readonly Stretch[]): readonly (readonly Stretch[])[] {
  const hunks: Stretch[][] = [];
  let hunk: Stretch[] = [];
  for (const [index, stretch] of stretches.entries()) {
    const isFirst = index === 0;
    const isLast = index === stretches.length - 1;
    const kept = (isFirst ? 0 : contextLines) + (isLast ? 0 : contextLines);
    if (!stretch.isEqual || stretch.a2 - stretch.a1 <= kept) {
      hunk.push(stretch);
      continue;
    }
    if (!isFirst) {
      hunks.push([...hunk, { ...stretch, a2: stretch.a1 + contextLines, b2: stretch.b1 + contextLines }]);
    }
    hunk = isLast ? [] : [{ ...stretch, a1: stretch.a2 - contextLines, b1: stretch.b2 - contextLines }];
  }
  return [...hunks, hunk].filter((each) => each.some(({ isEqual }) => !isEqual));
}

function printed(hunk: readonly Stretch[], a: readonly string[], b: readonly string[]): string {
  const [first, last] = [hunk[0], hunk.at(-1)];
  if (first === undefined || last === undefined) return "";
  const lines = hunk.flatMap(({ isEqual, a1, a2, b1, b2 }) =>
    isEqual
      ? a.slice(a1, a2).map((line) => ` ${line}`)
      : [...a.slice(a1, a2).map((line) => `-${line}`), ...b.slice(b1, b2).map((line) => `+${line}`)],
  );
  const head = `@@ -${rangeOf(first.a1, last.a2)} +${rangeOf(first.b1, last.b2)} @@`;
  return [head, ...lines].map((line) => `${line}\n`).join("");
}

/** `3,7`: seven lines, beginning at the third. */
function rangeOf(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return String(from + 1);
  return `${length === 0 ? from : from + 1},${length}`;
}
