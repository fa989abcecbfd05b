// The descriptor by which everything at run time names a kind: clients, informers, controllers and the API server take
// it as a value, and its type parameter carries the TypeScript type of the objects.

import type { KubernetesObject } from "./kubernetes-object.ts";
import type { GroupKind, GroupResource, GroupVersionKind, GroupVersionResource } from "./group-version.ts";
import { apiVersionOf } from "./group-version.ts";

/**
 * One kind in one version, and where the API serves it.
 *
 * Descriptors are generated with the types they describe, under the same name, so one import gives both.
 */
export interface ResourceType<T extends KubernetesObject = KubernetesObject> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The resource's name in paths: `pods`. */
  readonly plural: string;
  /** Defaults to the kind in lower case. */
  readonly singular?: string;
  /** Defaults to the kind followed by `List`. */
  readonly listKind?: string;
  /** Whether objects live in a namespace or belong to the whole cluster. */
  readonly namespaced: boolean;
  /** Names after the last slash: `status`, `scale`. */
  readonly subresources?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** Carries the type of the objects for the compiler; never present at run time. */
  readonly type?: T;
}

/** The `apiVersion` of a descriptor's objects. */
export function apiVersionOfType(type: ResourceType): string {
  return apiVersionOf(type.group, type.version);
}

/** The kind a descriptor describes. */
export function kindOfType({ group, version, kind }: ResourceType): GroupVersionKind & GroupKind {
  return { group, version, kind };
}

/** The resource a descriptor describes. */
export function resourceOfType({ group, version, plural }: ResourceType): GroupVersionResource & GroupResource {
  return { group, version, resource: plural };
}
