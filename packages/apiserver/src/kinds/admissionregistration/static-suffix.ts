/** The suffix of names that kube-apiserver reserves for configurations in files. */
import type { ReadonlyObject } from "../../objects/api-object.ts";

const suffix = ".static.k8s.io";

/** The warnings about the name of a policy, binding or webhook configuration. */
export function staticSuffixWarnings({ metadata }: Pick<ReadonlyObject, "metadata">): readonly string[] {
  if (metadata.name?.endsWith(suffix) !== true) return [];
  return [
    `metadata.name: names ending with "${suffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
  ];
}
