/** Objects from the user's files, each with the resource that it is of in the cluster, and the namespace that it belongs to. */
import path from "node:path";
import { groupVersionKindOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import { readManifests } from "@kubewright/envtest";

import { CommandError } from "../io.ts";

export interface ReadObjectsOptions {
  /** What is being done, for messages: `apply`. */
  readonly action: string;
  /** The folder in which the user stands. */
  readonly cwd: string;
}

/**
 * The objects of files and folders, in an order in which each finds what it needs: namespaces first, then definitions of kinds.
 *
 * @throws {CommandError} when no file is named; `EnvironmentError` when one is wrong.
 */
export async function readObjects(
  files: readonly string[],
  { action, cwd }: ReadObjectsOptions,
): Promise<readonly KubernetesObject[]> {
  const paths = files.map((file) => path.resolve(cwd, file));
  const objects = await readManifests(paths, { action, kinds: "all" });
  return objects
    .filter(({ apiVersion }) => apiVersion?.startsWith("kustomize.config.k8s.io/") !== true)
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

function placeOf({ kind = "" }: KubernetesObject): number {
  const place = ["Namespace", definitionKind].indexOf(kind);
  return place < 0 ? 2 : place;
}

export const definitionKind = "CustomResourceDefinition";

export interface PlacedObject {
  readonly object: KubernetesObject;
  readonly type: ResourceType;
  /** As kubectl names it: `deployment.apps/web`. */
  readonly name: string;
}

/**
 * Finds the resource of an object; one that names no namespace gets `namespace` where its kind needs one. `undefined` when the cluster
 * knows no such kind.
 */
export async function placeObject(
  object: KubernetesObject,
  { client, namespace, signal }: { readonly client: Client; readonly namespace: string; readonly signal: AbortSignal },
): Promise<PlacedObject | undefined> {
  const type = await client.mapper.resourceFor(groupVersionKindOf(object), { signal });
  if (type === undefined) return undefined;
  const { kind, group } = type;
  const name = `${kind.toLowerCase()}${group === "" ? "" : `.${group}`}/${object.metadata?.name ?? ""}`;
  const isPlaced = !type.namespaced || object.metadata?.namespace !== undefined;
  return { type, name, object: isPlaced ? object : { ...object, metadata: { ...object.metadata, namespace } } };
}

export function unknownKind(action: string, { apiVersion = "", kind = "", metadata }: KubernetesObject): CommandError {
  return new CommandError(
    `Cannot ${action} ${kind} "${metadata?.name ?? ""}": the cluster knows no ${kind} of ${apiVersion}: install its CRD first`,
  );
}
