/** Removes elements from a list, in parts of half its length and then smaller ones, as long as the rest still fails. */
export async function fewest<T>(
  list: readonly T[],
  stillFails: (rest: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = list;
  for (let size = Math.ceil(list.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < kept.length;) {
      const rest = kept.toSpliced(from, size);
      if (await stillFails(rest)) kept = rest;
      else from += size;
    }
  }
  return kept;
}
