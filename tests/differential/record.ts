/** The recorded responses of a real kube-apiserver, in testdata, a file for each group of cases. */
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import type { DifferentialCase } from "./case.ts";
import { orderedByManager } from "./mask.ts";
import type { RecordedAnswer } from "./mask.ts";

export type Recording = Readonly<Record<string, readonly RecordedAnswer[]>>;

const folder = new URL("./testdata/", import.meta.url);

/** The responses to the cases of a group, by the names of the cases. */
export async function readRecording(group: string): Promise<Recording> {
  return JSON.parse(await readFile(fileOf(group), "utf8"), ordered) as Recording;
}

function ordered(key: string, value: unknown): unknown {
  return key === "managedFields" && Array.isArray(value) ? orderedByManager(value) : value;
}

/** Replaces the record of the group. */
export async function writeRecording(group: string, recording: Recording): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(group), textOf(recording));
}

/** Removes the records of all other groups, whose cases were deleted. */
export async function keepRecordings(groups: readonly string[]): Promise<void> {
  const files = await readdir(folder);
  const stale = files.filter((file) => !groups.includes(file.replace(/\.json$/u, "")));
  await Promise.all(stale.map(async (file) => rm(new URL(file, folder))));
}

/** The group of a case is in the names of its files. */
export type CaseGroups = Readonly<Record<string, readonly DifferentialCase[]>>;

function fileOf(group: string): URL {
  return new URL(`${group}.json`, folder);
}

/** JSON with a line for each response, for readable diffs of large records. */
function textOf(recording: Recording): string {
  const cases = Object.entries(recording).map(
    ([name, responses]) =>
      `${JSON.stringify(name)}: [\n${responses.map((response) => JSON.stringify(response)).join(",\n")}\n]`,
  );
  return `{\n${cases.join(",\n")}\n}\n`;
}
