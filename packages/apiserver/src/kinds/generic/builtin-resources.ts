/** The resources of the built-in kinds whose objects are stored: from generated facts, and from the records of the kinds that have one. */
import type { ServedKind } from "@kubewright/api-facts";
import { servedKinds } from "@kubewright/api-facts";
import type { ServedResource } from "../../contracts/strategy.ts";
import type { BuiltinKind } from "./builtin-kind.ts";
import { builtinResource, resourceName } from "./served-resource.ts";

/** All stored resources. `records`: at most one for each. */
export function builtinResources(records: readonly BuiltinKind[]): readonly ServedResource[] {
  const byName = new Map(records.map((record) => [resourceName(record), record]));
  return Array.from(storedKinds(), ([name, versions]) => builtinResource(versions, byName.get(name) ?? {}));
}

/** Each stored kind with its versions, the preferred one first. Reviews are not stored. */
function storedKinds(): ReadonlyMap<string, readonly [ServedKind, ...ServedKind[]]> {
  const byResource = new Map<string, [ServedKind, ...ServedKind[]]>();
  for (const kind of servedKinds()) {
    if (!kind.verbs.includes("watch")) continue;
    const versions = byResource.get(resourceName(kind));
    if (versions === undefined) byResource.set(resourceName(kind), [kind]);
    else versions.push(kind);
  }
  return byResource;
}
