/** Indexes of an indexed Job in its status and its policies: `1,3-5,7`. */
import { quoteGoString } from "@kubewright/apimachinery";

type Interval = readonly [first: number, last: number];

/** The number of indexes in a string, or the error message of kube-apiserver. */
export function countIndexes(text: string, completions: number): number | string {
  if (text === "") return 0;
  let total = 0;
  let previous: number | undefined;
  for (const part of text.split(",")) {
    const interval = intervalOf(part, completions);
    if (typeof interval === "string") return interval;
    const [first, last] = interval;
    if (previous !== undefined && previous >= first) return unordered(previous, first);
    total += last - first + 1;
    previous = last;
  }
  return total;
}

/**
 * The first index that is in both strings, whose intervals are in order. Malformed intervals are skipped, and a common index of intervals in the wrong order may
 * not be found: both errors are reported separately.
 * https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/batch/validation/validation.go (validateFailedIndexesNotOverlapCompleted)
 */
export function firstCommonIndex(left: string, right: string, completions: number): number | undefined {
  const [ours, theirs] = [intervalsOf(left, completions), intervalsOf(right, completions)];
  for (let our = 0, their = 0; ;) {
    const [mine, other] = [ours[our], theirs[their]];
    if (mine === undefined || other === undefined) return undefined;
    if (mine[0] <= other[1] && other[0] <= mine[1]) return Math.max(mine[0], other[0]);
    if (mine[0] <= other[0]) our++;
    else their++;
  }
}

function intervalsOf(text: string, completions: number): readonly Interval[] {
  if (text === "") return [];
  return text
    .split(",")
    .map((part) => intervalOf(part, completions))
    .filter((interval) => typeof interval !== "string");
}

function intervalOf(text: string, completions: number): Interval | string {
  const limits = text.split("-");
  if (limits.length > 2) {
    return `the fragment ${quoteGoString(text)} violates the requirement that an index interval can have at most two parts separated by '-'`;
  }
  const numbers: number[] = [];
  for (const limit of limits) {
    if (!/^\+?\d+$/.test(limit)) return `cannot convert string to integer for index: ${quoteGoString(limit)}`;
    if (Number(limit) >= completions) return `too large index: ${quoteGoString(limit)}`;
    numbers.push(Number(limit));
  }
  const [first = 0, last = first] = numbers;
  return limits.length === 2 && first >= last ? unordered(first, last) : [first, last];
}

function unordered(previous: number, current: number): string {
  return `non-increasing order, previous: ${previous}, current: ${current}`;
}
