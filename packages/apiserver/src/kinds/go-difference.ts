/**
 * What changed between two values, as the reference shows it in errors about fields that may not change: a unified difference of both as
 * indented JSON, three lines around each change. Clients see these texts, so lines are matched as the reference's library does it: the
 * longest run of equal lines first, then what is before it and after it, each in the same way
 * (https://docs.python.org/3/library/difflib.html#difflib.SequenceMatcher).
 */
import { stringifyGoJson } from "@kubewright/apimachinery";

/** How many unchanged lines are shown around a change. */
const contextLines = 3;

/** Longer values are shown as one change, so that the work for an error stays bounded. */
const linesMax = 2000;

/** The difference of two values whose keys are in the order in which Go prints them. Each line of it ends with a line break. */
export function goDifference(old: unknown, next: unknown): string {
  return lineDifference(linesOf(old), linesOf(next));
}

function linesOf(value: unknown): readonly string[] {
  return stringifyGoJson(value, 1).split("\n");
}

/** Lines from `a[a1]` to before `a[a2]` and from `b[b1]` to before `b[b2]`: the same ones, or some that gave way to others. */
interface Stretch {
  readonly isEqual: boolean;
  readonly a1: number;
  readonly a2: number;
  readonly b1: number;
  readonly b2: number;
}

/** The unified difference of two lists of lines, without a header; nothing when they are the same. */
export function lineDifference(a: readonly string[], b: readonly string[]): string {
  return hunksOf(stretchesOf(a, b))
    .map((hunk) => printed(hunk, a, b))
    .join("");
}

/** A run of `size` lines that are the same from `a[a]` and `b[b]` on. */
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

/** All runs in their order. Those that touch are one. */
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

/** From so many lines on, those that are everywhere, like brackets, are no beginning of a run. */
const manyLines = 200;

/** Where each line of `b` stands in it. */
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
  let before = new Map<number, number>(); // How long the run is that ends at the line before, by its end in `b`.
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
  return widened(a, b, best, { a1, a2, b1, b2 });
}

/** The run with the equal lines around it that are no anchors. */
function widened(
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

/** The changes with what is around them; what is far from any is left out. */
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

/** `3,7`: seven lines from the third on. */
function rangeOf(from: number, to: number): string {
  const length = to - from;
  if (length === 1) return String(from + 1);
  return `${length === 0 ? from : from + 1},${length}`;
}
