/** The CRDs of a cluster: that of the current context, or of another one. */
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { createClient, createTransportFor, loadConfig } from "@kubewright/client";
import { readDefinition } from "@kubewright/gen/definitions";
import type { Definition } from "@kubewright/gen/definitions";

import type { Io } from "../io.ts";

export interface ClusterFlags {
  /** Use the cluster of the current context. */
  readonly cluster?: boolean;
  /** Use the cluster of this context. */
  readonly context?: string;
  /** Instead of KUBECONFIG and `~/.kube/config`. */
  readonly kubeconfig?: string;
}

/** Whether the flags ask for a cluster. */
export function wantsCluster({ cluster, context }: ClusterFlags): boolean {
  return cluster === true || context !== undefined;
}

/**
 * Reads all CRDs that the cluster has.
 *
 * @throws `ConfigError` when there is no such cluster, `TransportError` or `ApiError` when it does not answer.
 */
export async function clusterDefinitions(
  flags: ClusterFlags,
  io: Io,
  signal: AbortSignal,
): Promise<readonly Definition[]> {
  const config = await loadConfig({
    env: io.env,
    ...(flags.kubeconfig !== undefined && { kubeconfig: flags.kubeconfig }),
    ...(flags.context !== undefined && { context: flags.context }),
  });
  await using transport = createTransportFor(config);
  const client = createClient({ transport, types: [CustomResourceDefinition] });
  const found: Definition[] = [];
  for await (const crd of client.list(CustomResourceDefinition, { signal })) found.push(readDefinition(crd));
  return found;
}
