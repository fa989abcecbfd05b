/** A patch that fails with a conflict if the object has changed since it was read. */
import type { JsonObject, KubernetesObject } from "@kubewright/apimachinery";
import type { Patch } from "./call-options.ts";

/**
 * The patch with the resourceVersion of `object` as a precondition: in the metadata of its body, or as a test before the operations of a JSON patch.
 *
 * @throws {TypeError} if the object has no resourceVersion.
 */
export function lockedPatch(object: KubernetesObject, patch: Patch): Patch {
  const { name = "", resourceVersion } = object.metadata ?? {};
  if (resourceVersion === undefined)
    throw new TypeError(
      `Cannot lock the patch of "${name}": metadata.resourceVersion is not set, read the object first`,
    );
  if (patch.type === "json") {
    const test = { op: "test", path: "/metadata/resourceVersion", value: resourceVersion } as const;
    return { ...patch, body: [test, ...patch.body] };
  }
  const { metadata } = patch.body as { readonly metadata?: JsonObject }; // A partial object.
  const body = { ...patch.body, metadata: { ...metadata, resourceVersion } };
  return { ...patch, body };
}
