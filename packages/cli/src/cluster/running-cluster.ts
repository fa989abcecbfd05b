/** The cluster that another process runs: `kubewright cluster --wait`, `status` and `stop`, and the wait of `--detach`. */
import path from "node:path";
import { createSystemClock, deadlineSignal, isAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { clusterOfFile } from "./cluster-of-file.ts";
import type { ClusterOfFile } from "./cluster-of-file.ts";
import { isAlive } from "./is-alive.ts";
import { defaultKubeconfig } from "./kubeconfig-file.ts";

export interface RunningFlags {
  /** The path of the kubeconfig. Default: `.kubewright/kubeconfig` in the current folder. */
  readonly kubeconfig?: string;
  /** Default "text". */
  readonly output?: string;
  readonly quiet?: boolean;
  /** In seconds. Default 60. */
  readonly timeout?: string;
}

type Running = Extract<ClusterOfFile, { readonly kind: "running" }>;

/** @throws {CommandError} if the cluster is not running. */
export async function showStatus(flags: RunningFlags, io: Io): Promise<void> {
  const file = kubeconfigOf(flags, io);
  const found = await clusterOfFile(file, createSystemClock());
  if (found.kind !== "running") {
    if (flags.output === "json") io.out(`${JSON.stringify({ running: false, kubeconfig: file })}\n`);
    throw new CommandError(`No cluster is running: ${whyNot(found, file)}`);
  }
  print(found, file, flags, io);
}

/**
 * Ends the process of the cluster and waits for its end. Does nothing if no cluster is running.
 *
 * @throws {CommandError} if it does not end in time.
 */
export async function stopCluster(flags: RunningFlags, io: Io, signals: SignalSource): Promise<void> {
  const file = kubeconfigOf(flags, io);
  const clock = createSystemClock();
  const seconds = secondsOf(flags);
  const found = await clusterOfFile(file, clock);
  if (found.kind === "silent") throw new CommandError(`Cannot stop the cluster: ${whyNot(found, file)}`);
  if (found.kind !== "running") return io.out(`No cluster is running: ${whyNot(found, file)}\n`);
  const { processId } = found.cluster;
  process.kill(processId, "SIGTERM");
  // The file is removed last. In a container without an init process, an ended process exists until the container ends.
  const isEnded = async (): Promise<true | undefined> => {
    const { kind } = await clusterOfFile(file, clock);
    return kind === "absent" || (kind !== "running" && !isAlive(processId)) ? true : undefined;
  };
  await poll(isEnded, seconds, { clock, signals, missed: () => `process ${processId} has not ended` });
  io.out(`Stopped the cluster at ${found.cluster.server}.\n`);
}

/**
 * Waits until the cluster of the kubeconfig is ready, then prints its address.
 *
 * @throws {CommandError} if it is not ready in time, or `failure` returns a reason.
 */
export async function waitForCluster(
  flags: RunningFlags,
  io: Io,
  {
    signals,
    failure = () => undefined,
  }: { readonly signals: SignalSource; readonly failure?: () => string | undefined },
): Promise<void> {
  const file = kubeconfigOf(flags, io);
  const clock = createSystemClock();
  let last: ClusterOfFile = { kind: "absent" };
  const found = await poll(
    async () => {
      const problem = failure();
      if (problem !== undefined) throw new CommandError(problem);
      last = await clusterOfFile(file, clock);
      return last.kind === "running" ? last : undefined;
    },
    secondsOf(flags),
    { clock, signals, missed: () => `no cluster is ready: ${whyNot(last, file)}` },
  );
  print(found, file, flags, io);
}

function kubeconfigOf({ kubeconfig = defaultKubeconfig }: RunningFlags, { cwd }: Io): string {
  return path.resolve(cwd, kubeconfig);
}

function print({ cluster }: Running, kubeconfig: string, { output, quiet }: RunningFlags, io: Io): void {
  const { server, processId } = cluster;
  if (output === "json") io.out(`${JSON.stringify({ running: true, server, processId, kubeconfig })}\n`);
  else if (quiet !== true) {
    io.out(`Kubernetes API server at ${server} (process ${processId})\n\n  export KUBECONFIG=${kubeconfig}\n`);
  }
}

function whyNot(found: ClusterOfFile, file: string): string {
  switch (found.kind) {
    case "absent":
      return `"${file}" does not exist`;
    case "foreign":
      return `"${file}" is not the kubeconfig of kubewright cluster`;
    case "silent":
      return `the cluster of "${file}" does not answer: try again, or end process ${found.cluster.processId}`;
    default:
      return `the cluster of "${file}" has ended`;
  }
}

function secondsOf({ timeout = "60" }: RunningFlags): number {
  if (/^\d{1,6}$/u.test(timeout)) return Number(timeout);
  throw new CommandError(`Cannot wait: --timeout is "${timeout}": expected a number of seconds`);
}

const lookAgainAfterMs = 100;

interface PollOptions {
  readonly clock: Clock;
  readonly signals: SignalSource;
  /** What was missed when the time is over. */
  readonly missed: () => string;
}

/** Looks again and again, until there is a result. */
async function poll<T>(
  look: () => Promise<T | undefined>,
  seconds: number,
  { clock, signals, missed }: PollOptions,
): Promise<T> {
  using stop = stopOnSignals(signals);
  using deadline = deadlineSignal(clock, seconds * 1000, stop.signal);
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    try {
      await clock.sleep(lookAgainAfterMs, { signal: deadline.signal });
    } catch (error) {
      if (stop.signal.aborted || !isAbort(error, deadline.signal)) throw new CommandError("Stopped", { exitCode: 130 });
      throw new CommandError(`After ${seconds} s ${missed()}`, { cause: error });
    }
  }
}
