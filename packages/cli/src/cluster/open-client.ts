/** A client of the user's cluster: the one that kubectl would use, or the kubeconfig and context of the flags. */
import path from "node:path";
import { createSystemRandom } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";

import type { Io } from "../io.ts";

export interface ClusterChoice {
  /** Instead of KUBECONFIG and `~/.kube/config`; relative to the current folder. */
  readonly kubeconfig?: string;
  /** Instead of the current context. */
  readonly context?: string;
}

export interface OpenedClient extends AsyncDisposable {
  readonly client: Client;
  readonly transport: Transport;
  /** The namespace of the context, for objects without a namespace. */
  readonly namespace: string;
  /** The URL of the server, for messages. */
  readonly server: string;
}

export interface OpenClientOptions {
  readonly io: Io;
  readonly clock: Clock;
  /** The field manager of writes. Default: that of the client. */
  readonly fieldManager?: string;
}

/** @throws `ConfigError` when the kubeconfig or the context does not exist. */
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
