// A real kube-apiserver still returns the recorded responses. UPDATE=1 records all groups, and UPDATE=pod,service these groups.
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
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
const groups = Object.keys(caseGroups);
const groupsToRecord = recording === "1" ? groups : recording.split(",").filter((group) => group !== "");
const unknown = groupsToRecord.find((group) => !groups.includes(group));
if (unknown !== undefined) throw new Error(`UPDATE is "${unknown}", must be 1 or groups of ${groups.join(", ")}`);

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: caseCrds });
  if (recording === "1") await keepRecordings(groups);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test.for(groupsToRecord)("the answers to the cases of %s are recorded", async (group) => {
  const answered: Record<string, Recording[string]> = {};
  for (const each of caseGroups[group] ?? []) answered[each.name] = recorded(await runCase(server, each));
  await writeRecording(group, answered);
});

// A run that records compares nothing.
const comparedGroups = groupsToRecord.length > 0 ? [] : Object.entries(caseGroups);

/** Cases that mostly wait, until a definition is served or a version is too far ahead. They write no objects that other cases see, so five run at a time. */
const waitingGroups = /^(?:custom-resource|rule-corpus-|large-version)/;

describe.for(comparedGroups)("%s", ([group, cases]) => {
  test("the recording has the cases of the group", async () => {
    expect(Object.keys(await readRecording(group))).toEqual(cases.map(({ name }) => name));
  });

  test.for(cases.map((each) => [each.name, each] as const))(
    "a real server answers %s as recorded",
    { concurrent: waitingGroups.test(group) },
    async ([name, each]) => {
      const record = await readRecording(group);

      expect(await differencesOf(each, record[name])).toEqual([]);
    },
  );
});

/**
 * Runs a case, and once more under another name if a response differs: a real server has added a warning to one response that was absent in all other
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
