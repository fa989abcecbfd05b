/** Deletes what a test has created in an existing cluster: namespaces with everything in them, and installed objects. */
import { isNotFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { createDiscovery } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { waitFor } from "../wait/wait-for.ts";

export interface CleanUpOptions {
  readonly client: Client;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

const namespaceType: ResourceType = {
  group: "",
  version: "v1",
  kind: "Namespace",
  plural: "namespaces",
  namespaced: false,
};

export const crdType: ResourceType = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
};

/**
 * Deletes the namespace and everything in it. Finalizers are removed, because the operator that would remove them has
 * stopped. Without a namespace controller, as on most test servers, the empty namespace stays in phase Terminating.
 */
export async function deleteNamespace(name: string, options: CleanUpOptions): Promise<void> {
  const { client, signal } = options;
  if (!(await client.get(namespaceType, { name }, { signal }))) return;
  const { resources } = await createDiscovery(client.raw).resources({ signal });
  for (const type of resources) {
    const isDeletable = ["list", "delete"].every((verb) => type.verbs.includes(verb));
    if (type.namespaced && type.preferred && isDeletable) await deleteAllIn(name, type, options);
  }
  await ignoringAbsence(() => client.delete(namespaceType, { name }, { signal }));
}

async function deleteAllIn(namespace: string, type: ResourceType, { client, signal }: CleanUpOptions): Promise<void> {
  const found: Stored<KubernetesObject>[] = [];
  try {
    for await (const object of client.list(type, { namespace, metadataOnly: true, signal })) found.push(object);
  } catch (error) {
    if (isNotFound(error)) return; // The CRD was deleted meanwhile.
    throw error;
  }
  for (const { metadata } of found) await deleteObject(type, { namespace, name: metadata.name }, { client, signal });
}

/** Deletes an object and removes its finalizers. */
async function deleteObject(
  type: ResourceType,
  key: { readonly namespace: string; readonly name: string },
  { client, signal }: Pick<CleanUpOptions, "client" | "signal">,
): Promise<void> {
  const body = { metadata: { finalizers: null } };
  await ignoringAbsence(() =>
    client.delete(type, key, { gracePeriodSeconds: 0, propagationPolicy: "Background", signal }),
  );
  if (!(await client.get(type, key, { signal }))?.metadata.finalizers?.length) return;
  await ignoringAbsence(() => client.patch(type, key, { type: "merge", body }, { signal }));
}

/** Deletes CRDs and resolves once they are gone, with all their objects. */
export async function uninstallCrds(crds: readonly KubernetesObject[], options: CleanUpOptions): Promise<void> {
  const { client, signal } = options;
  const keys = crds.map(({ metadata }) => ({ name: metadata?.name ?? "" }));
  for (const key of keys) await ignoringAbsence(() => client.delete(crdType, key, { signal }));
  for (const key of keys) await waitFor(crdType, key, (found) => found === undefined, options);
}

/**
 * The objects that do not exist yet. An environment that deletes what it has created must not delete what it has replaced.
 */
export async function absentOf<T extends KubernetesObject>(
  objects: readonly T[],
  typeOf: (object: T) => ResourceType,
  { client, signal }: Pick<CleanUpOptions, "client" | "signal">,
): Promise<readonly T[]> {
  const found = await Promise.all(
    objects.map((object) => client.get(typeOf(object), keyOf(typeOf(object), object), { signal })),
  );
  return objects.filter((_, index) => found[index] === undefined);
}

/** Deletes the objects that exist. */
export async function deleteObjects<T extends KubernetesObject>(
  objects: readonly T[],
  typeOf: (object: T) => ResourceType,
  { client }: Pick<CleanUpOptions, "client">,
): Promise<void> {
  for (const object of objects)
    await ignoringAbsence(() => client.delete(typeOf(object), keyOf(typeOf(object), object)));
}

function keyOf({ namespaced }: ResourceType, { metadata }: KubernetesObject): ObjectKey {
  const name = metadata?.name ?? "";
  return namespaced ? { namespace: metadata?.namespace ?? "default", name } : { name };
}

async function ignoringAbsence(action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
