// How errors name a resource and the kind of an object.
import { field, parseApiVersion } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { ServedResource } from "../contracts/strategy.ts";

/** The kind in validation errors: the stored kind, also for a resource that serves it as another kind. */
export function storedKindOf({ storage }: ServedResource): { group: string; kind: string } {
  return { group: parseApiVersion(storage.apiVersion).group, kind: storage.kind };
}

/** Validates the kind of a custom resource, which mutating admission may have changed. A wrong kind is the only error reported. */
export function kindErrors({ kind }: ReadonlyObject, { custom, kind: own }: ServedResource): readonly FieldError[] {
  return !custom || kind === own ? [] : [field.invalid("kind", kind, `must be ${own}`)];
}

/** The kind in errors of an object: the stored kind, or for a custom resource the kind in the object itself. */
export function kindInErrors({ kind }: ReadonlyObject, resource: ServedResource): { group: string; kind: string } {
  return resource.custom ? { group: resource.group, kind } : storedKindOf(resource);
}

/** Group and plural, as errors name a resource. */
export function groupResourceOf({ group, plural }: ServedResource): { group: string; resource: string } {
  return { group, resource: plural };
}
