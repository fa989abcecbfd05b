// The files on disk against the files as they should be. A folder of generated files holds nothing else, apart from what
// is written by hand and named so: tests, and the index.

import { mkdir, readdir, readFile, rm, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { GeneratedFile } from "@kubewright/gen/from-openapi";

/** One file that is not as it should be. */
export interface Difference {
  /** Relative to the folder. */
  readonly path: string;
  readonly how: "missing" | "changed" | "left over";
  /** Of a changed file: the lines that go, marked `-`, and those that come, marked `+`. */
  readonly lines: readonly string[];
}

/** What would have to change in the folder, by path. */
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

/** Lines of one text that the other does not have. Where they stand does not matter: generated lines are facts. */
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

/** The line, or of a long one (a definition, a kind) its beginning and the place where it begins to differ. */
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

/** A folder that still holds something stays. */
function stillInUse(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "ENOTEMPTY")) throw error;
}
