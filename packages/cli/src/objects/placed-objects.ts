/** Objects from the user's files, each with its resource in the cluster and its namespace. */
import { groupVersionKindOf, isJsonObject } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

import { CommandError } from "../io.ts";
import type { Io } from "../io.ts";
import { textsAt } from "../manifests/manifest-texts.ts";
import { parseManifests } from "../manifests/parse-manifests.ts";

export interface ReadObjectsOptions {
  /** The action for messages: `apply objects`. */
  readonly action: string;
  readonly io: Pick<Io, "cwd" | "input">;
}

/**
 * The objects of files, folders and, for `-`, standard input, sorted by dependency: namespaces first, then CRDs. kustomization.yaml is left
 * out.
 *
 * @throws {CommandError} when a file cannot be read, contains a value that is not an object, or all of them contain no objects.
 */
export async function readObjects(
  files: readonly string[],
  { action, io }: ReadObjectsOptions,
): Promise<readonly KubernetesObject[]> {
  const texts = (await Promise.all(files.map((file) => textsAt(file, io, action)))).flat();
  const objects = texts
    .flatMap((text) => parseManifests(text, action).map((value) => objectIn(value, text.origin, action)))
    .filter(({ apiVersion }) => apiVersion?.startsWith("kustomize.config.k8s.io/") !== true);
  if (objects.length === 0) throw new CommandError(`Cannot ${action} from ${files.join(", ")}: it contains no objects`);
  return objects.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function objectIn(value: unknown, origin: string, action: string): KubernetesObject {
  if (isObject(value)) return value;
  throw new CommandError(
    `Cannot ${action} from ${origin}: it contains a value that is not an object: expected apiVersion and kind in each document`,
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
  /** In the notation of kubectl: `deployment.apps/web`. */
  readonly name: string;
}

/**
 * Finds the resource of an object. An object without a namespace gets `namespace` if its kind is namespaced. `undefined` when the cluster
 * does not have the kind.
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
    `Cannot ${action} ${kind} "${metadata?.name ?? ""}": the cluster does not have ${kind} of ${apiVersion}: install its CRD first`,
  );
}
