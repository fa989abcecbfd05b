/**
 * Gives the fields that `kubewright dev` has written to the field manager of `kubectl apply --server-side`. So `make deploy` beside a running `dev`
 * replaces them without a conflict, and removes the route to this machine.
 */
import { isConflict, isJsonObject } from "@kubewright/apimachinery";
import type { KubernetesObject, ManagedFieldsEntry, ResourceType } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";

/** The field manager of `kubewright dev`. */
export const devFieldManager = "kubewright-dev";

const kubectl = { manager: "kubectl", operation: "Apply" } as const;

/** Other clients also write to the object, so conflicts are retried. */
const triesMax = 5;

/** Does nothing if the object does not exist. */
export async function handOver<T extends KubernetesObject>(
  type: ResourceType<T>,
  name: string,
  { client, signal }: { readonly client: Client; readonly signal?: AbortSignal | undefined },
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const found: KubernetesObject | undefined = await client.get(type, { name }, { signal });
    const before = found?.metadata?.managedFields ?? [];
    const managedFields = handedOver(before);
    if (!found || managedFields === before) return;
    try {
      await client.update(type, { ...found, metadata: { ...found.metadata, managedFields } } as T, { signal }); // The stored object with other owners.
      return;
    } catch (error) {
      if (!isConflict(error) || tries === triesMax) throw error;
    }
  }
}

/** The same list if `kubewright dev` has no fields. */
export function handedOver(entries: readonly ManagedFieldsEntry[]): readonly ManagedFieldsEntry[] {
  const isOurs = ({ manager, operation, subresource }: ManagedFieldsEntry): boolean =>
    manager === devFieldManager && operation === "Update" && subresource === undefined;
  const ours = entries.find(isOurs);
  if (!ours) return entries;
  const isKubectl = ({ manager, operation }: ManagedFieldsEntry): boolean =>
    manager === kubectl.manager && operation === kubectl.operation;
  const theirs = entries.find((entry) => isKubectl(entry) && entry.apiVersion === ours.apiVersion);
  const fieldsV1 = union(theirs?.fieldsV1 ?? {}, ours.fieldsV1 ?? {});
  return [...entries.filter((entry) => entry !== ours && entry !== theirs), { ...ours, ...kubectl, fieldsV1 }];
}

type Fields = Readonly<Record<string, unknown>>;

/** The fields of both sets. A set is a tree of objects, in which a field without fields below it is `{}`. */
function union(one: Fields, other: Fields): Fields {
  const merged: Record<string, unknown> = { ...one };
  for (const [name, below] of Object.entries(other)) {
    const known = Object.hasOwn(one, name) ? one[name] : undefined;
    merged[name] = isJsonObject(known) && isJsonObject(below) ? union(known, below) : below;
  }
  return merged;
}
