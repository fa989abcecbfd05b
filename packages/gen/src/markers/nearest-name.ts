/** Finds what somebody meant who mistyped a name. */

/**
 * The name among `names` that is nearest to `name`, or `undefined` when none is near: letters of the wrong case cost
 * nothing, otherwise one fault in four letters is forgiven, two at least.
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

/** How many letters to add, drop, replace or swap with their neighbour to make one text of the other. */
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
