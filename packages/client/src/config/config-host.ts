// What configuration needs of the machine: files and, for credential plugins, commands. Only `loadConfig`, which is meant for main,
// comes with the real one; everything below takes this interface.

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/** A command to run: an argument vector, never a line for a shell. */
export interface HostCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
}

export interface ConfigHost {
  /** The text of a file; rejects with an error whose `code` is "ENOENT" when there is none. */
  readFile(path: string): Promise<string>;
  /** What a command wrote to its standard output; rejects when it could not start, failed, took too long or wrote too much. */
  run(command: HostCommand): Promise<string>;
}

/** The machine itself. */
export function createMachineHost(): ConfigHost {
  return {
    readFile: (path) => readFile(path, "utf8"),
    run: ({ command, args, env, timeoutMs, outputBytesMax }) =>
      new Promise((resolve, reject) => {
        const limits = { timeout: timeoutMs, killSignal: "SIGKILL", maxBuffer: outputBytesMax } as const;
        const child = execFile(
          command,
          args,
          { ...limits, env, shell: false, windowsHide: true },
          (error, stdout, stderr) => {
            if (error === null) resolve(stdout);
            else reject(new Error(lastLine(stderr) || error.message, { cause: error }));
          },
        );
        child.stdin?.end(); // A plugin that asks the user something gets an end instead of hanging.
      }),
  };
}

/** Whether reading failed because there is no such file. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}
