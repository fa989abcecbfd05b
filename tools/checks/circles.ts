// Circles of imports, as functions from imports to problems.
import { posix } from "node:path";
import { importsOf } from "../source/scan.ts";
import type { SourceFile } from "../source/workspace.ts";
import type { Problem } from "./problems.ts";

/** One relative import. */
export interface FileImport {
  readonly from: string;
  readonly line: number;
  readonly to: string;
}

/** The relative imports of `files`, tests and test data left out. */
export function fileImportsOf(files: readonly SourceFile[]): readonly FileImport[] {
  return files
    .filter(({ path }) => !/\.test\.ts$|\/(?:testing|testdata)\//u.test(path))
    .flatMap(({ path, text }) =>
      importsOf(text)
        .filter(({ specifier }) => specifier.startsWith("."))
        .map(({ specifier, line }) => ({ from: path, line, to: posix.join(posix.dirname(path), specifier) })),
    );
}

/**
 * In no folder, the files and folders directly in it import each other in a circle. The imports of a folder are those of all files below it. So no
 * files import each other in a circle either. No two folders at any depth import each other, except a folder and one inside it.
 */
export function circleProblems(imports: readonly FileImport[]): readonly Problem[] {
  const steps = imports.map(stepOf).filter(({ from, to }) => from !== to);
  return Array.from(Map.groupBy(steps, ({ folder }) => folder)).flatMap(([folder, inside]) =>
    circlesOf(inside).map((circle): Problem => {
      const places = circle.map(({ from, to, at }) => `${from} imports ${to} (${at})`);
      const message = `${places.join(", ")}: move what they share to a file or folder below`;
      return { at: folder, message };
    }),
  );
}

/** An import, seen from the lowest folder that has both files: which of the folder's files and folders imports which. */
interface Step {
  readonly folder: string;
  readonly from: string;
  readonly to: string;
  readonly at: string;
}

function stepOf({ from, line, to }: FileImport): Step {
  const [importer, imported] = [from.split("/"), to.split("/")];
  const depth = importer.findIndex((name, index) => name !== imported[index]);
  const folder = importer.slice(0, depth).join("/");
  return { folder, from: importer[depth] ?? "", to: imported[depth] ?? "", at: `${from}:${line}` };
}

/** For each set of names that reach each other, a shortest circle through the first of them. */
function circlesOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const stepsFrom = Map.groupBy(steps, ({ from }) => from);
  const inCircle = new Set<string>();
  const circles: (readonly Step[])[] = [];
  for (const name of Array.from(stepsFrom.keys()).toSorted()) {
    if (inCircle.has(name)) continue;
    const circle = shortestCircle(name, stepsFrom);
    for (const { from } of circle) inCircle.add(from);
    if (circle.length > 0) circles.push(circle);
  }
  return circles;
}

/** The steps from a name back to it; empty if no way leads back. */
function shortestCircle(name: string, stepsFrom: ReadonlyMap<string, readonly Step[]>): readonly Step[] {
  const ways = new Map<string, readonly Step[]>([[name, []]]);
  for (const [at, way] of ways) {
    for (const step of stepsFrom.get(at) ?? []) {
      if (step.to === name) return [...way, step];
      if (!ways.has(step.to)) ways.set(step.to, [...way, step]);
    }
  }
  return [];
}
