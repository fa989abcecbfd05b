// Records the answers of client-go's JSONPath to the paths of the corpus, for recorded.test.ts:
//
//   npx node --conditions=source tests/json-path/record.ts

import { writeFile } from "node:fs/promises";
import { isDeepEqual } from "@kubewright/apimachinery";
import { startGoProgram } from "../go-program.ts";
import type { Answer } from "./answer.ts";
import { comparable } from "./answer.ts";
import { corpusPaths, object } from "./questions.ts";

const asksPerPath = 20;
using program = await startGoProgram("json-path");
const lines: string[] = [];
for (const path of corpusPaths()) {
  const answers: Answer[] = [];
  for (let left = asksPerPath; left > 0; left--) {
    answers.push(comparable((await program.ask({ path, value: object })) as Answer)); // The program's own form.
  }
  // Some paths have several answers, because Go visits maps in a random order.
  const [first] = answers;
  if (answers.every((answer) => isDeepEqual(answer, first))) lines.push(JSON.stringify({ path, answer: first }));
}
await writeFile(new URL("answers.jsonl", import.meta.url), `${lines.join("\n")}\n`);
