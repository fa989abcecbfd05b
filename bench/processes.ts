// Child processes of a measurement: started, awaited, measured from outside, and always ended.
import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

export const repository: string = new URL("..", import.meta.url).pathname;

const interruption = new AbortController();

/** Aborts at SIGINT or SIGTERM, once `endOnSignals` has been called. */
export const interrupted: AbortSignal = interruption.signal;

/** From now on SIGINT and SIGTERM end the programs under measurement. What awaits them rejects, so that scopes dispose what they started. */
export function endOnSignals(): void {
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => interruption.abort(new Error(`The measurement was ended by ${name}`)));
  }
}

export interface OutputOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Ends the program with SIGTERM. An interruption ends it in any case. */
  readonly signal?: AbortSignal;
}

/** Standard output of a program that ends with code 0. */
export async function output(program: string, args: readonly string[], options: OutputOptions = {}): Promise<string> {
  const { env, cwd, signal = interrupted } = options;
  const { stdout } = await execute(program, [...args], {
    env: { ...process.env, ...env },
    cwd,
    signal: AbortSignal.any([signal, interrupted]),
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** A program that runs until its scope ends. */
export interface Running extends AsyncDisposable {
  readonly pid: number;
}

export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Running {
  const child: ChildProcess = spawn(program, [...args], { stdio: "ignore", env: { ...process.env, ...env } });
  const ended = once(child, "close");
  return {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Resident memory of a process now, in MB of 1,000,000 bytes. */
export async function residentMb(pid: number): Promise<number> {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}

/** Processor time that a process has used so far, in seconds. */
export async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) / clockTicksPerSecond;
}

/** `getconf CLK_TCK` is 100 on every Linux that Node supports. */
const clockTicksPerSecond = 100;

/** Direct children of this process whose program has this name. */
export async function childPid(name: string): Promise<number> {
  const children = await readFile(`/proc/self/task/${process.pid}/children`, "utf8");
  for (const pid of children.trim().split(" ").map(Number)) {
    if ((await readFile(`/proc/${pid}/comm`, "utf8")).trim() === name.slice(0, 15)) return pid;
  }
  throw new Error(`Cannot measure ${name}: it is not a child of this process`);
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export async function repeat(times: number, measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < times; run += 1) values.push(await measure());
  return median(values);
}
