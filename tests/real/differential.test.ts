// The record of a real kube-apiserver's answers is true: a real one still gives them. UPDATE=1 takes them all down
// anew, and UPDATE=pod,service those of these groups.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caseCrds, caseGroups } from "../differential/cases/all-cases.ts";
import type { DifferentialCase } from "../differential/case.ts";
import { differencesBetween } from "../differential/differences.ts";
import type { Difference } from "../differential/differences.ts";
import { keepRecordings, readRecording, writeRecording } from "../differential/record.ts";
import type { Recording } from "../differential/record.ts";
import { recorded, runCase } from "../differential/run-case.ts";
import type { CaseAnswer } from "../differential/run-case.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const recording = inject("recording") ?? "";
const groupsToRecord = recording === "1" ? Object.keys(caseGroups) : recording.split(",");

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: caseCrds });
  if (recording === "1") await keepRecordings(Object.keys(caseGroups));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test.for(Object.entries(caseGroups))("a real server answers the cases of %s as recorded", async ([group, cases]) => {
  if (groupsToRecord.includes(group)) {
    const answered: Record<string, Recording[string]> = {};
    for (const each of cases) answered[each.name] = recorded(await runCase(server, each));
    await writeRecording(group, answered);
    return;
  }
  const record = await readRecording(group);
  const differences: object[] = [];
  for (const each of cases) {
    for (const difference of await differencesOf(each, record[each.name])) {
      differences.push({ case: each.name, ...difference });
    }
  }

  expect(Object.keys(record)).toEqual(cases.map(({ name }) => name));
  expect(differences).toEqual([]);
});

/**
 * Runs a case, and once more under another name if an answer differs: a real server has added a warning to one answer that it left out in all other
 * runs, and has sent the initial events of a watch in another order.
 */
async function differencesOf(
  each: DifferentialCase,
  record: Recording[string] | undefined,
): Promise<readonly Difference[]> {
  const differences = differencesBetween(record, recorded(await runCase(server, each)));
  if (differences.length === 0) return [];
  const again = { ...each, name: `${each.name}-2` };
  const text = JSON.stringify(await runCase(server, again)).replaceAll(again.name, each.name);
  return differencesBetween(record, recorded(JSON.parse(text) as readonly CaseAnswer[])); // What `runCase` has returned.
}
