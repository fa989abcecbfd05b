// Typed merge beside upstream's library: random questions about values and sets, and random histories of writes by several
// managers in several versions, until the two say something different.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { randomInt } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { afterAll, beforeAll, inject, test } from "vitest";
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import { anyHistory, anyQuestion } from "../../packages/schema/src/typed/testdata/any-question.ts";
import { questionsOf } from "../../packages/schema/src/typed/testdata/history.ts";
import type { Answer, Question } from "../../packages/schema/src/typed/testdata/question.ts";
import { answerOf, isSameAnswer } from "../../packages/schema/src/typed/testdata/question.ts";

const build = fileURLToPath(new URL("../../tools/real/typed-merge/build.sh", import.meta.url));
const recorded = new URL("../../packages/schema/src/typed/testdata/answers.jsonl", import.meta.url);
const runs = inject("runs") ?? 20_000;
const seed = inject("seed") ?? randomInt(2 ** 31);
const limits = { numRuns: runs, seed } as const;

let program: ChildProcessByStdio<Writable, Readable, null>;
let answers: AsyncIterator<string>;

beforeAll(async () => {
  const { stdout } = await promisify(execFile)(build);
  program = spawn(stdout.trim(), { stdio: ["pipe", "pipe", "inherit"] });
  answers = createInterface({ input: program.stdout })[Symbol.asyncIterator]();
  process.stdout.write(`typed merge: ${runs} runs from seed ${seed}\n`);
}, 10 * 60_000);

afterAll(() => {
  program.stdin.end();
});

async function ask(question: Question): Promise<Answer> {
  program.stdin.write(`${encodeJson(question)}\n`);
  const line = await answers.next();
  return decodeJson(String(line.value)).value as Answer; // The program's own form.
}

async function assertSameAnswer(question: Question): Promise<void> {
  const ours = answerOf(question);
  let theirs = await ask(question);
  for (let left = hasOneAnswer(question) ? 0 : 30; left > 0 && !isSameAnswer(question, theirs, ours); left--) {
    theirs = await ask(question);
  }
  if (!isSameAnswer(question, theirs, ours)) assert.deepEqual({ question, answer: ours }, { question, answer: theirs });
}

/** Upstream goes through several versions in the order of a Go map, and its result depends on that order. */
function hasOneAnswer(question: Question): boolean {
  if (question.op !== "apply") return true;
  const { version, managers } = question;
  return new Set([version, ...managers.map((manager) => manager.version)]).size <= 2;
}

test("values and sets are read, compared, merged, cut and combined as upstream's library does it", async () => {
  await fc.assert(fc.asyncProperty(anyQuestion, assertSameAnswer), limits);
});

test("managers own after each write of a history what upstream's library says", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      for (const question of questionsOf(history)) await assertSameAnswer(question);
    }),
    limits,
  );
});

test.runIf(inject("recording") !== "")("answers are recorded for the unit lane", async () => {
  const questions = [
    ...fc.sample(anyQuestion, { numRuns: 200, seed: 1 }),
    ...fc.sample(anyHistory, { numRuns: 25, seed: 1 }).flatMap((history) => [...questionsOf(history)]),
  ];
  const lines: string[] = [];
  for (const question of questions.filter(hasOneAnswer))
    lines.push(encodeJson({ question, answer: await ask(question) }));
  await writeFile(recorded, `${lines.join("\n")}\n`);
});
