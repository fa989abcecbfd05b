// The tests of `make test` that `make test-long` also runs, because they try more there. They are detected in the sources, so that no list can miss one.
import { posix } from "node:path";
import { importsOf } from "../tools/source/scan.ts";
import type { SourceFile } from "../tools/source/workspace.ts";

/** Random values, and `isLongLane`, by which a test or a module that it uses tries everything instead of a sample. */
const triesMore = /from "fast-check"|\binject\("isLongLane"\)/u;

/** Tests that run in the long lane anyway, or need a real server or node. */
const otherLanes = /^tests\/(?:long|node|real)\//u;

/** Returns the test files among `files` that try more in the long lane, directly or through a file that they import, in any number of steps. */
export function longLaneTests(files: readonly SourceFile[]): readonly string[] {
  const importers = Map.groupBy(files.flatMap(importsIn), ({ to }) => to);
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const { from } of importers.get(path) ?? []) add(from);
  };
  for (const { path, text } of files) if (triesMore.test(text)) add(path);
  return [...found].filter((path) => path.endsWith(".test.ts") && !otherLanes.test(path)).toSorted();
}

function importsIn({ path, text }: SourceFile): readonly { readonly from: string; readonly to: string }[] {
  return importsOf(text)
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier }) => ({ from: path, to: posix.join(posix.dirname(path), specifier) }));
}
