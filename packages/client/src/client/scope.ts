/** Namespaces by the scope of a kind: cluster-scoped kinds have none. */
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";

/** The key without the namespace that objects of a cluster-scoped kind do not have. */
export function scopedKey({ namespaced }: ResourceType, key: ObjectKey): ObjectKey {
  return namespaced || key.namespace === undefined ? key : { name: key.name };
}

/**
 * The options without the namespace that objects of a cluster-scoped kind do not have.
 *
 * @throws {TypeError} if the namespace is empty: a cache would find nothing in it.
 */
export function scopedOptions<O extends { readonly namespace?: string }>(
  { namespaced, plural }: ResourceType,
  options: O,
  action: string,
): O {
  const { namespace } = options;
  if (namespace === undefined || (namespaced && namespace !== "")) return options;
  if (!namespaced) return { ...options, namespace: undefined };
  throw new TypeError(`Cannot ${action} ${plural}: namespace is "", must be a name, or absent for all namespaces`);
}
