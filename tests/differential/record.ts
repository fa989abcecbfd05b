/** The recorded answers of a real kube-apiserver, in testdata, a file for each group of cases. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import type { DifferentialCase } from "./case.ts";
import type { RecordedAnswer } from "./run-case.ts";

export type Recording = Readonly<Record<string, readonly RecordedAnswer[]>>;

const folder = new URL("./testdata/", import.meta.url);

/** The answers to the cases of a group, by the cases' names. */
export async function readRecording(group: string): Promise<Recording> {
  return JSON.parse(await readFile(fileOf(group), "utf8")) as Recording;
}

/** Replaces what is recorded of the group. */
export async function writeRecording(group: string, recording: Recording): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(fileOf(group), `${JSON.stringify(recording, undefined, 2)}\n`);
}

/** Forgets everything, so that no answer stays whose case is gone. */
export async function clearRecordings(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** The group of a case is in the names of its files. */
export type CaseGroups = Readonly<Record<string, readonly DifferentialCase[]>>;

function fileOf(group: string): URL {
  return new URL(`${group}.json`, folder);
}
