// The files and commands that loading a configuration uses; commands are for credential plugins. Only `loadConfig` and `configFromKubeconfig`
// create the host of the machine; all other functions take this interface.

import { execFile } from "node:child_process";
import { open, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";

/** A command to run, as an argument vector. It is not run in a shell. */
export interface HostCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly outputBytesMax: number;
}

/** The content of a file, and whether only this user can have written it. */
export interface OwnFile {
  readonly text: string;
  readonly isOwn: boolean;
}

export interface ConfigHost {
  /** Returns the content of a file. Rejects with an error whose `code` is "ENOENT" if the file does not exist. */
  readFile(path: string): Promise<string>;
  /**
   * Reads a file, and whether only this user can have written it: the user owns the file, and neither its group nor others may write to it. False on
   * systems without owners of files (Windows). Rejects as `readFile` does.
   */
  readOwnFile(path: string): Promise<OwnFile>;
  /** Replaces an existing file atomically, with the same mode: a reader sees the old content or the new content. */
  writeFile(path: string, text: string): Promise<void>;
  /** Returns the standard output of a command. Rejects if the command cannot start, fails, takes too long or writes too much. */
  run(command: HostCommand): Promise<string>;
}

/** The bits of a mode with which the group or others may write. */
const writableByOthers = 0o022;

/** Accesses the files and runs the commands of this machine. */
export function createMachineHost(): ConfigHost {
  return {
    readFile: (path) => readFile(path, "utf8"),
    async readOwnFile(path) {
      await using file = await open(path); // One file for both reads, although another may take its place.
      const { uid, mode } = await file.stat();
      return {
        isOwn: uid === process.getuid?.() && (mode & writableByOthers) === 0,
        text: await file.readFile("utf8"),
      };
    },
    async writeFile(path, text) {
      const target = await realpath(path); // A symbolic link stays one.
      const { mode } = await stat(target);
      const temporary = `${target}.${process.pid}.tmp`;
      try {
        await writeFile(temporary, text, { mode: mode & 0o777, flag: "wx" });
        await rename(temporary, target);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
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
        child.stdin?.end(); // A plugin that prompts the user reads the end of the input and does not wait.
      }),
  };
}

/** Whether reading failed because the file does not exist. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

function lastLine(text: string): string {
  return text.trimEnd().split("\n").at(-1) ?? "";
}
