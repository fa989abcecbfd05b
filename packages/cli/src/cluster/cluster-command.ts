/** `kubewright cluster`: the embedded cluster by itself, for kubectl and for programs of any language. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import { defaultPodStages } from "@kubewright/controlplane";
import { startEnvironment } from "@kubewright/envtest";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";

export interface ClusterFlags {
  /** Default 0: any free port. */
  readonly port?: string;
  /** Where the kubeconfig is written; default `.kubewright/kubeconfig` in the user's folder. */
  readonly kubeconfig?: string;
  /** CRDs to install: files or folders. */
  readonly crds?: readonly string[];
  /** "all" (default), "none", or names with commas between them. */
  readonly controllers?: string;
}

/** Simulated Pods start and end within a second or two, as quick real ones do. */
const podStages = defaultPodStages({ startMs: 500, runMs: 2_000, stopMs: 500 });

/** Runs until one of the signals asks for the end. The kubeconfig holds a credential: only the user can read it, and it goes with the cluster. */
export async function runCluster(flags: ClusterFlags, io: Io, signals: SignalSource): Promise<void> {
  const { crds = [], controllers = "all" } = flags;
  const startedAt = performance.now();
  using stop = stopOnSignals(signals);
  await using env = await startEnvironment({
    server: "embedded",
    clock: createSystemClock(),
    random: createSystemRandom(),
    env: io.env,
    crds: crds.map((file) => path.resolve(io.cwd, file)),
    controllers: controllers === "all" || controllers === "none" ? controllers : controllers.split(","),
    podStages,
  });
  const listener = await env.apiServer?.listen({ port: portOf(flags.port ?? "0") });
  if (!listener) throw new CommandError("Cannot start the cluster: there is no embedded API server");
  await using file = await writePrivately(
    path.resolve(io.cwd, flags.kubeconfig ?? ".kubewright/kubeconfig"),
    listener.kubeconfig(),
  );

  const ms = Math.round(performance.now() - startedAt);
  io.out(
    `Kubernetes API server at ${listener.url}, ready after ${ms} ms\n\n  export KUBECONFIG=${file.path}\n  kubectl get namespaces\n\nCtrl-C ends it; its objects are in memory and go with it.\n`,
  );
  await stopped(stop.signal);
  io.out("Stopped.\n");
}

function stopped(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CommandError(`Cannot start the cluster: --port is "${text}": expected a number from 0 to 65535`);
}

/** Writes the file with mode 0600, in a folder with mode 0700 if it has to be made. Disposing removes the file. */
async function writePrivately(file: string, text: string): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await rm(file, { force: true }); // A file that was there might be readable for others, and its mode would stay.
  await writeFile(file, text, { mode: 0o600 });
  return { path: file, [Symbol.asyncDispose]: () => rm(file, { force: true }) };
}
