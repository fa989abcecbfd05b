/**
 * The places of kube-apiserver's validation that report an invalid field of one of the complete kinds, and which of them each group of cases
 * reaches. tools/real/validation-sites generates sites.jsonl, tools/validation generates reached/<group>.json.
 */
import { mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { kindsOf } from "./kinds.ts";
import type { CompleteKind } from "./kinds.ts";

/** One place that reports an invalid field. */
export interface Site {
  /** The function and the place's number in it: `core/validation.ValidateTolerations#2`. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The type of the error: `Invalid`, `Required`. */
  readonly error: string;
  /** The constant part of its message, with Go's verbs for values. */
  readonly text?: string;
  /** The resources that are validated here: `core/pod`. */
  readonly resources: readonly string[];
}

const sitesFile = new URL("sites.jsonl", import.meta.url);
const reachedFolder = new URL("reached/", import.meta.url);

/** In the order of the source. */
export async function readSites(): Promise<readonly Site[]> {
  return sitesIn(await readFile(sitesFile, "utf8"));
}

/** Filters the output of tools/real/validation-sites by the complete kinds. */
export async function writeSites(lines: string): Promise<void> {
  const own = sitesIn(lines).filter((site) => kindsOfSite(site).length > 0);
  await writeFile(sitesFile, own.map((site) => `${JSON.stringify(site)}\n`).join(""));
}

function sitesIn(lines: string): readonly Site[] {
  const whole = lines.split("\n").filter((line) => line !== "");
  return whole.map((line) => JSON.parse(line) as Site);
}

export function kindsOfSite({ resources }: Site): readonly CompleteKind[] {
  return kindsOf(resources);
}

/** The ids of the sites that each group has reached. */
export async function readReached(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const files = (await readdir(reachedFolder)).filter((file) => file.endsWith(".json")).toSorted();
  const read = files.map(async (file) => {
    const ids = JSON.parse(await readFile(new URL(file, reachedFolder), "utf8")) as readonly string[];
    return [file.slice(0, -".json".length), new Set(ids)] as const;
  });
  return new Map(await Promise.all(read));
}

/** Records the sites that a group has reached, one id per line. */
export async function writeReached(group: string, ids: readonly string[]): Promise<void> {
  await mkdir(reachedFolder, { recursive: true });
  await writeFile(new URL(`${group}.json`, reachedFolder), `${JSON.stringify(ids.toSorted(), null, 2)}\n`);
}
