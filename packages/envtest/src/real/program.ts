/** A child process whose output is written to a file. Disposing stops it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "@kubewright/async";

export interface Program extends AsyncDisposable {
  readonly name: string;
  hasEnded(): boolean;
  /** The last part of its output, for messages. */
  lastLines(): Promise<string>;
}

export interface ProgramOptions {
  readonly clock: Clock;
  readonly logFile: string;
  /** Kills the program if it has not stopped by then. */
  readonly stopTimeoutMs: number;
  /** Writes the output to stderr, too. */
  readonly attachOutput: boolean;
}

/** Starts the program. A failed start is reported as its end. */
export async function startProgram(
  file: string,
  flags: readonly string[],
  { clock, logFile, stopTimeoutMs, attachOutput }: ProgramOptions,
): Promise<Program> {
  const log = await open(logFile, "a");
  const output = attachOutput ? "pipe" : log.fd;
  const child = spawn(file, flags, { stdio: ["ignore", output, output] });
  if (attachOutput) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Uint8Array) => {
        appendFileSync(logFile, chunk);
        process.stderr.write(chunk);
      });
    }
  }
  await log.close();
  const ended = once(child, "close").catch(() => undefined); // A program that cannot be started has no close event.
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

  return {
    name: path.basename(file),
    hasEnded,
    async lastLines() {
      return (await readFile(logFile, "utf8")).trimEnd().split("\n").slice(-3).join(" | ");
    },
    async [Symbol.asyncDispose]() {
      if (hasEnded()) return;
      child.kill("SIGTERM");
      using _kill = clock.setTimer(stopTimeoutMs, () => void child.kill("SIGKILL"));
      await ended;
    },
  };
}
