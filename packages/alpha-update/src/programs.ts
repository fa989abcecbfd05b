/** Other programs that an update needs: git, npm, gh, and other versions of the command. Tests replace this interface. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

import { UpdateError } from "./update-error.ts";

/** The result of a program that has exited. */
export interface ProgramResult {
  /** The exit code. 1 for a program that a signal has ended. */
  readonly code: number;
  /** The standard output, as UTF-8. */
  readonly stdout: string;
  /** The standard error, as UTF-8. */
  readonly stderr: string;
}

/** The surroundings of a program. */
export interface ProgramOptions {
  /** The folder in which it runs. */
  readonly cwd: string;
  /** In addition to the user's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** The standard input. Default: empty. */
  readonly input?: string;
}

/**
 * Runs a program until it exits. Its arguments are passed without a shell.
 *
 * @throws {UpdateError} when it cannot be started.
 */
export type RunProgram = (command: string, args: readonly string[], options: ProgramOptions) => Promise<ProgramResult>;

/**
 * Returns a function that runs programs of this machine, found by PATH in `env`, which is their environment. Aborting `signal` ends the
 * running programs, and the function rejects with its reason.
 */
export function createRunProgram(env: NodeJS.ProcessEnv, signal: AbortSignal): RunProgram {
  return async (command, args, { cwd, env: more, input = "" }) => {
    signal.throwIfAborted();
    // npm is a script on Windows, which needs a shell. Its arguments are constants and a checked version.
    const shell = process.platform === "win32" && command === "npm";
    const child = spawn(command, [...args], { cwd, env: { ...env, ...more }, shell, signal, stdio: "pipe" });
    const ended = Promise.withResolvers<number>();
    child.on("error", (cause) => {
      const missing = `Cannot start ${command}: it is required and not installed`;
      ended.reject(signal.aborted ? signal.reason : new UpdateError(missing, { cause }));
    });
    child.on("close", (code) => ended.resolve(code ?? 1));
    child.stdin.on("error", () => {}); // A program may exit before it has read everything; its exit code shows whether that is an error.
    child.stdin.end(input);
    const [code, stdout, stderr] = await Promise.all([ended.promise, text(child.stdout), text(child.stderr)]);
    signal.throwIfAborted();
    return { code, stdout, stderr };
  };
}

/** The last lines of the output of a failed program, without lines in which npm gives no information. */
export function failureOf({ code, stdout, stderr }: ProgramResult): string {
  const lines = `${stdout}\n${stderr}`
    .split("\n")
    .filter((line) => !/^npm error(?: \d+)?\s*$|^npm error A complete log/u.test(line))
    .filter((line) => line.trim() !== "");
  return `exit code ${code}${lines.length === 0 ? "" : `:\n${lines.slice(-6).join("\n")}`}`;
}
