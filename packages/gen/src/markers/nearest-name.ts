/** Finds the name that was probably meant by a misspelled one. */

/**
 * The name among `names` with the smallest edit distance to `name`, or `undefined` if all are too far: at most a quarter of
 * the letters, and at least two, may differ. Upper and lower case are equal.
 */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: { readonly name: string; readonly faults: number } | undefined;
  for (const candidate of names) {
    const faults = faultsBetween(wanted, candidate.toLowerCase());
    const allowed = Math.min(Math.max(2, Math.floor(name.length / 4)), Math.ceil(candidate.length / 2) - 1);
    if (faults <= allowed && (best === undefined || faults < best.faults)) best = { name: candidate, faults };
  }
  return best?.name;
}

/** The edit distance: the number of letters to add, remove, replace or swap with their neighbour. */
function faultsBetween(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
