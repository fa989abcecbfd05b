// The files on disk against the files as they should be. A folder of generated files holds nothing else, apart from what
// is written by hand and named so: tests, and the index.

import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { GeneratedFile } from "@kubewright/gen/from-openapi";

/** One file that is not as it should be. */
export interface Difference {
  /** Relative to the folder. */
  readonly path: string;
  readonly how: "missing" | "changed" | "left over";
}

/** What would have to change in the folder, by path. */
export async function differences(folder: string, files: readonly GeneratedFile[]): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const { path: file, content } of files) {
    const existing = await readFile(path.join(folder, file), "utf8").catch(missingAsUndefined);
    if (existing === undefined) found.push({ path: file, how: "missing" });
    else if (existing !== content) found.push({ path: file, how: "changed" });
  }
  const wanted = new Set(files.map((file) => file.path));
  for (const file of await generatedFilesIn(folder)) {
    if (!wanted.has(file)) found.push({ path: file, how: "left over" });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Brings the folder into the state that was asked for. */
export async function writeFiles(
  folder: string,
  files: readonly GeneratedFile[],
  changes: readonly Difference[],
): Promise<void> {
  for (const { path: file, how } of changes) {
    const target = path.join(folder, file);
    if (how === "left over") {
      await rm(target);
      continue;
    }
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, files.find((generated) => generated.path === file)?.content ?? "");
  }
}

async function generatedFilesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(missingAsUndefined);
  return (entries ?? [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts") && entry.name !== "index.ts")
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, "/"));
}

function missingAsUndefined(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}
