/**
 * The kinds that are currently served: built-in kinds from the start, and those of CRDs. Routing, discovery and OpenAPI read this one table, so
 * a kind is served everywhere or nowhere.
 */
import { apiVersionOf } from "@kubewright/apimachinery";
import type { GroupResource } from "../objects/api-object.ts";
import { headOf } from "../storage/stored-entry.ts";
import type { ServedResource, ServedVersion } from "../contracts/strategy.ts";

/** A resource in one of its versions, as a request names it. */
export interface VersionedResource extends ServedResource {
  readonly version: ServedVersion;
  /** The apiVersion of this version: `v1`, `apps/v1`. */
  readonly apiVersion: string;
  /** The JSON of this kind and version before the metadata. */
  readonly head: Uint8Array;
}

export interface Registry {
  /** Serves a resource, in place of one with the same group and plural. */
  add: (resource: ServedResource) => void;
  /** Stops serving the resource; the caller closes its open watches. Returns false if the resource was not served. */
  remove: (resource: GroupResource) => boolean;
  /** The order of a group's versions in discovery, first is preferred. Default: Kubernetes version order (v2, v1, v1beta1 …). */
  setVersionOrder: (group: string, versions: readonly string[]) => void;

  /** Also finds a resource of which no version is served. */
  get: (resource: GroupResource) => ServedResource | undefined;
  find: (group: string, version: string, plural: string) => VersionedResource | undefined;
  /** The order of groups in discovery. Groups without a place follow by name. Default: all groups by name. */
  setGroupOrder: (groups: readonly string[]) => void;
  /** Groups that have served versions, in their order; `""` first. */
  groups: () => readonly string[];
  /** Versions of a group in preference order. */
  versions: (group: string) => readonly string[];
  /** Resources of a group version, by plural. */
  resources: (group: string, version: string) => readonly VersionedResource[];
  /** All resources. */
  all: () => Iterable<ServedResource>;
  /** The number of changes. Values that were derived from an earlier generation are stale. */
  readonly generation: number;
  /** Calls `listener` after each change, in its turn, until disposed. */
  onChange: (listener: () => void) => Disposable;
}

/** Whether the resource has the `status` subresource, so that other writes keep the status. Versions of a custom resource may differ. */
export function hasStatusSubresource({ strategy, version }: VersionedResource): boolean {
  return version.hasStatus ?? strategy.hasStatus;
}

interface GroupEntry {
  readonly resource: ServedResource;
  readonly versions: ReadonlyMap<string, VersionedResource>;
}

/** An empty registry. */
export function createRegistry(): Registry {
  return new ResourceRegistry();
}

class ResourceRegistry implements Registry {
  readonly #byGroup = new Map<string, Map<string, GroupEntry>>();
  readonly #versionOrders = new Map<string, readonly string[]>();
  readonly #listeners = new Set<() => void>();
  #groupOrder: ReadonlyMap<string, number> = new Map([["", 0]]);
  #generation = 0;

  get generation(): number {
    return this.#generation;
  }

  add(resource: ServedResource): void {
    const resources = this.#byGroup.get(resource.group) ?? new Map<string, GroupEntry>();
    this.#byGroup.set(resource.group, resources);
    resources.set(resource.plural, { resource, versions: versionedResources(resource) });
    this.#changed();
  }

  remove({ group, resource }: GroupResource): boolean {
    const resources = this.#byGroup.get(group);
    if (resources === undefined || !resources.delete(resource)) return false;
    if (resources.size === 0) this.#byGroup.delete(group);
    this.#changed();
    return true;
  }

  setVersionOrder(group: string, versions: readonly string[]): void {
    this.#versionOrders.set(group, versions);
    this.#changed();
  }

  setGroupOrder(groups: readonly string[]): void {
    this.#groupOrder = new Map(["", ...groups].toReversed().map((group, index) => [group, -index]));
    this.#changed();
  }

  get({ group, resource }: GroupResource): ServedResource | undefined {
    return this.#byGroup.get(group)?.get(resource)?.resource;
  }

  find(group: string, version: string, plural: string): VersionedResource | undefined {
    return this.#byGroup.get(group)?.get(plural)?.versions.get(version);
  }

  groups(): readonly string[] {
    const order = this.#groupOrder;
    return [...this.#byGroup.keys()]
      .filter((group) => this.versions(group).length > 0)
      .sort((a, b) => (order.get(a) ?? 1) - (order.get(b) ?? 1) || (a < b ? -1 : 1));
  }

  versions(group: string): readonly string[] {
    const resources = [...(this.#byGroup.get(group)?.values() ?? [])];
    const served = new Set(resources.flatMap(({ resource }) => resource.versions.map(({ name }) => name)));
    const order = this.#versionOrders.get(group) ?? [];
    const ordered = order.filter((version) => served.has(version));
    return [...ordered, ...[...served].filter((version) => !order.includes(version)).sort(compareVersions)];
  }

  resources(group: string, version: string): readonly VersionedResource[] {
    return Array.from(this.#byGroup.get(group)?.values() ?? [], ({ versions }) => versions.get(version))
      .filter((resource) => resource !== undefined)
      .sort((a, b) => (a.plural < b.plural ? -1 : 1));
  }

  *all(): Generator<ServedResource> {
    for (const resources of this.#byGroup.values()) for (const { resource } of resources.values()) yield resource;
  }

  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #changed(): void {
    this.#generation++;
    for (const listener of this.#listeners) listener();
  }
}

function versionedResources(resource: ServedResource): ReadonlyMap<string, VersionedResource> {
  return new Map(resource.versions.map((version) => [version.name, versionedResource(resource, version)]));
}

/** The resource in this version. */
export function versionedResource(resource: ServedResource, version: ServedVersion): VersionedResource {
  const apiVersion = apiVersionOf(resource.group, version.name);
  return { ...resource, version, apiVersion, head: Buffer.from(headOf(resource.kind, apiVersion)) };
}

/**
 * Orders versions by stability: general availability before beta before alpha, then the higher number; names of another form
 * come last, in alphabetical order.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [versionRank(a), versionRank(b)];
  if (left === undefined || right === undefined) {
    if (left !== right) return left === undefined ? 1 : -1;
    return a < b ? -1 : 1;
  }
  return right.stability - left.stability || right.major - left.major || right.minor - left.minor;
}

function versionRank(version: string): { stability: number; major: number; minor: number } | undefined {
  const match = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version);
  if (match === null) return undefined;
  const [, major, level, minor] = match;
  const stability = level === undefined ? 2 : level === "beta" ? 1 : 0;
  return { stability, major: Number(major), minor: Number(minor ?? 0) };
}
