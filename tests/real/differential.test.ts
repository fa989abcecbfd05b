// The record of a real kube-apiserver's answers is true: a real one still gives them. UPDATE=1 takes them down anew.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { caseCrds, caseGroups } from "../differential/cases/all-cases.ts";
import { differencesBetween } from "../differential/differences.ts";
import { clearRecordings, readRecording, writeRecording } from "../differential/record.ts";
import type { Recording } from "../differential/record.ts";
import { recorded, runCase } from "../differential/run-case.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const isRecording = inject("isRecording") === true;

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: caseCrds });
  if (isRecording) await clearRecordings();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test.for(Object.entries(caseGroups))("a real server answers the cases of %s as recorded", async ([group, cases]) => {
  const answered: Record<string, Recording[string]> = {};
  for (const each of cases) answered[each.name] = recorded(await runCase(server, each));
  if (isRecording) await writeRecording(group, answered);

  const recording = await readRecording(group);

  expect(Object.keys(recording)).toEqual(Object.keys(answered));
  const differences = Object.entries(answered).flatMap(([name, answers]) =>
    differencesBetween(recording[name], answers).map((difference) => ({ case: name, ...difference })),
  );
  expect(differences).toEqual([]);
});
