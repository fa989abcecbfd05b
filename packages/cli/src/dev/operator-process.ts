/** Runs the operator as a child process, forwards its output, and stops it gracefully. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Clock } from "@kubewright/async";
import { defaultGracefulShutdownTimeoutMs } from "@kubewright/runtime";

export interface OperatorOptions {
  /** The absolute path of the program. */
  readonly main: string;
  readonly args: readonly string[];
  /** Flags for Node. */
  readonly nodeFlags: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** Called with each line of its standard output and standard error. */
  readonly onLine: (line: string) => void;
  /** Called with the reason when the operator ends although it was not stopped. */
  readonly onEnd: (reason: string) => void;
}

/** A running operator. Disposing stops it, by force if necessary. */
export interface OperatorProcess extends AsyncDisposable {
  readonly pid: number | undefined;
  hasEnded(): boolean;
}

/** After SIGTERM the manager stops within its graceful shutdown timeout. An operator that still runs 5 s later is killed. */
const killAfterMs = defaultGracefulShutdownTimeoutMs + 5_000;

/**
 * Runs in the operator before its program: if this process is killed, the operator stops, too. The operator has its own process group,
 * because Ctrl-C in a terminal is sent to the whole group, and an operator ends immediately on the second signal.
 */
const endWithParent =
  'data:text/javascript,process.once("disconnect",()=>process.kill(process.pid,"SIGTERM"));process.channel?.unref();';

/** Starts the operator. A failed start is reported as its end. */
export function startOperator(options: OperatorOptions): OperatorProcess {
  const { main, args, nodeFlags, cwd, env, clock, onLine, onEnd } = options;
  const child = spawn(process.execPath, [...nodeFlags, "--import", endWithParent, main, ...args], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
  });
  let isStopping = false;
  const lines = [child.stdout, child.stderr].flatMap((stream) => (stream ? [forwardLines(stream, onLine)] : []));
  const ended = once(child, "close").then(
    () => Promise.all(lines),
    () => [], // After a failed start there is no close event, only `error`.
  );
  child.once("error", (error) => {
    if (!isStopping) onEnd(`cannot be started: ${error.message}`);
  });
  child.once("close", (code, signal) => {
    if (!isStopping) onEnd(signal ? `was killed by ${signal}` : `ended with code ${code}`);
  });
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;
  return {
    pid: child.pid,
    hasEnded,
    async [Symbol.asyncDispose]() {
      isStopping = true;
      if (!hasEnded()) {
        child.kill("SIGTERM");
        using _kill = clock.setTimer(killAfterMs, () => void child.kill("SIGKILL"));
        await ended;
      }
      if (child.connected) child.disconnect();
    },
  };
}

async function forwardLines(stream: Readable, onLine: (line: string) => void): Promise<void> {
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) onLine(line);
}
