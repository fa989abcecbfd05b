/** Runs the program of a plugin for one request: no shell, a limit of time and of output, and what it logs is shown as text alone. */
import { execFile } from "node:child_process";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import type { InstalledPlugin } from "./installed-plugins.ts";
import { printRequest, readAnswer } from "./plugin-protocol.ts";
import type { PluginAnswer, PluginRequest } from "./plugin-protocol.ts";
import { printable } from "../printable.ts";

/** A plugin may ask a network; beyond this it waits for something that does not come. */
export const timeLimitMs = 60_000;

/** A plugin answers all that it was sent, and what it adds: the limit of `universe.ts`, with room for escapes. */
const answerBytesMax = 64 * 1024 * 1024;

export interface RunPluginOptions {
  readonly io: Pick<Io, "cwd" | "env" | "err">;
  /** Default: `timeLimitMs`. */
  readonly limitMs?: number;
}

/**
 * What the plugin answers. What it writes to standard error is shown line by line, with its name.
 *
 * @throws {CommandError} when it cannot be run, takes too long, fails, or answers something else.
 */
export async function runPlugin(
  { name, path }: InstalledPlugin,
  request: PluginRequest,
  { io, limitMs = timeLimitMs }: RunPluginOptions,
): Promise<PluginAnswer> {
  const { error, stdout, stderr } = await execute(path, printRequest(request), { io, limitMs });
  for (const line of printable(stderr).split("\n")) if (line.trim() !== "") io.err(`${name}: ${line}\n`);
  if (error)
    throw new CommandError(`Cannot run the plugin "${name}": ${reasonOf(error, { path, limitMs })}`, { cause: error });
  return readAnswer(stdout, name);
}

/** The form in which Node says how a program ended. */
type Failure = Error & {
  readonly code?: number | string | null;
  readonly killed?: boolean;
  readonly signal?: string | null;
};

interface Outcome {
  readonly error: Failure | null;
  readonly stdout: string;
  readonly stderr: string;
}

async function execute(path: string, input: string, { io, limitMs }: Required<RunPluginOptions>): Promise<Outcome> {
  const ended = Promise.withResolvers<Outcome>();
  const limits = { timeout: limitMs, killSignal: "SIGKILL", maxBuffer: answerBytesMax } as const;
  const child = execFile(path, [], { ...limits, cwd: io.cwd, env: io.env, shell: false }, (error, stdout, stderr) =>
    ended.resolve({ error, stdout, stderr }),
  );
  // A plugin need not read its request to the end, or at all.
  child.stdin?.on("error", () => {}).end(input);
  return await ended.promise;
}

function reasonOf(error: Failure, { path, limitMs }: { readonly path: string; readonly limitMs: number }): string {
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return `it answers more than ${answerBytesMax / 1024 / 1024} MiB`;
  if (error.killed === true) return `it took longer than ${limitMs / 1000} s`;
  if (typeof error.code === "number") return `it ended with ${error.code}: expected 0`;
  if (error.code === "ENOENT") return `"${path}", or what its first line says that it is run by, is not there`;
  return typeof error.signal === "string" ? `it was ended by ${error.signal}` : error.message;
}
