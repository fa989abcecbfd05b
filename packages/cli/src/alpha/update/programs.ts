/** Other programs that an update needs: git, npm, gh, and other versions of this command. The one seam of its tests to them. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

import { CommandError } from "../../io.ts";

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd: string;
  /** Beside what the user's environment has. */
  readonly env?: Readonly<Record<string, string>>;
  /** For its standard input, which is empty without. */
  readonly input?: string;
}

/**
 * Runs a program to its end. It is started by its arguments: no shell reads them.
 *
 * @throws {CommandError} when it is not installed, or was ended with this command.
 */
export type RunProgram = (command: string, args: readonly string[], options: ProgramOptions) => Promise<ProgramResult>;

/** Programs of this machine, found by PATH in `env`. They end when `signal` is aborted. */
export function createRunProgram(env: NodeJS.ProcessEnv, signal: AbortSignal): RunProgram {
  return async (command, args, { cwd, env: more, input = "" }) => {
    if (signal.aborted) throw stopped(signal);
    // npm is a script on Windows, which a shell has to start; its words are ours, and a version that has been checked.
    const shell = process.platform === "win32" && command === "npm";
    const child = spawn(command, [...args], { cwd, env: { ...env, ...more }, shell, signal, stdio: "pipe" });
    const ended = Promise.withResolvers<number>();
    child.on("error", (cause) => {
      const missing = `Cannot start ${command}: it is needed for this, and not installed`;
      ended.reject(signal.aborted ? stopped(signal) : new CommandError(missing, { cause }));
    });
    child.on("close", (code) => ended.resolve(code ?? 1));
    child.stdin.on("error", () => {}); // A program may end before it has read everything; its exit code says what that means.
    child.stdin.end(input);
    const [code, stdout, stderr] = await Promise.all([ended.promise, text(child.stdout), text(child.stderr)]);
    if (signal.aborted) throw stopped(signal);
    return { code, stdout, stderr };
  };
}

function stopped({ reason }: AbortSignal): CommandError {
  return new CommandError(reason instanceof Error ? reason.message : "Stopped", { exitCode: 130 });
}

/** What a program that failed has to say: its last lines, but for those in which npm says nothing. */
export function complaintOf({ code, stdout, stderr }: ProgramResult): string {
  const lines = `${stdout}\n${stderr}`
    .split("\n")
    .filter((line) => !/^npm error(?: \d+)?\s*$|^npm error A complete log/u.test(line))
    .filter((line) => line.trim() !== "");
  return `it ended with ${code}${lines.length === 0 ? "" : `:\n${lines.slice(-6).join("\n")}`}`;
}
