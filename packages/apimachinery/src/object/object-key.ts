// The name of an object within its resource.

import type { KubernetesObject } from "./kubernetes-object.ts";

/** The namespace and name of an object. `namespace` is absent for cluster-scoped objects. */
export interface ObjectKey {
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** The key of a namespaced object. */
export interface NamespacedKey extends ObjectKey {
  readonly namespace: string;
}

/** `namespace/name`, or the name alone for cluster-scoped objects: `default/pi`, `node1`. */
export function formatKey(key: ObjectKey): string {
  return key.namespace === undefined || key.namespace === "" ? key.name : `${key.namespace}/${key.name}`;
}

/**
 * The inverse of `formatKey`.
 *
 * @throws {TypeError} if the string has more than one slash or an empty part.
 */
export function parseKey(text: string): ObjectKey {
  const parts = text.split("/");
  const [first, second] = parts;
  if (parts.length > 2 || first === undefined || first === "" || second === "") {
    throw new TypeError(`Cannot parse object key "${text}": expected "name" or "namespace/name"`);
  }
  return second === undefined ? { name: first } : { namespace: first, name: second };
}

/** The key of an object; without a name, the name is empty. */
export function keyOf(object: KubernetesObject): ObjectKey {
  const { namespace, name = "" } = object.metadata ?? {};
  return namespace === undefined || namespace === "" ? { name } : { namespace, name };
}
