// The descriptor of a kind at run time: a parameter of clients, informers, controllers and the API server. Its
// type parameter is the TypeScript type of the objects.

import type { KubernetesObject } from "./kubernetes-object.ts";
import type { GroupKind, GroupResource, GroupVersionKind, GroupVersionResource } from "./group-version.ts";
import { apiVersionOf } from "./group-version.ts";

/**
 * A kind in one version, and its resource.
 *
 * Descriptors are generated with their types, under the same name, so one import provides both.
 */
export interface ResourceType<T extends KubernetesObject = KubernetesObject> {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The name of the resource in paths: `pods`. */
  readonly plural: string;
  /** Defaults to the kind in lower case. */
  readonly singular?: string;
  /** Defaults to the kind followed by `List`. */
  readonly listKind?: string;
  /** Whether objects are namespaced or cluster-scoped. */
  readonly namespaced: boolean;
  /** Names after the last slash: `status`, `scale`. */
  readonly subresources?: readonly string[];
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  /** The type of the objects, for the compiler. Never present at run time. */
  readonly type?: T;
}

/** The `apiVersion` of a descriptor's objects. */
export function apiVersionOfType(type: ResourceType): string {
  return apiVersionOf(type.group, type.version);
}

/** The kind of a descriptor. */
export function kindOfType({ group, version, kind }: ResourceType): GroupVersionKind & GroupKind {
  return { group, version, kind };
}

/** The resource of a descriptor. */
export function resourceOfType({ group, version, plural }: ResourceType): GroupVersionResource & GroupResource {
  return { group, version, resource: plural };
}
