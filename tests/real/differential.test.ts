// The record of a real kube-apiserver's answers is true: a real one still gives them. UPDATE=1 takes them all down
// anew, and UPDATE=pod,service those of these groups.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caseCrds, caseGroups } from "../differential/cases/all-cases.ts";
import { differencesBetween } from "../differential/differences.ts";
import { keepRecordings, readRecording, writeRecording } from "../differential/record.ts";
import type { Recording } from "../differential/record.ts";
import { recorded, runCase } from "../differential/run-case.ts";
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

// A real server has been seen to add a warning to one answer that it left out in all other runs: what differs is asked once more.
const options = { retry: 1 } as const;

test.for(Object.entries(caseGroups))(
  "a real server answers the cases of %s as recorded",
  options,
  async ([group, cases]) => {
    const answered: Record<string, Recording[string]> = {};
    for (const each of cases) answered[each.name] = recorded(await runCase(server, each));
    if (groupsToRecord.includes(group)) await writeRecording(group, answered);

    const record = await readRecording(group);

    expect(Object.keys(record)).toEqual(Object.keys(answered));
    const differences = Object.entries(answered).flatMap(([name, answers]) =>
      differencesBetween(record[name], answers).map((difference) => ({ case: name, ...difference })),
    );
    expect(differences).toEqual([]);
  },
);
