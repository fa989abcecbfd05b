// Upstream's library, asked through the program of tools/real/typed-merge.

import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import type { Answer, Question } from "./question.ts";

const build = fileURLToPath(new URL("../../tools/real/build-program.sh", import.meta.url));

/** The running program. Questions are asked one after the other. */
export interface Library extends Disposable {
  ask(question: Question): Promise<Answer>;
}

/** Starts the program; builds it first where that was never done, which takes a minute. */
export async function startLibrary(): Promise<Library> {
  const { stdout: program } = await promisify(execFile)(build, ["typed-merge"]);
  const { stdin, stdout } = spawn(program.trim(), { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async ask(question) {
      stdin.write(`${encodeJson(question)}\n`);
      const line = await lines.next();
      return decodeJson(String(line.value)).value as Answer; // The program's own form.
    },
    [Symbol.dispose]: () => {
      stdin.end();
    },
  };
}
