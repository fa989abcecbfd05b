// Compares our results with recorded ones of sigs.k8s.io/structured-merge-diff v6.3.3; tests/long/typed-merge.test.ts runs the library.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import type { Answer, Question } from "./question.ts";
import { answerOf, isSameAnswer } from "./question.ts";

interface Recorded {
  readonly question: Question;
  readonly answer: Answer;
}

const lines = readFileSync(new URL("answers.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const recorded = lines.map((line) => decodeJson(line).value as unknown as Recorded); // The program's own form.

test.for(["sets", "fields", "errors", "compare", "merge", "remove", "extract", "update", "apply"] as const)(
  'Questions of kind "%s" are answered as upstream\'s library does',
  (op) => {
    const request = recorded.filter(({ question }) => question.op === op);

    const different = request.filter(({ question, answer }) => !isSameAnswer(question, answer, answerOf(question)));

    assert.ok(request.length > 10, `only ${request.length} questions`);
    assert.deepEqual(
      different.map(({ question }) => [encodeJson(question), answerOf(question)]),
      different.map(({ question, answer }) => [encodeJson(question), answer]),
    );
  },
);
