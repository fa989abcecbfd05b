/** Objects whose fields a program does not know when it is compiled, as `unstructured.Unstructured` of apimachinery. */
import type { KubernetesObject } from "./kubernetes-object.ts";
import type { ResourceType } from "./resource-type.ts";

/** An object whose fields beside the metadata have the type `unknown`: check them before use. */
export interface UnstructuredObject extends KubernetesObject {
  readonly [field: string]: unknown;
}

/**
 * The descriptor of a kind without generated types, for all calls that take a descriptor: clients, caches, `for`, `owns` and `watches`. A kind that has generated
 * types as well shares the informer of its descriptor.
 *
 * ```ts
 * const Certificate = unstructuredType({
 *   group: "cert-manager.io",
 *   version: "v1",
 *   kind: "Certificate",
 *   plural: "certificates",
 *   namespaced: true,
 * });
 * const certificate = await client.get(Certificate, key);
 * ```
 *
 * For a kind that is known only while the program runs, `client.mapper.resourceFor(kind)` finds the resource by discovery.
 */
export function unstructuredType(resource: ResourceType): ResourceType<UnstructuredObject> {
  const { type: _type, ...rest } = resource;
  return rest;
}
