// The checks of the key that a path names, which kube-apiserver makes when it reads the object.
import { badRequest, isPathSegmentName, quoteGoString } from "@kubewright/apimachinery";
import type { VersionedResource } from "../registry/registry.ts";

/** Throws 400 unless the path has the name of an object, and the namespace that a namespaced object needs. */
export function assertKey({ namespaced }: VersionedResource, namespace: string, name: string): void {
  if (name === "") throw badRequest("name must be provided");
  if (namespaced && namespace === "") throw badRequest("Namespace parameter required.");
  const problems = isPathSegmentName(name);
  if (problems.length > 0) throw badRequest(`Name parameter invalid: ${quoteGoString(name)}: ${problems.join(";")}`);
}
