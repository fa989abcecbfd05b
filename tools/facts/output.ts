// Compares the files on disk with the expected files. A folder of generated files contains no others, except tests and the
// index, which are written by hand.

import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { GeneratedFile } from "./from-openapi/index.ts";

/** One file that differs. */
export interface Difference {
  /** Relative to the folder. */
  readonly path: string;
  readonly how: "missing" | "changed" | "left over";
  /** Of a changed file: removed lines (`-`) and added lines (`+`). */
  readonly lines: readonly string[];
}

/** The differences of the folder, by path. */
export async function differences(folder: string, files: readonly GeneratedFile[]): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  for (const { path: file, content } of files) {
    const existing = await readFile(path.join(folder, file), "utf8").catch(missingAsUndefined);
    if (existing === undefined) found.push({ path: file, how: "missing", lines: [] });
    else if (existing !== content) found.push({ path: file, how: "changed", lines: changedLines(existing, content) });
  }
  const wanted = new Set(files.map((file) => file.path));
  for (const file of await generatedFilesIn(folder)) {
    if (!wanted.has(file)) found.push({ path: file, how: "left over", lines: [] });
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Writes the expected files and removes all others in the folder. */
export async function writeFiles(
  folder: string,
  files: readonly GeneratedFile[],
  changes: readonly Difference[],
): Promise<void> {
  for (const { path: file, how } of changes) {
    const target = path.join(folder, file);
    if (how === "left over") {
      await rm(target);
      await rmdir(path.dirname(target)).catch(stillInUse);
      continue;
    }
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, files.find((generated) => generated.path === file)?.content ?? "");
  }
}

/** Lines of one text that the other does not have. Their positions are ignored. */
function changedLines(before: string, after: string): readonly string[] {
  const [old, current] = [before.split("\n"), after.split("\n")];
  const [inOld, inCurrent] = [new Set(old), new Set(current)];
  const gone = old.filter((line) => !inCurrent.has(line));
  const come = current.filter((line) => !inOld.has(line));
  return [
    ...gone.map((line, index) => `- ${excerpt(line, come[index])}`),
    ...come.map((line, index) => `+ ${excerpt(line, gone[index])}`),
  ];
}

const excerptCharacters = 120;

/** The line; of a long line its beginning, and the part where it begins to differ. */
function excerpt(line: string, other = ""): string {
  const text = line.trim();
  if (text.length <= excerptCharacters) return text;
  const same = Array.from(text).findIndex((character, index) => character !== other.trim()[index]);
  const from = Math.max(0, same - excerptCharacters / 4);
  const place = text.slice(from, from + excerptCharacters);
  return from === 0 ? `${place} …` : `${text.slice(0, excerptCharacters / 2)} … ${place} …`;
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

/** Removes only empty folders. */
function stillInUse(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOTEMPTY")) throw error;
}
