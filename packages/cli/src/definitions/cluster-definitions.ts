/** The CRDs of a cluster: that of the current context, or of another one. */
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { createSystemClock } from "@kubewright/async";
import { readDefinition } from "@kubewright/gen/definitions";
import type { Definition } from "@kubewright/gen/definitions";

import { openClient } from "../cluster/open-client.ts";
import type { ClusterChoice } from "../cluster/open-client.ts";
import type { Io } from "../io.ts";

export interface ClusterFlags extends ClusterChoice {
  /** Use the cluster of the current context. */
  readonly cluster?: boolean;
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
  await using opened = await openClient(flags, { io, clock: createSystemClock() });
  const found: Definition[] = [];
  for await (const crd of opened.client.list(CustomResourceDefinition, { signal })) found.push(readDefinition(crd));
  return found;
}
