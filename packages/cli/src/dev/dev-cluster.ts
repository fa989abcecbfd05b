/** The cluster that the operator is developed against: the embedded one, or the one of a context. */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Clock, Random } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";

import type { AdmissionPluginOptions } from "../cluster/admission-plugin-flags.ts";
import { writePrivately } from "../cluster/private-file.ts";
import { isOwnKubeconfig } from "../cluster/own-kubeconfig.ts";
import { startCluster } from "../cluster/start-cluster.ts";
import { loadDescriptions, missingDescriptionsNote } from "../descriptions/descriptions-file.ts";
import type { Io } from "../io.ts";

export interface DevCluster {
  readonly client: Client;
  /** What the operator finds in its environment to reach the same cluster. */
  readonly env: Readonly<Record<string, string>>;
  /** For the user: which one it is, and how to reach it. */
  readonly description: string;
  /** For the user: what the cluster lacks, and the command that adds it. */
  readonly note?: string | undefined;
  /** Whether it goes with this process, so that nothing in it needs to be put back. */
  readonly isOurs: boolean;
}

export interface DevClusterOptions {
  /** "embedded", or that of a context; without a name the current one. */
  readonly choice:
    | ({ readonly kind: "embedded"; readonly port: number; readonly directory?: string } & AdmissionPluginOptions)
    | { readonly kind: "context"; readonly name?: string };
  /** Where the kubeconfig of the embedded one is written, absolute. */
  readonly kubeconfig: string;
  /** A folder that only the user can read and that goes with the process. */
  readonly scratch: string;
  readonly io: Io;
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly onControllersEnded: (error: unknown) => void;
}

/**
 * Starts or reaches the cluster; what has to be ended goes on `resources`.
 *
 * @throws {CommandError}, `ListenError`, `StorageError` when the embedded one cannot be started; `ConfigError` when there is no such context.
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
    enableAdmissionPlugins = [],
    disableAdmissionPlugins = [],
  }: Extract<DevClusterOptions["choice"], { readonly kind: "embedded" }>,
  { kubeconfig, clock, random, io, signal, onControllersEnded }: DevClusterOptions,
  resources: AsyncDisposableStack,
): Promise<DevCluster> {
  const startedAt = clock.now();
  const cluster = resources.use(
    await startCluster({
      port,
      controllers: "all",
      ...(directory === undefined ? {} : { directory }),
      crds: [],
      enableAdmissionPlugins,
      disableAdmissionPlugins,
      loadTypeDescriptions: () => loadDescriptions(io),
      clock,
      random,
      signal,
      onControllersEnded,
    }),
  );
  const file = resources.use(
    await writePrivately(kubeconfig, { text: cluster.listener.kubeconfig(), isOurs: isOwnKubeconfig }),
  );
  return {
    client: createClient({ transport: cluster.transport, clock, random, fieldManager }),
    env: { KUBECONFIG: file.path },
    description: `ready at ${cluster.listener.url} after ${Math.round(clock.now() - startedAt)} ms: export KUBECONFIG=${file.path}`,
    note: missingDescriptionsNote(io.env),
    isOurs: directory === undefined,
  };
}

/** Who owns the fields of CRDs and samples that are applied. */
const fieldManager = "kubewright-dev";

async function openContext(
  name: string | undefined,
  { scratch, io, clock, random }: DevClusterOptions,
  resources: AsyncDisposableStack,
): Promise<DevCluster> {
  const config = await loadConfig({ env: io.env, clock, ...(name === undefined ? {} : { context: name }) });
  const transport = resources.use(createTransportFor(config));
  return {
    client: createClient({ transport, clock, random, fieldManager }),
    env: name === undefined ? {} : await contextFirst(name, scratch, io.env, resources),
    description: `using ${config.server} (${config.source})`,
    isOurs: false,
  };
}

/** Of several kubeconfigs the first that names a context wins, so a file with nothing else is put before the user's. No credential is copied. */
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
