/** Deletes all objects of a kind in a namespace and reports those that remain. */
import { Pod } from "@kubewright/api/core/v1";
import { isMethodNotAllowed, isNotFound, parseTime } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { ApiReader, Client, DiscoveredResource } from "@kubewright/client";
import { refusalText } from "../refusal/refusal-text.ts";
import type { Remaining } from "./conditions.ts";

export interface Emptied extends Remaining {
  /** The error of the deletes, or a message that objects remain without a known reason. */
  readonly failure?: string;
}

export interface EmptyOptions {
  readonly client: Pick<Client, "delete" | "deleteAllOf">;
  /** Reads from the server, not from a cache. */
  readonly apiReader: ApiReader;
  readonly namespace: string;
  /** The time since the namespace was deleted. */
  readonly ageMs: number;
  readonly signal: AbortSignal;
}

/** Deletes all objects of a kind in the namespace. Errors are returned, because other kinds must still be emptied. */
export async function emptyOf(type: DiscoveredResource, options: EmptyOptions): Promise<Emptied> {
  const nothing: Emptied = { resource: type, count: 0, finalizers: new Map() };
  try {
    const graceMs = isPod(type) ? await graceOfPods(options) : 0;
    await deleteAllOf(type, options);
    const remaining = await remainingOf(type, options);
    const isExplained = remaining.count === 0 || remaining.finalizers.size > 0 || options.ageMs < graceMs;
    return isExplained ? remaining : { ...remaining, failure: unexpected(type, options.namespace) };
  } catch (error) {
    options.signal.throwIfAborted();
    // The kind is no longer served and its objects are gone, or it does not support the verb despite discovery.
    if (isNotFound(error) || isMethodNotAllowed(error)) return nothing;
    return { ...nothing, failure: refusalText(error) };
  }
}

export function isPod({ group, plural }: { readonly group: string; readonly plural: string }): boolean {
  return group === Pod.group && plural === Pod.plural;
}

async function deleteAllOf(
  type: DiscoveredResource,
  { client, apiReader, namespace, signal }: EmptyOptions,
): Promise<void> {
  const how = { propagationPolicy: "Background", signal } as const;
  if (type.verbs.includes("deletecollection")) return await client.deleteAllOf(type, { namespace, ...how });
  for await (const { metadata } of apiReader.list(type, { namespace, metadataOnly: true, signal })) {
    await client.delete(type, { namespace, name: metadata.name }, how);
  }
}

async function remainingOf(type: DiscoveredResource, { apiReader, namespace, signal }: EmptyOptions): Promise<Emptied> {
  const finalizers = new Map<string, number>();
  let count = 0;
  for await (const { metadata } of apiReader.list(type, { namespace, metadataOnly: true, signal })) {
    count += 1;
    for (const finalizer of metadata.finalizers ?? []) finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
  }
  return { resource: type, count, finalizers };
}

/** The longest remaining grace period of the running Pods. */
async function graceOfPods({ apiReader, namespace, signal }: EmptyOptions): Promise<number> {
  let graceMs = 0;
  for await (const { spec, status } of apiReader.list(Pod, { namespace, signal })) {
    if (status?.phase === "Succeeded" || status?.phase === "Failed") continue;
    graceMs = Math.max(graceMs, (spec?.terminationGracePeriodSeconds ?? 0) * 1_000);
  }
  return graceMs;
}

function unexpected({ group, version, plural }: DiscoveredResource, namespace: string): string {
  return `unexpected items still remain in namespace: ${namespace} for gvr: ${group}/${version}, Resource=${plural}`;
}

/** Milliseconds since an object was deleted. */
export function deletionAgeMs({ metadata }: Stored<KubernetesObject>, nowMs: number): number {
  const { deletionTimestamp } = metadata;
  return deletionTimestamp ? nowMs - (parseTime(deletionTimestamp) ?? nowMs) : 0;
}
