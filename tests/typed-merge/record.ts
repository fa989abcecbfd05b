// Records the answers of the upstream library to a fixed set of random questions, for recorded.test.ts:
//
//   npx node --conditions=source tests/typed-merge/record.ts

import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { encodeJson } from "@kubewright/apimachinery";
import { anyHistory, anyQuestion } from "./any-question.ts";
import { questionsOf } from "./history.ts";
import { startLibrary } from "./library.ts";
import { hasOneAnswer } from "./question.ts";

const questions = [
  ...fc.sample(anyQuestion, { numRuns: 200, seed: 1 }),
  ...fc.sample(anyHistory, { numRuns: 25, seed: 1 }).flatMap((history) => [...questionsOf(history)]),
];
using library = await startLibrary();
const lines: string[] = [];
for (const question of questions.filter(hasOneAnswer)) {
  lines.push(encodeJson({ question, answer: await library.ask(question) }));
}
await writeFile(new URL("answers.jsonl", import.meta.url), `${lines.join("\n")}\n`);
