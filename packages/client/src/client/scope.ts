/** Removes the namespace from keys and options of cluster-scoped kinds. */
import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";

/** The key, without a namespace if the kind is cluster-scoped. */
export function scopedKey({ namespaced }: ResourceType, key: ObjectKey): ObjectKey {
  return namespaced || key.namespace === undefined ? key : { name: key.name };
}

/**
 * The options, without a namespace if the kind is cluster-scoped.
 *
 * @throws {TypeError} if the namespace of a namespaced kind is empty: a cache has no objects in it.
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
