/** The cluster for development: the embedded one, or the one of a context. */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";

import type { AdmissionPluginOptions } from "../cluster/admission-plugin-flags.ts";
import { reserveKubeconfig } from "../cluster/kubeconfig-file.ts";
import { startCluster } from "../cluster/start-cluster.ts";
import type { ClusterOptions } from "../cluster/start-cluster.ts";
import { loadDescriptions } from "../descriptions/descriptions-file.ts";
import type { Io } from "../io.ts";
import type { DevOutput } from "./dev-output.ts";
import { devFieldManager } from "./hand-over.ts";

export interface DevCluster {
  readonly client: Client;
  /** The environment variables with which the operator connects to the same cluster. */
  readonly env: Readonly<Record<string, string>>;
  /** A description of the cluster, and how to reach it. */
  readonly description: string;
  /** Whether the cluster ends with this process, so that nothing in it has to be restored. */
  readonly isTemporary: boolean;
}

interface EmbeddedChoice extends Pick<ClusterOptions, "port" | "directory" | "sync"> {
  readonly kind: "embedded";
}

export interface DevClusterOptions {
  /** "embedded", or the cluster of a context; without a name, that of the current context. */
  readonly choice: (EmbeddedChoice & AdmissionPluginOptions) | { readonly kind: "context"; readonly name?: string };
  /** The absolute path of the kubeconfig of the embedded cluster. */
  readonly kubeconfig: string;
  /** A private folder that is removed at the end of the process. */
  readonly scratch: string;
  readonly io: Io;
  readonly output: DevOutput;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly onControllersEnded: (error: unknown) => void;
}

/**
 * Starts the cluster or connects to it. Everything to dispose is added to `resources`.
 *
 * @throws {CommandError}, `ListenError`, `StorageError` when the embedded one cannot be started; `ConfigError` when the context does not
 * exist.
 */
export function openDevCluster(options: DevClusterOptions, resources: AsyncDisposableStack): Promise<DevCluster> {
  const { choice } = options;
  return choice.kind === "embedded"
    ? openEmbedded(choice, options, resources)
    : openContext(choice.name, options, resources);
}

async function openEmbedded(
  {
    port,
    directory,
    sync,
    enableAdmissionPlugins = [],
    disableAdmissionPlugins = [],
  }: Extract<DevClusterOptions["choice"], { readonly kind: "embedded" }>,
  { kubeconfig, clock, random, io, output, signal, onControllersEnded }: DevClusterOptions,
  resources: AsyncDisposableStack,
): Promise<DevCluster> {
  const startedAt = clock.now();
  const file = resources.use(await reserveKubeconfig(kubeconfig, { clock, random }));
  const cluster = resources.use(
    await startCluster({
      port,
      controllers: "all",
      ...(directory === undefined ? {} : { directory }),
      sync,
      crds: [],
      enableAdmissionPlugins,
      disableAdmissionPlugins,
      loadTypeDescriptions: () => loadDescriptions(io),
      clock,
      random,
      signal,
      onControllersEnded,
      onStorageError: ({ message }) => output.warn("storage", message),
    }),
  );
  await file.write(cluster.listener);
  return {
    client: createClient({ transport: cluster.transport, clock, random, fieldManager: devFieldManager }),
    env: { KUBECONFIG: file.path },
    description: `ready at ${cluster.listener.url} after ${Math.round(clock.now() - startedAt)} ms: export KUBECONFIG=${file.path}`,
    isTemporary: directory === undefined,
  };
}

async function openContext(
  name: string | undefined,
  { scratch, io, clock, random }: DevClusterOptions,
  resources: AsyncDisposableStack,
): Promise<DevCluster> {
  const config = await loadConfig({ env: io.env, clock, ...(name === undefined ? {} : { context: name }) });
  const transport = resources.use(createTransportFor(config));
  return {
    client: createClient({ transport, clock, random, fieldManager: devFieldManager }),
    env: name === undefined ? {} : await contextFirst(name, scratch, io.env, resources),
    description: `using ${config.server} (${config.source})`,
    isTemporary: false,
  };
}

/**
 * The first of several kubeconfigs that sets a context wins, so a file with only the context precedes the user's. No credential is copied.
 */
async function contextFirst(
  name: string,
  scratch: string,
  env: Io["env"],
  resources: AsyncDisposableStack,
): Promise<Readonly<Record<string, string>>> {
  const file = path.join(scratch, "context");
  await writeFile(file, JSON.stringify({ apiVersion: "v1", kind: "Config", "current-context": name }), { mode: 0o600 });
  resources.defer(() => rm(file, { force: true }));
  const others = env["KUBECONFIG"] || path.join(env["HOME"] ?? env["USERPROFILE"] ?? "", ".kube", "config");
  return { KUBECONFIG: [file, others].join(path.delimiter) };
}
