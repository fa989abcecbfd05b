/** Questions in a terminal. */
import { spawn, spawnSync } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { CommandError } from "./io.ts";

/**
 * Asks a question and returns the line that the user types after it was shown: "" for Enter. Returns `undefined` without a question if further input is
 * waiting, for example the next commands of a pasted block: that input is for the shell. Lines after the answer stay in the terminal, too.
 *
 * @throws {CommandError} if the user presses Ctrl-C (exit code 130), or the input ends.
 */
export async function askInTerminal(question: string): Promise<string | undefined> {
  if (process.platform === "win32") return await askInConsole(question);
  if (hasWaitingInput()) return undefined;
  const { line, isStopped } = await readLine(question);
  if (line !== undefined) return line;
  process.stdout.write("\n");
  throw isStopped ? stopped() : ended();
}

/** Whether a line was typed or pasted before the question. bash can find out without reading it; Node cannot. Without bash: false. */
function hasWaitingInput(): boolean {
  return spawnSync("bash", ["-c", "read -t 0"], { stdio: ["inherit", "ignore", "ignore"] }).status === 0;
}

interface ReadLine {
  readonly line: string | undefined;
  readonly isStopped: boolean;
}

/** Reads one line. A shell reads no byte of the next line. Node reads all that is waiting, and those bytes are lost for the shell of the user. */
async function readLine(question: string): Promise<ReadLine> {
  let isStopped = false;
  let shell: ChildProcess | undefined;
  const stop = (): void => {
    isStopped = true;
    shell?.kill();
  };
  process.on("SIGINT", stop); // Before the question is shown: Ctrl-C can follow at once.
  try {
    process.stdout.write(question);
    const reading = spawn("sh", ["-c", 'IFS= read -r line && printf %s "$line"'], {
      stdio: ["inherit", "pipe", "ignore"],
    });
    shell = reading;
    let line = "";
    reading.stdout.setEncoding("utf8").on("data", (text: string) => (line += text));
    const code = await new Promise<number | null>((resolve, reject) => {
      reading.on("error", reject).on("close", (exitCode, signal) => {
        isStopped ||= signal === "SIGINT";
        resolve(exitCode);
      });
    });
    return { line: code === 0 && !isStopped ? line : undefined, isStopped };
  } finally {
    process.off("SIGINT", stop);
  }
}

/** Without a POSIX shell. */
async function askInConsole(question: string): Promise<string> {
  const { createInterface } = await import("node:readline");
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const answer = Promise.withResolvers<string>();
  const abort = (error: CommandError): void => {
    process.stdout.write("\n");
    answer.reject(error);
  };
  prompt.on("SIGINT", () => abort(stopped())).on("close", () => abort(ended()));
  prompt.question(question, (text) => answer.resolve(text));
  try {
    return await answer.promise;
  } finally {
    prompt.removeAllListeners("close").close();
  }
}

function stopped(): CommandError {
  return new CommandError("Cannot read an answer: stopped by Ctrl-C", { exitCode: 130 });
}

function ended(): CommandError {
  return new CommandError("Cannot read an answer: the input has ended: answer with flags", { exitCode: 1 });
}
