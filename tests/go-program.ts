// The Go programs of tools/real that answer questions with the code of kube-apiserver: a JSON line in, a JSON line out.

import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { decodeJson, encodeJson } from "@kubewright/apimachinery";

const build = fileURLToPath(new URL("../tools/real/build-program.sh", import.meta.url));

/** A running program. It answers one question after the other. */
export interface GoProgram extends Disposable {
  /** Sends a question and returns the answer. Rejects if the program has ended. */
  ask(question: unknown): Promise<unknown>;
}

/** Starts the program of a folder in tools/real. The first start on a machine builds it, which takes a minute. */
export async function startGoProgram(name: string): Promise<GoProgram> {
  const { stdout: program } = await promisify(execFile)(build, [name]);
  const { stdin, stdout } = spawn(program.trim(), { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  return {
    async ask(question) {
      stdin.write(`${encodeJson(question)}\n`);
      const line = await lines.next();
      if (line.done === true) throw new Error(`${name} has ended without a response to ${encodeJson(question)}`);
      return decodeJson(line.value).value;
    },
    [Symbol.dispose]: () => {
      stdin.end();
    },
  };
}
