/** `kubewright cluster --detach`: the same command in the background, with its output in a file. */
import { closeSync, openSync, readFileSync } from "node:fs";
import path from "node:path";
import type { SignalSource } from "@kubewright/runtime";
import { createFolder } from "@kubewright/gen";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { reserveKubeconfig, defaultKubeconfig } from "./kubeconfig-file.ts";
import { waitForCluster } from "./running-cluster.ts";
import type { RunningFlags } from "./running-cluster.ts";
import { createSystemClock, createSystemRandom } from "@kubewright/async";

/** @throws {CommandError} if the cluster cannot be started, with the error of its process. */
export async function detachCluster(flags: RunningFlags, io: Io, signals: SignalSource): Promise<void> {
  if (!io.startAgain) throw new CommandError("Cannot use --detach: this program cannot start itself again");
  const kubeconfig = path.resolve(io.cwd, flags.kubeconfig ?? defaultKubeconfig);
  // A file that cannot be used is an error of this command, not of the one in the background.
  await using _reserved = await reserveKubeconfig(kubeconfig, {
    clock: createSystemClock(),
    random: createSystemRandom(),
  });
  createFolder(path.dirname(kubeconfig), { mode: 0o700 });
  const log = path.join(path.dirname(kubeconfig), "cluster.log");
  const output = openSync(log, "w", 0o600);
  const started = io.startAgain(["--detach"], output);
  closeSync(output);
  const failure = (): string | undefined => {
    if (started.isRunning()) return undefined;
    const text = readFileSync(log, "utf8").trimEnd();
    return text === "" ? `The cluster has ended: "${log}" is empty` : text;
  };
  await waitForCluster(flags, io, { signals, failure });
}
