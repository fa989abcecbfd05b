/**
 * The kinds that are served right now. Built-in ones are added at start, those of CRDs come and go; routing, discovery and OpenAPI all read
 * this one table, so a kind is served everywhere or nowhere.
 */
import type { JsonSchema } from "@kubewright/schema";
import type { GroupResource } from "./api-object.ts";
import type { ServedResource, ServedVersion } from "./strategy.ts";

/** A resource in one of its versions, as a request names it. */
export interface VersionedResource {
  readonly resource: ServedResource;
  readonly version: ServedVersion;
}

export interface Registry {
  /** Serves a resource, in place of one with the same group and plural. */
  add: (resource: ServedResource) => void;
  /** Ends serving it; its open watches are ended by whoever removes it. False when it was not there. */
  remove: (resource: GroupResource) => boolean;
  /** The order of a group's versions in discovery, first is preferred. Default: Kubernetes version order (v2, v1, v1beta1 …). */
  setVersionOrder: (group: string, versions: readonly string[]) => void;
  /** Where `$ref`s to shared definitions (ObjectMeta, PodSpec …) are found. */
  addDefinitions: (source: (name: string) => JsonSchema | undefined) => void;

  get: (resource: GroupResource) => ServedResource | undefined;
  find: (group: string, version: string, plural: string) => VersionedResource | undefined;
  definition: (name: string) => JsonSchema | undefined;
  /** Groups in the order they were added; `""` first. */
  groups: () => readonly string[];
  /** Versions of a group in preference order. */
  versions: (group: string) => readonly string[];
  /** Resources of a group version, by plural. */
  resources: (group: string, version: string) => readonly VersionedResource[];
  /** All resources. */
  all: () => Iterable<ServedResource>;
  /** Counts the changes: what was derived from the registry is stale when it differs. */
  readonly generation: number;
}
