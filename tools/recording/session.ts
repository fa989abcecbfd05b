// A session in a terminal: commands are typed, run in a pseudo-terminal, and what they print is recorded with its time.
import { spawn } from "node:child_process";
import type { Cast, CastOutput } from "./cast.ts";

/** A command of a session. */
export interface SessionCommand {
  /** What is typed. */
  readonly typed: string;
  /** The folder in which it runs, relative to the session's. Default: that folder. */
  readonly folder?: string;
  /** A text after which Ctrl-C is pressed. Default: the command ends by itself. */
  readonly until?: string;
}

export interface SessionOptions {
  readonly columns: number;
  readonly rows: number;
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** The time in seconds. */
  readonly now: () => number;
  /** Receives what is printed while the session runs. */
  readonly onOutput?: (text: string) => void;
}

const prompt = "\u001b[1;32m$\u001b[0m ";
const keySeconds = 0.045;
/** The time between the last output that was waited for and Ctrl-C. */
const lookMs = 4_000;

/**
 * Runs the commands one after the other, with `script` of util-linux as the pseudo-terminal.
 *
 * @throws an Error with what a command printed, if it ends with another exit code than 0.
 */
export async function recordSession(commands: readonly SessionCommand[], options: SessionOptions): Promise<Cast> {
  const outputs: CastOutput[] = [];
  let at = 0;
  for (const command of commands) {
    // The first command is complete at once, so that the recording begins with something to read.
    const isFirst = outputs.length === 0;
    outputs.push({ at: (at += isFirst ? 0 : 0.6), text: prompt });
    for (const key of command.typed) outputs.push({ at: (at += isFirst ? 0 : keySeconds), text: key });
    outputs.push({ at: (at += isFirst ? 1 : 0.3), text: "\r\n" });
    const start = options.now();
    await runInTerminal(command, options, (text) => {
      outputs.push({ at: at + options.now() - start, text });
      options.onOutput?.(text);
    });
    at += options.now() - start;
  }
  outputs.push({ at: at + 0.6, text: prompt });
  return { columns: options.columns, rows: options.rows, outputs };
}

async function runInTerminal(
  { typed, folder = ".", until }: SessionCommand,
  { columns, rows, folder: home, env }: SessionOptions,
  onOutput: (text: string) => void,
): Promise<void> {
  const line = `stty cols ${columns} rows ${rows} -echoctl; cd ${folder}; ${typed}`;
  const script = spawn("script", ["-qefc", line, "/dev/null"], { cwd: home, env, stdio: ["pipe", "pipe", "inherit"] });
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let printed = "";
  let isInterrupted = false;
  script.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    onOutput(text);
    if (until === undefined || isInterrupted || !printed.includes(until)) return;
    isInterrupted = true;
    setTimeout(() => script.stdin.write("\u0003"), lookMs);
  });
  script.on("error", reject).on("close", (code) => resolve(code ?? 1));
  const code = await promise;
  if (code !== 0 && !isInterrupted) throw new Error(`"${typed}" ended with ${code}:\n${printed}`);
}
