// The embedded server returns the recorded responses of a kube-apiserver. Each case is a test, which can run alone:
//
//   make test ARGS="tests/differential -t pod-created --hideSkippedTests"
//
// Each test also alters the responses and requires that the comparison finds the alteration.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alterationsOf } from "./alterations.ts";
import type { DifferentialCase } from "./case.ts";
import { caseCrds, caseGroups } from "./cases/all-cases.ts";
import { isAccepted } from "./deviation.ts";
import { deviations } from "./deviations.ts";
import { differences as differencesIn, differencesBetween } from "./differences.ts";
import type { Difference } from "./differences.ts";
import type { RecordedAnswer } from "./mask.ts";
import { readRecording } from "./record.ts";
import type { Recording } from "./record.ts";
import { reportOf } from "./report.ts";
import { recorded, recordedInPlaceOf, runCase } from "./run-case.ts";
import type { CaseAnswer } from "./run-case.ts";

interface Result {
  readonly group: string;
  readonly name: string;
  readonly requests: number;
  readonly differences: readonly Difference[];
}

const clock = createVirtualClock();
const casesTotal = Object.values(caseGroups).reduce((total, cases) => total + cases.length, 0);
const results: Result[] = [];
let env: Environment;

beforeAll(async () => {
  env = await startEnvironment({ server: "embedded", crds: caseCrds, clock });
});

afterAll(async () => {
  await env[Symbol.asyncDispose]();
});

describe.for(Object.entries(caseGroups))("%s", ([group, cases]) => {
  let recording: Recording;

  beforeAll(async () => {
    recording = await readRecording(group);
  });

  test.for(cases.map((each) => [each.name, each] as const))("%s", async ([name, each]) => {
    const record = recording[name];
    const responses = await answersOf(each);
    const differences = differencesBetween(record, recorded(responses));
    results.push({ group, name, requests: responses.length, differences });

    expect(unaccepted(name, differences)).toEqual([]);
    expect(unnoticedAlterations(name, record, responses)).toEqual([]);
  });
});

test("every accepted deviation still deviates", ({ skip }) => {
  skip(results.length < casesTotal, "only some cases ran");
  const stale = deviations.filter(
    (deviation) =>
      !results.some(({ name, differences }) =>
        differences.some((difference) => isAccepted(deviation, name, difference)),
      ),
  );

  expect(stale).toEqual([]);
});

test("docs/internals/differential.md has the number of cases that hold", async ({ skip }) => {
  skip(results.length < casesTotal, "only some cases ran");
  const report = reportOf(
    Object.keys(caseGroups).map((group) => {
      const ofGroup = results.filter((result) => result.group === group);
      return {
        group,
        cases: ofGroup.length,
        requests: ofGroup.reduce((count, { requests }) => count + requests, 0),
        equal: ofGroup.filter(({ differences }) => differences.length === 0).length,
        accepted: ofGroup.filter(({ name, differences }) => unaccepted(name, differences).length === 0).length,
      };
    }),
    deviations,
  );

  await expect(report).toMatchFileSnapshot("../../docs/internals/differential.md");
});

async function answersOf(each: DifferentialCase): Promise<readonly CaseAnswer[]> {
  return clock.runUntilSettled(runCase(env, each));
}

function unaccepted(name: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.filter((difference) => !deviations.some((deviation) => isAccepted(deviation, name, difference)));
}

/** Alters one place of a response at a time, and returns the alterations that the comparison does not detect. */
function unnoticedAlterations(
  name: string,
  record: readonly RecordedAnswer[] | undefined,
  responses: readonly CaseAnswer[],
): readonly object[] {
  const random = createSeededRandom(`differential ${name}`);
  const inPlace = recordedInPlaceOf(responses);
  return responses.flatMap((response, index) =>
    alterationsOf(response, random)
      .filter(({ at }) => !deviations.some((deviation) => isAccepted(deviation, name, { at: `${index}.${at}` })))
      .filter(({ answer: altered, isInBody }) => {
        const own = record?.[index];
        const differences = isInBody
          ? differencesIn(own, inPlace[index]?.(altered), [String(index)])
          : differencesIn(withoutBody(own), inPlace[index]?.({ ...altered, body: undefined }), [String(index)]);
        return unaccepted(name, differences).length === 0;
      })
      .map(({ what }) => ({ response: index, what })),
  );
}

function withoutBody(record: RecordedAnswer | undefined): RecordedAnswer | undefined {
  return record && { ...record, body: undefined };
}
