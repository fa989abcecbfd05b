/** The CRDs of the cluster of a context. */
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { createSystemClock } from "@kubewright/async";

import { openClient } from "../cluster/open-client.ts";
import type { ClusterChoice } from "../cluster/open-client.ts";
import type { Io } from "../io.ts";
import { readValues } from "./read-definitions.ts";
import type { ReadDefinitions } from "./read-definitions.ts";

export interface ClusterFlags extends ClusterChoice {
  /** Use the cluster of the current context. */
  readonly cluster?: boolean;
}

/** Whether the flags name a cluster. */
export function namesCluster({ cluster, context }: ClusterFlags): boolean {
  return cluster === true || context !== undefined;
}

/**
 * Reads all CRDs of the cluster.
 *
 * @throws `ConfigError` if the context does not exist, `TransportError` or `ApiError` if it does not respond.
 */
export async function clusterDefinitions(
  flags: ClusterFlags,
  io: Io,
  { action, signal }: { readonly action: string; readonly signal: AbortSignal },
): Promise<ReadDefinitions> {
  await using opened = await openClient(flags, { io, clock: createSystemClock() });
  const found: unknown[] = [];
  for await (const crd of opened.client.list(CustomResourceDefinition, { signal })) found.push(crd);
  return readValues(found, `Cannot ${action} from the cluster`);
}
