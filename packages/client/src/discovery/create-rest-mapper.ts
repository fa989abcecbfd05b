// Descriptors at hand come first; what they do not cover is asked of the server once, by all who wait together.

import { abortable } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { formatGroupVersionKind, kindOfType } from "@kubewright/apimachinery";
import type { GroupVersionKind, ResourceType } from "@kubewright/apimachinery";

import type { RequestOptions } from "../verbs/verbs.ts";
import type { DiscoveredResource, Discovery } from "./discovery.ts";
import type { RestMapper } from "./rest-mapper.ts";

/**
 * A kind that the server did not serve may be installed at any moment, so its absence is believed only this long; and a
 * caller that asks in a loop costs the server no more than this.
 */
export const discoveryRefreshMs = 10_000;

export interface CreateRestMapperOptions {
  readonly discovery: Discovery;
  readonly types?: readonly ResourceType[];
  readonly clock: Clock;
}

/** A mapper that knows `types` from the start and learns the rest from `discovery`. */
export function createRestMapper({ discovery, types = [], clock }: CreateRestMapperOptions): RestMapper {
  const registered = new Map<string, ResourceType>();
  for (const type of types) register(type);
  let discovered: { readonly resources: readonly DiscoveredResource[]; readonly at: number } | undefined;
  let asking: Promise<readonly DiscoveredResource[]> | undefined;

  return { register, known, resourceFor, resourceForPlural };

  function register(type: ResourceType): void {
    registered.set(formatGroupVersionKind(kindOfType(type)), type);
  }

  function known(kind: GroupVersionKind): ResourceType | undefined {
    return (
      registered.get(formatGroupVersionKind(kind)) ?? discovered?.resources.find((resource) => isOfKind(resource, kind))
    );
  }

  async function resourceFor(kind: GroupVersionKind, options: RequestOptions = {}): Promise<ResourceType | undefined> {
    return known(kind) ?? (await discover((resource) => isOfKind(resource, kind), options));
  }

  async function resourceForPlural(
    wanted: { readonly group: string; readonly plural: string; readonly version?: string },
    options: RequestOptions = {},
  ): Promise<ResourceType | undefined> {
    const matches = ({ group, plural, version }: ResourceType): boolean =>
      group === wanted.group && plural === wanted.plural && (wanted.version ?? version) === version;
    return registered.values().find(matches) ?? (await discover(matches, options));
  }

  /** The first match in what is remembered, else in what the server says now, unless it was asked a moment ago. */
  async function discover(
    matches: (resource: DiscoveredResource) => boolean,
    { signal }: RequestOptions,
  ): Promise<ResourceType | undefined> {
    const remembered = discovered?.resources.find(matches);
    if (remembered !== undefined) return remembered;
    if (discovered !== undefined && clock.now() - discovered.at < discoveryRefreshMs) return undefined;

    // Nobody's signal ends a request that others wait for too.
    asking ??= ask().finally(() => (asking = undefined));
    const resources = await abortable(asking, signal);
    return resources.find(matches);
  }

  async function ask(): Promise<readonly DiscoveredResource[]> {
    const { resources } = await discovery.resources();
    discovered = { resources, at: clock.now() };
    return resources;
  }
}

function isOfKind(type: ResourceType, { group, version, kind }: GroupVersionKind): boolean {
  return type.group === group && type.version === version && type.kind === kind;
}
