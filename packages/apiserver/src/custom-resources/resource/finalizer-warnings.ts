/** Warnings about finalizers that others may happen to use too. */
import { isQualifiedName } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";

const standardFinalizers: readonly string[] = ["orphan", "foregroundDeletion", "kubernetes"];
const advice = "to avoid accidental conflicts with other finalizer writers";

/** Texts about the finalizers that an object has and `old` has not. */
export function finalizerWarnings(object: ReadonlyObject, old?: ReadonlyObject): readonly string[] {
  const before = old?.metadata.finalizers ?? [];
  const added = (object.metadata.finalizers ?? []).filter((name) => !before.includes(name));
  return [...new Set(added)].toSorted().flatMap((name) => {
    const lead = `metadata.finalizers: ${JSON.stringify(name)}`;
    const texts = isQualifiedName(name).map((message) => `${lead}: ${message}`);
    if (name.includes("/") || standardFinalizers.includes(name)) return texts;
    const path = name.includes(".") ? " including a path (/)" : "";
    return [...texts, `${lead}: prefer a domain-qualified finalizer name${path} ${advice}`];
  });
}
