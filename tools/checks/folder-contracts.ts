// The rules of importing between the folders of a package and between files, as functions from imports to problems.
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

/** A folder of `packages/<name>/src` imports only folders that come after it in `folders`. */
export function folderProblems(
  imports: readonly FileImport[],
  name: string,
  folders: readonly string[],
): readonly Problem[] {
  const source = `packages/${name}/src/`;
  return imports.flatMap(({ from, line, to }): Problem[] => {
    if (!from.startsWith(source) || !to.startsWith(source)) return [];
    const [importer, imported] = [folderOf(from, source), folderOf(to, source)];
    if (importer === imported) return [];
    const at = `${from}:${line}`;
    const missing = [importer, imported].find((folder) => !folders.includes(folder));
    if (missing !== undefined) {
      return [
        { at, message: `"${missing}" is not in the folder table of ${name}: add it to the layer where it belongs` },
      ];
    }
    if (folders.indexOf(importer) < folders.indexOf(imported)) return [];
    return [
      { at, message: `${importer} must not import ${imported}, which is above it: move the code down or pass it in` },
    ];
  });
}

/** No two folders of `packages/<name>/src` import each other, at any depth. A folder and a folder inside it may. */
export function folderPairProblems(imports: readonly FileImport[], name: string): readonly Problem[] {
  const source = `packages/${name}/src/`;
  const folders = imports
    .filter(({ from, to }) => from.startsWith(source) && to.startsWith(source))
    .map(({ from, line, to }) => ({ at: `${from}:${line}`, from: posix.dirname(from), to: posix.dirname(to) }))
    .filter(({ from, to }) => !`${from}/`.startsWith(`${to}/`) && !`${to}/`.startsWith(`${from}/`));
  const importers = Map.groupBy(folders, ({ from, to }) => `${from} ${to}`);
  return Array.from(importers.values()).flatMap(([first]): Problem[] => {
    const back = first === undefined ? undefined : importers.get(`${first.to} ${first.from}`)?.[0];
    if (first === undefined || back === undefined || first.from > first.to) return [];
    const message = `${first.from} and ${first.to} import each other (the way back is ${back.at}): move the shared part to a folder below`;
    return [{ at: first.at, message }];
  });
}

/** No files import each other in a cycle. */
export function cycleProblems(imports: readonly FileImport[]): readonly Problem[] {
  return cyclesOf(imports).map(([at = "", ...others]) => ({
    at,
    message: `imports itself by way of ${others.join(", ")}: move the shared part to a file below`,
  }));
}

function folderOf(path: string, source: string): string {
  const [folder = ""] = path.slice(source.length).split("/", 1);
  return folder;
}

/** The strongly connected components of more than one file (Tarjan), each sorted. */
function cyclesOf(imports: readonly FileImport[]): readonly (readonly string[])[] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const index = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const cycles: (readonly string[])[] = [];

  function visit(file: string): number {
    const own = index.size;
    index.set(file, own);
    let low = own;
    stack.push(file);
    for (const { to } of targets.get(file) ?? []) {
      if (!index.has(to)) low = Math.min(low, visit(to));
      else if (stack.includes(to)) low = Math.min(low, lowest.get(to) ?? index.get(to) ?? low);
    }
    lowest.set(file, low);
    if (low === own) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) cycles.push(component.toSorted());
    }
    return low;
  }

  for (const file of targets.keys()) if (!index.has(file)) visit(file);
  return cycles;
}
