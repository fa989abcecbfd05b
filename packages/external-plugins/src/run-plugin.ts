/**
 * Runs the program of a plugin for one request: without a shell, and with limits for its time and output.
 */
import { execFile } from "node:child_process";

import type { InstalledPlugin } from "./installed-plugins.ts";
import { PluginError } from "./plugin-error.ts";
import type { PluginHost } from "./plugin-host.ts";
import { printRequest, readAnswer } from "./plugin-protocol.ts";
import type { PluginAnswer, PluginRequest } from "./plugin-protocol.ts";

/** A plugin may use a network, but must respond within this time. */
export const timeLimitMs = 60_000;

/** A response contains the files that were sent and new ones: the limit of `universe.ts`, with space for JSON escapes. */
const answerBytesMax = 64 * 1024 * 1024;

export interface RunPluginOptions {
  /** Default: `timeLimitMs`, 60 seconds. */
  readonly limitMs?: number;
  /** Whether the standard error of the plugin is printed. Default true. */
  readonly printsLog?: boolean;
}

/**
 * The response of the plugin. Its standard error is printed line by line, with its name.
 *
 * @throws {PluginError} when it cannot run, takes too long, fails, or has an invalid response.
 */
export async function runPlugin(
  { name, path }: InstalledPlugin,
  request: PluginRequest,
  host: Pick<PluginHost, "cwd" | "env" | "err">,
  { limitMs = timeLimitMs, printsLog = true }: RunPluginOptions = {},
): Promise<PluginAnswer> {
  const { error, stdout, stderr } = await execute(path, printRequest(request), { ...host, limitMs });
  const log = printsLog ? stderr.split("\n").filter((line) => line.trim() !== "") : [];
  for (const line of log) host.err(`${name}: ${line}\n`);
  if (error)
    throw new PluginError(`Cannot run the plugin "${name}": ${reasonOf(error, { path, limitMs })}`, { cause: error });
  return readAnswer(stdout, name);
}

/** The error of Node for a failed program. */
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

interface Limits extends Pick<PluginHost, "cwd" | "env"> {
  readonly limitMs: number;
}

async function execute(path: string, input: string, { cwd, env, limitMs }: Limits): Promise<Outcome> {
  const ended = Promise.withResolvers<Outcome>();
  const limits = { timeout: limitMs, killSignal: "SIGKILL", maxBuffer: answerBytesMax } as const;
  const child = execFile(path, [], { ...limits, cwd, env, shell: false }, (error, stdout, stderr) =>
    ended.resolve({ error, stdout, stderr }),
  );
  // A plugin may ignore its request, or a part of it.
  child.stdin?.on("error", () => {}).end(input);
  return await ended.promise;
}

function reasonOf(error: Failure, { path, limitMs }: { readonly path: string; readonly limitMs: number }): string {
  if (error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER")
    return `its response is larger than ${answerBytesMax / 1024 / 1024} MiB`;
  if (error.killed === true) return `it took longer than ${limitMs / 1000} s`;
  if (typeof error.code === "number") return `its exit code is ${error.code}: expected 0`;
  if (error.code === "ENOENT") return `"${path}", or the interpreter in its first line, does not exist`;
  return typeof error.signal === "string" ? `it was killed by ${error.signal}` : error.message;
}
