// The embedded server answers as the real one was recorded to answer, and the comparison would notice if it did not.
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { startEnvironment } from "@kubewright/envtest";
import { beforeAll, expect, test } from "vitest";
import { alterationsOf } from "./alterations.ts";
import { caseCrds, caseGroups } from "./cases/all-cases.ts";
import { deviations, isAccepted } from "./deviations.ts";
import { differences as differencesIn, differencesBetween } from "./differences.ts";
import type { Difference } from "./differences.ts";
import { readRecording } from "./record.ts";
import { reportOf } from "./report.ts";
import { recorded, recordedAfter, runCase } from "./run-case.ts";
import type { CaseAnswer, RecordedAnswer } from "./run-case.ts";

const seed = "differential";

interface Result {
  readonly group: string;
  readonly name: string;
  readonly record: readonly RecordedAnswer[] | undefined;
  readonly answers: readonly CaseAnswer[];
  readonly differences: readonly Difference[];
}

let results: readonly Result[];

beforeAll(async () => {
  const clock = createVirtualClock();
  await using env = await startEnvironment({ server: "embedded", crds: caseCrds, clock });
  const found: Result[] = [];
  for (const [group, cases] of Object.entries(caseGroups)) {
    const recording = await readRecording(group);
    for (const each of cases) {
      const [record, answers] = [recording[each.name], await clock.runUntilSettled(runCase(env, each))];
      found.push({
        group,
        name: each.name,
        record,
        answers,
        differences: differencesBetween(record, recorded(answers)),
      });
    }
  }
  results = found;
});

function unaccepted(name: string, differences: readonly Difference[]): readonly Difference[] {
  return differences.filter((difference) => !deviations.some((deviation) => isAccepted(deviation, name, difference)));
}

test.for(Object.keys(caseGroups))("the embedded server answers the cases of %s as the real one", (group) => {
  const ofGroup = results.filter((result) => result.group === group);

  const wrong = ofGroup.flatMap(({ name, differences }) =>
    unaccepted(name, differences).map((difference) => ({ case: name, ...difference })),
  );

  expect(wrong).toEqual([]);
});

test("every accepted deviation deviates still", () => {
  const stale = deviations.filter(
    (deviation) =>
      !results.some(({ name, differences }) =>
        differences.some((difference) => isAccepted(deviation, name, difference)),
      ),
  );

  expect(stale).toEqual([]);
});

test.for(Object.keys(caseGroups))("an answer to the cases of %s that is altered is noticed", (group) => {
  const random = createSeededRandom(seed);
  const ofGroup = results.filter((result) => result.group === group);

  const tried = ofGroup.flatMap(({ name, record, answers }) =>
    answers.flatMap((answer, index) => {
      const recordedHere = recordedAfter(answers.slice(0, index));
      return alterationsOf(answer, random)
        .filter(({ at }) => !deviations.some((deviation) => isAccepted(deviation, name, { at: `${index}.${at}` })))
        .map(({ what, answer: mutant }) => {
          const differences = differencesIn(record?.[index], recordedHere(mutant), [String(index)]);
          return { case: name, answer: index, what, isNoticed: unaccepted(name, differences).length > 0 };
        });
    }),
  );

  expect(tried.length).toBeGreaterThan(ofGroup.length);
  expect(tried.filter(({ isNoticed }) => !isNoticed)).toEqual([]);
});

test("docs/differential.md says how many cases hold", async () => {
  const report = reportOf(
    Object.keys(caseGroups).map((group) => {
      const ofGroup = results.filter((result) => result.group === group);
      return {
        group,
        cases: ofGroup.length,
        requests: ofGroup.reduce((count, { answers }) => count + answers.length, 0),
        equal: ofGroup.filter(({ differences }) => differences.length === 0).length,
        accepted: ofGroup.filter(({ name, differences }) => unaccepted(name, differences).length === 0).length,
      };
    }),
    deviations,
  );

  await expect(report).toMatchFileSnapshot("../../docs/differential.md");
});
