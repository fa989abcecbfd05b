/** The operator as a child of this process: started, its lines handed on, and ended in order. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Clock } from "@kubewright/async";

export interface OperatorOptions {
  /** The program, absolute. */
  readonly main: string;
  readonly args: readonly string[];
  /** Flags of Node itself. */
  readonly nodeFlags: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Each line that it prints, on either stream. */
  readonly onLine: (line: string) => void;
  /** Called with the reason if the operator ends by itself. */
  readonly onEnd: (how: string) => void;
}

/** A running operator. Disposing it asks it to end, and ends it when it does not. */
export interface OperatorProcess extends AsyncDisposable {
  readonly pid: number | undefined;
  hasEnded(): boolean;
}

/** An operator finishes what it is at; a manager of ours gives its parts up to ten seconds for that. */
const graceMs = 15_000;

/**
 * In the operator, before it: should this process be killed, the operator is asked to end, too. It is in a group of its own, because the terminal's
 * Ctrl-C goes to a whole group, and an operator takes the second request to end as "at once".
 */
const endWithParent =
  'data:text/javascript,process.once("disconnect",()=>process.kill(process.pid,"SIGTERM"));process.channel?.unref();';

/** Starts the operator. That it cannot be started is seen as its end. */
export function startOperator(options: OperatorOptions): OperatorProcess {
  const { main, args, nodeFlags, cwd, env, clock, onLine, onEnd } = options;
  const child = spawn(process.execPath, [...nodeFlags, "--import", endWithParent, main, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  let isAsked = false;
  const lines = [child.stdout, child.stderr].flatMap((stream) => (stream ? [passLines(stream, onLine)] : []));
  const ended = once(child, "close").then(
    () => Promise.all(lines),
    () => [], // One that cannot be started has no close event; `error` says why.
  );
  child.once("error", (error) => {
    if (!isAsked) onEnd(`cannot be started: ${error.message}`);
  });
  child.once("close", (code, signal) => {
    if (!isAsked) onEnd(signal ? `was ended by ${signal}` : `ended with code ${code}`);
  });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return {
    pid: child.pid,
    hasEnded,
    async [Symbol.asyncDispose]() {
      isAsked = true;
      if (!hasEnded()) {
        child.kill("SIGTERM");
        using _kill = clock.setTimer(graceMs, () => void child.kill("SIGKILL"));
        await ended;
      }
      if (child.connected) child.disconnect();
    },
  };
}

async function passLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) onLine(line);
}
