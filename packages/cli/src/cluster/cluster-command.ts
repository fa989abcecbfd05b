/** `kubewright cluster`: the embedded cluster on its own, for kubectl and for programs in any language. */
import path from "node:path";
import type { PodSecurityOptions } from "@kubewright/apiserver";
import { createSystemClock, createSystemRandom, isAbort, untilAborted } from "@kubewright/async";
import type { ControllerChoice } from "@kubewright/controlplane";
import { stopOnSignals } from "@kubewright/runtime";
import type { SignalSource } from "@kubewright/runtime";
import { loadDescriptions } from "../descriptions/descriptions-file.ts";
import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { admissionPluginOptions } from "./admission-plugin-flags.ts";
import type { AdmissionPluginFlags } from "./admission-plugin-flags.ts";
import { defaultKubeconfig, reserveKubeconfig } from "./kubeconfig-file.ts";
import { inflightOptions } from "./inflight-flags.ts";
import type { InflightFlags } from "./inflight-flags.ts";
import { limitsNote } from "./limits-note.ts";
import { portOf } from "./port-of.ts";
import { waitForCluster } from "./running-cluster.ts";
import type { RunningFlags } from "./running-cluster.ts";
import { serviceAccountOptions } from "./service-account-flags.ts";
import { startCluster } from "./start-cluster.ts";
import { checkSync } from "./sync-flag.ts";
import type { SyncFlag } from "./sync-flag.ts";

export interface ClusterFlags extends AdmissionPluginFlags, InflightFlags, RunningFlags, SyncFlag {
  /** Start in the background. */
  readonly detach?: boolean;
  /** Start nothing, and wait for a cluster. */
  readonly wait?: boolean;
  /** Default 0: any free port. */
  readonly port?: string;
  /** CRDs to install: files or folders. */
  readonly crds?: readonly string[];
  /** "all" (default), "none", or comma-separated names. */
  readonly controllers?: string;
  /** A directory that stores the objects. Default: in memory. */
  readonly data?: string;
  /** A private key in PEM. Default: a new key for each start. */
  readonly serviceAccountSigningKeyFile?: string;
  /** Files with further keys whose tokens are accepted, in PEM. */
  readonly serviceAccountKeyFile?: readonly string[];
  readonly serviceAccountIssuer?: readonly string[];
  /** A file with the configuration of PodSecurity. */
  readonly admissionControlConfigFile?: string;
}

/**
 * Runs until one of the signals arrives. The kubeconfig contains a credential: only the user can read it, and it is removed when the
 * cluster ends.
 *
 * @throws {CommandError} when a flag is invalid, the kubeconfig belongs to another program or a running cluster, a key cannot be used, or a controller has ended;
 * `ListenError` when the port is taken; `StorageError` when the directory cannot be used; `EnvironmentError` and `ApiError` when a CRD
 * cannot be installed.
 */
export async function runCluster(flags: ClusterFlags, io: Io, signals: SignalSource): Promise<void> {
  if (flags.wait === true && flags.detach === true) {
    throw new CommandError(
      "Cannot use --wait with --detach: --detach starts a cluster, --wait waits for one that was started: choose one",
      {
        exitCode: 2,
      },
    );
  }
  if (flags.wait === true) return waitForCluster(flags, io, { signals });
  if (flags.detach === true) {
    const { detachCluster } = await import("./detach-cluster.ts");
    return detachCluster(flags, io, signals);
  }
  const port = portOf(flags.port, "start the cluster");
  checkSync(flags, "start the cluster");
  const controllers = await controllersOf(flags.controllers ?? "all");
  const admissionPlugins = admissionPluginOptions(flags, "start the cluster");
  const inflightLimits = inflightOptions(flags);
  const serviceAccounts = await serviceAccountOptions(flags, io.cwd);
  const podSecurity = await podSecurityOptions(flags.admissionControlConfigFile, io.cwd);
  const [clock, random] = [createSystemClock(), createSystemRandom()];
  const startedAt = clock.now();
  const failed = Promise.withResolvers<never>();
  using stop = stopOnSignals(signals);
  try {
    await using kubeconfig = await reserveKubeconfig(path.resolve(io.cwd, flags.kubeconfig ?? defaultKubeconfig), {
      clock,
      random,
    });
    await using cluster = await startCluster({
      port,
      controllers,
      ...dataOptions(flags, io.cwd),
      sync: flags.sync,
      serviceAccounts,
      podSecurity,
      ...admissionPlugins,
      ...inflightLimits,
      loadTypeDescriptions: () => loadDescriptions(io),
      crds: (flags.crds ?? []).map((file) => path.resolve(io.cwd, file)),
      clock,
      random,
      signal: stop.signal,
      onControllersEnded: failed.reject,
      onStorageError: ({ message }) => io.err(`storage: ${message}\n`),
    });
    await kubeconfig.write(cluster.listener);
    announce(cluster.listener.url, kubeconfig.path, Math.round(clock.now() - startedAt), flags, io);
    await Promise.race([failed.promise, untilAborted(stop.signal)]);
  } catch (error) {
    if (!isAbort(error, stop.signal)) throw error; // Stopped before the start was complete.
  }
  if (flags.output !== "json" && flags.quiet !== true) io.out("Stopped.\n");
}

/** Prints how to use the cluster. As JSON it is one line, with the same fields as `kubewright cluster status`. */
function announce(
  server: string,
  kubeconfig: string,
  readyAfterMs: number,
  { output, quiet, data }: ClusterFlags,
  io: Io,
): void {
  if (output === "json") {
    io.out(`${JSON.stringify({ running: true, server, processId: process.pid, kubeconfig, readyAfterMs })}\n`);
    return;
  }
  if (quiet === true) return;
  io.out(introduction(server, kubeconfig, readyAfterMs, data));
}

function introduction(url: string, kubeconfig: string, ms: number, data: string | undefined): string {
  const objects =
    data === undefined ? "its objects are in memory and will be lost" : `its objects are stored in ${data}`;
  return `Kubernetes API server at ${url}, ready after ${ms} ms\n\n  export KUBECONFIG=${kubeconfig}\n  kubectl get namespaces\n\nCtrl-C stops it; ${objects}.\n${limitsNote}\n`;
}

/** An empty path, often a shell variable that is not set, would store credentials in the current folder. */
function dataOptions({ data }: ClusterFlags, cwd: string): { readonly directory?: string } {
  if (data === "") throw new CommandError("Cannot start the cluster: --data is empty: expected a directory");
  return data === undefined ? {} : { directory: path.resolve(cwd, data) };
}

/** Loads the module that reads YAML only if the flag is given. */
async function podSecurityOptions(file: string | undefined, cwd: string): Promise<PodSecurityOptions> {
  if (file === undefined) return {};
  const { readAdmissionConfiguration } = await import("./admission-configuration.ts");
  return readAdmissionConfiguration(path.resolve(cwd, file));
}

async function controllersOf(text: string): Promise<ControllerChoice> {
  if (text === "all" || text === "none") return text;
  const { controllerNames } = await import("@kubewright/controlplane");
  return text.split(",").map((name) => {
    if (controllerNames.some((known) => known === name)) return name;
    throw new CommandError(
      `Cannot start the cluster: --controllers names "${name}": expected all, none, or some of ${controllerNames.join(",")}`,
    );
  });
}
