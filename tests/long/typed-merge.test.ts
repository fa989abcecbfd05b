// Compares typed merge with the upstream library: random questions about values and sets, and random histories of writes by several
// managers in several versions, until two answers differ.
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, beforeAll, inject, test } from "vitest";
import { anyHistory, anyQuestion } from "../typed-merge/any-question.ts";
import { questionsOf } from "../typed-merge/history.ts";
import type { Library } from "../typed-merge/library.ts";
import { startLibrary } from "../typed-merge/library.ts";
import type { Question } from "../typed-merge/question.ts";
import { answerOf, hasOneAnswer, isSameAnswer } from "../typed-merge/question.ts";

const runs = inject("runs") ?? 20_000;
const seed = inject("seed") ?? 1; // The configuration always sets it.
const limits = { numRuns: runs, seed } as const;

let library: Library;

beforeAll(async () => {
  library = await startLibrary();
  process.stdout.write(`typed merge: ${runs} runs from seed ${seed}\n`);
}, 10 * 60_000);

afterAll(() => {
  library[Symbol.dispose]();
});

async function assertSameAnswer(question: Question): Promise<void> {
  const ours = answerOf(question);
  let theirs = await library.ask(question);
  for (let left = hasOneAnswer(question) ? 0 : 30; left > 0 && !isSameAnswer(question, theirs, ours); left--) {
    theirs = await library.ask(question);
  }
  if (!isSameAnswer(question, theirs, ours)) assert.deepEqual({ question, answer: ours }, { question, answer: theirs });
}

test("values and sets are read, compared, merged, filtered and combined as by the upstream library", async () => {
  await fc.assert(fc.asyncProperty(anyQuestion, assertSameAnswer), limits);
});

test("after each write of a history, managers own the same fields as with the upstream library", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      for (const question of questionsOf(history)) await assertSameAnswer(question);
    }),
    limits,
  );
});
