// Compares our JSONPath with recorded answers of k8s.io/client-go/util/jsonpath v0.36.3.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import type { Answer } from "./answer.ts";
import { answerTo } from "./answer.ts";

interface Recorded {
  readonly path: string;
  readonly answer: Answer;
}

const lines = readFileSync(new URL("answers.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const recorded = lines.map((line) => JSON.parse(line) as Recorded);

test.for(["results", "error", "parseError"] as const)(
  "Paths whose answer has %s are answered as by the library",
  (field) => {
    const asked = recorded.filter(
      ({ answer }) => Object.hasOwn(answer, field) || (field === "results" && Object.keys(answer).length === 0),
    );

    const different = asked.filter(({ path, answer }) => JSON.stringify(answerTo(path)) !== JSON.stringify(answer));

    assert.ok(asked.length > 50, `only ${asked.length} paths`);
    assert.deepEqual(
      different.map(({ path }) => [path, answerTo(path)]),
      different.map(({ path, answer }) => [path, answer]),
    );
  },
);
