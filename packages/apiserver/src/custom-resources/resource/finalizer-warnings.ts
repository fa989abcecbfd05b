/** Warnings about finalizers without a domain, which other controllers may use as well. */
import { isQualifiedName } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";

const standardFinalizers: readonly string[] = ["orphan", "foregroundDeletion", "kubernetes"];
const advice = "to avoid accidental conflicts with other finalizer writers";

/** The warnings about finalizers of an object that `old` does not have. */
export function finalizerWarnings(object: ReadonlyObject, old?: ReadonlyObject): readonly string[] {
  const added = new Set(object.metadata.finalizers).difference(new Set(old?.metadata.finalizers));
  return [...added].toSorted().flatMap((name) => {
    const lead = `metadata.finalizers: ${JSON.stringify(name)}`;
    const texts = isQualifiedName(name).map((message) => `${lead}: ${message}`);
    if (name.includes("/") || standardFinalizers.includes(name)) return texts;
    const path = name.includes(".") ? " including a path (/)" : "";
    return [...texts, `${lead}: prefer a domain-qualified finalizer name${path} ${advice}`];
  });
}
