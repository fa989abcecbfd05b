// The path of a collection, an object or a subresource, and the query of its options. Every segment is encoded, so that a name cannot address
// another namespace or resource.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris

import type { ObjectKey, ResourceType } from "@kubewright/apimachinery";

/** The path of all objects of a type, in one namespace or in all namespaces. */
export function collectionPath(type: ResourceType, namespace?: string): string {
  const root =
    type.group === "" ? `/api/${segment(type.version)}` : `/apis/${segment(type.group)}/${segment(type.version)}`;
  const within = type.namespaced && namespace !== undefined ? `/namespaces/${segment(namespace)}` : "";
  return `${root}${within}/${segment(type.plural)}`;
}

/**
 * The path of one object, or of one of its subresources.
 *
 * @throws {TypeError} if the key has no name or, for a namespaced type, no namespace.
 */
export function objectPath(type: ResourceType, key: ObjectKey, subresource?: string): string {
  assertKey(type, key);
  const path = `${collectionPath(type, key.namespace)}/${segment(key.name)}`;
  return subresource === undefined ? path : `${path}/${subresource.split("/").map(segment).join("/")}`;
}

/**
 * Checks that a key can address an object, for reads that do not build its path, such as reads of a cache.
 *
 * @throws {TypeError} if the key has no name or, for a namespaced type, no namespace.
 */
export function assertKey(type: ResourceType, { namespace = "", name }: ObjectKey): void {
  if (!name) throw new TypeError(`Cannot address ${type.kind}: the name is empty`); // Callers without types may pass undefined.
  if (type.namespaced && namespace === "") {
    throw new TypeError(
      `Cannot address ${type.kind} "${name}": it has no namespace, and ${type.plural} are namespaced`,
    );
  }
}

/** The query of options; undefined options are left out. Starts with "?" unless it is empty. */
export function queryOf(parameters: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) parts.push(`${name}=${encodeURIComponent(value)}`);
  }
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/**
 * One segment of a path. The colon, as in RBAC's `system:node`, is not encoded, so that paths are readable. "." and ".." are not names, and proxies
 * would resolve them.
 *
 * @throws {TypeError} for "", "." and "..".
 */
function segment(text: string): string {
  if (text === "" || text === "." || text === "..")
    throw new TypeError(`Cannot build a path: ${JSON.stringify(text)} is not a name`);
  return encodeURIComponent(text).replaceAll("%3A", ":");
}
