/** The executed sites, from the coverage of a Go program that was built with `-cover`. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import type { Site } from "../../tests/differential/validation/sites.ts";

/** Lines and columns, from the first character to the one after the last. */
interface Block {
  readonly from: Position;
  readonly to: Position;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** The sites in blocks that ran. `folder` is the value of GOCOVERDIR. */
export async function reachedSites(folder: string, sites: readonly Site[]): Promise<readonly Site[]> {
  const blocks = blocksThatRan(await profileOf(folder));
  return sites.filter((site) => blocks.get(site.file)?.some((block) => holds(block, site)) ?? false);
}

async function profileOf(folder: string): Promise<string> {
  const out = await mkdtemp(path.join(tmpdir(), "kubewright-coverage-"));
  try {
    const file = path.join(out, "profile.txt");
    await promisify(execFile)("go", ["tool", "covdata", "textfmt", `-i=${folder}`, `-o=${file}`]);
    return await readFile(file, "utf8");
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

/** `k8s.io/…/validation.go:80.61,81.46 1 0`: from, to, number of statements, count. */
const profileLine = /^(?<file>\S+):(?<numbers>\d+\.\d+,\d+\.\d+) \d+ (?<count>\d+)$/u;

/** By file. A block is covered if any of its lines in the profile has a count. */
export function blocksThatRan(profile: string): ReadonlyMap<string, readonly Block[]> {
  const ran = new Map<string, Block[]>();
  for (const line of profile.split("\n")) {
    const { file = "", numbers = "", count = "0" } = profileLine.exec(line)?.groups ?? {};
    if (count === "0") continue;
    const [fromLine = 0, fromColumn = 0, toLine = 0, toColumn = 0] = numbers.split(/[.,]/u).map(Number);
    const block = { from: { line: fromLine, column: fromColumn }, to: { line: toLine, column: toColumn } };
    ran.set(file, [...(ran.get(file) ?? []), block]);
  }
  return ran;
}

function holds({ from, to }: Block, at: Position): boolean {
  return !isBefore(at, from) && isBefore(at, to);
}

function isBefore(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}
