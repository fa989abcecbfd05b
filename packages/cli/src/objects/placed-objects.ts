/** Objects from the user's files, each with the resource that it is of in the cluster, and the namespace that it belongs to. */
import { groupVersionKindOf, isJsonObject } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { textsAt } from "../manifests/manifest-texts.ts";
import { parseManifests } from "../manifests/parse-manifests.ts";

export interface ReadObjectsOptions {
  /** What is being done, for messages: `apply objects`. */
  readonly action: string;
  readonly io: Pick<Io, "cwd" | "input">;
}

/**
 * The objects of files, folders and, for `-`, standard input, in an order in which each finds what it needs: namespaces first, then
 * definitions of kinds. What only kustomize reads is left out.
 *
 * @throws {CommandError} when a text cannot be read, holds what is no object, or all of them hold none.
 */
export async function readObjects(
  files: readonly string[],
  { action, io }: ReadObjectsOptions,
): Promise<readonly KubernetesObject[]> {
  const texts = (await Promise.all(files.map((file) => textsAt(file, io, action)))).flat();
  const objects = texts
    .flatMap((text) => parseManifests(text, action).map((value) => objectIn(value, text.origin, action)))
    .filter(({ apiVersion }) => apiVersion?.startsWith("kustomize.config.k8s.io/") !== true);
  if (objects.length === 0)
    throw new CommandError(`Cannot ${action} from ${files.join(", ")}: there is no object in it`);
  return objects.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function objectIn(value: unknown, origin: string, action: string): KubernetesObject {
  if (isObject(value)) return value;
  throw new CommandError(
    `Cannot ${action} from ${origin}: it holds what is no object: expected apiVersion and kind in each`,
  );
}

function isObject(value: unknown): value is KubernetesObject {
  return isJsonObject(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string";
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
