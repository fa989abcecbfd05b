/** A client of the cluster that the user means: as kubectl finds it, or by a kubeconfig and a context of the command's flags. */
import path from "node:path";
import { createSystemRandom } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";

import type { Io } from "../io.ts";

export interface ClusterChoice {
  /** Instead of KUBECONFIG and `~/.kube/config`; from the folder in which the user stands. */
  readonly kubeconfig?: string;
  /** Instead of the current one. */
  readonly context?: string;
}

export interface OpenedClient extends AsyncDisposable {
  readonly client: Client;
  readonly transport: Transport;
  /** The namespace of the context, for objects that name none. */
  readonly namespace: string;
  /** For the user: which cluster it is. */
  readonly server: string;
}

export interface OpenClientOptions {
  readonly io: Io;
  readonly clock: Clock;
  /** Who owns what is written. Default: the client's. */
  readonly fieldManager?: string;
}

/** @throws `ConfigError` when there is no such kubeconfig or context. */
export async function openClient(
  { kubeconfig, context }: ClusterChoice,
  { io, clock, fieldManager }: OpenClientOptions,
): Promise<OpenedClient> {
  const config = await loadConfig({
    env: io.env,
    clock,
    ...(kubeconfig !== undefined && { kubeconfig: path.resolve(io.cwd, kubeconfig) }),
    ...(context !== undefined && { context }),
  });
  for (const warning of config.warnings) io.err(`warning: ${warning}\n`);
  const transport = createTransportFor(config);
  return {
    client: createClient({
      transport,
      clock,
      random: createSystemRandom(),
      ...(fieldManager !== undefined && { fieldManager }),
    }),
    transport,
    namespace: config.namespace,
    server: config.server,
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}
