/** Questions in a terminal. */
import { spawnSync } from "node:child_process";
import { CommandError } from "./io.ts";

/**
 * Asks a question and returns the line that the user types after it was shown: "" for Enter. Returns `undefined` without a question if further input is
 * waiting, for example the next commands of a pasted block: that input is for the shell.
 *
 * @throws {CommandError} if the user presses Ctrl-C, or the input ends.
 */
export async function askInTerminal(question: string): Promise<string | undefined> {
  if (hasWaitingInput()) return undefined;
  const { createInterface } = await import("node:readline");
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = Promise.withResolvers<string>();
  const abort = (why: string, exitCode: number): void => {
    process.stdout.write("\n");
    answer.reject(new CommandError(`Cannot read an answer: ${why}`, { exitCode }));
  };
  prompt
    .on("SIGINT", () => abort("stopped by Ctrl-C", 130))
    .on("close", () => abort("the input has ended: answer with flags", 1));
  prompt.question(question, (text) => answer.resolve(text));
  try {
    return await answer.promise;
  } finally {
    prompt.removeAllListeners("close").close();
  }
}

/** Whether a line was typed or pasted before the question. bash can find out without reading it; Node cannot. Without bash: false. */
function hasWaitingInput(): boolean {
  return spawnSync("bash", ["-c", "read -t 0"], { stdio: ["inherit", "ignore", "ignore"] }).status === 0;
}
