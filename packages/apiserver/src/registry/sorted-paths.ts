// The order of paths for a decoder that reads sorted keys: of patched objects, and of YAML, which is converted to JSON.
import { afterPause, eachInSteps } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";

/** Sorts paths, in steps, by their keys, and the items of a list by their index. */
export function sortedPaths(paths: readonly string[]): Work<readonly string[]> {
  if (paths.length < 2) return paths;
  const split: { readonly path: string; readonly parts: readonly string[] }[] = [];
  // A path is split once: its length has no limit.
  const splitting = eachInSteps(paths, (path) => void split.push({ path, parts: path.split(/[.[\]]+/) }));
  return afterPause(splitting, () => {
    split.sort((a, b) => compareParts(a.parts, b.parts));
    return split.map(({ path }) => path);
  });
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length; index++) {
    const [part = "", other = ""] = [a[index], b[index]];
    if (part === other) continue;
    return /^\d+$/.test(part) && /^\d+$/.test(other) ? Number(part) - Number(other) : part < other ? -1 : 1;
  }
  return -1;
}
