/** A child process with its output in a file, ended when its scope ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile } from "node:fs/promises";
import path from "node:path";
import type { Clock } from "@kubewright/async";

/** kube-apiserver without its etcd may hang in its shutdown; what does not end within this time is killed. */
const endWithinMs = 10_000;

export interface Program extends AsyncDisposable {
  readonly name: string;
  hasEnded(): boolean;
  /** The end of its output, for messages. */
  lastLines(): Promise<string>;
}

/** Starts the program. That it cannot be started is seen as its end. */
export async function startProgram(
  file: string,
  flags: readonly string[],
  { clock, logFile }: { readonly clock: Clock; readonly logFile: string },
): Promise<Program> {
  const log = await open(logFile, "a");
  const child = spawn(file, flags, { stdio: ["ignore", log.fd, log.fd] });
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
      using _kill = clock.setTimer(endWithinMs, () => void child.kill("SIGKILL"));
      await ended;
    },
  };
}
