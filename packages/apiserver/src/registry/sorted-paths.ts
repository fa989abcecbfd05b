// The order of paths for a decoder that reads sorted keys: of patched objects, and of YAML, which is converted to JSON.

/** Sorts paths by their keys, and the items of a list by their index. */
export function sortedPaths(paths: readonly string[]): readonly string[] {
  // A path is split once: its length has no limit.
  const split = paths.map((path) => ({ path, parts: path.split(/[.[\]]+/) }));
  return split.sort((a, b) => compareParts(a.parts, b.parts)).map(({ path }) => path);
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? "";
    if (part === other) continue;
    return /^\d+$/.test(part) && /^\d+$/.test(other) ? Number(part) - Number(other) : part < other ? -1 : 1;
  }
  return -1;
}
