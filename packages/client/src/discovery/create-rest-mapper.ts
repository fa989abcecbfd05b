// Descriptors at hand come first; what they do not cover is asked of the server once, by all who wait together.

import { abortable } from "@kubewright/async";
import { formatGroupVersionKind, kindOfType } from "@kubewright/apimachinery";
import type { GroupVersionKind, ResourceType } from "@kubewright/apimachinery";

import type { RequestOptions } from "../verbs/verbs.ts";
import type { DiscoveredResource, Discovery } from "./discovery.ts";
import type { RestMapper } from "./rest-mapper.ts";

export interface CreateRestMapperOptions {
  readonly discovery: Discovery;
  readonly types?: readonly ResourceType[];
}

/** A mapper that knows `types` from the start and learns the rest from `discovery`. */
export function createRestMapper({ discovery, types = [] }: CreateRestMapperOptions): RestMapper {
  const registered = new Map<string, ResourceType>();
  for (const type of types) register(type);
  let discovered: readonly DiscoveredResource[] = [];
  let asking: Promise<readonly DiscoveredResource[]> | undefined;

  return { register, known, resourceFor, resourceForPlural };

  function register(type: ResourceType): void {
    registered.set(formatGroupVersionKind(kindOfType(type)), type);
  }

  function known(kind: GroupVersionKind): ResourceType | undefined {
    return registered.get(formatGroupVersionKind(kind)) ?? discovered.find((resource) => isOfKind(resource, kind));
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

  /**
   * The first match in what is remembered, else in what the server says now: a kind may have been installed a moment ago. An
   * answer that others have asked for serves us too, unless the kind is younger than their question.
   */
  async function discover(
    matches: (resource: DiscoveredResource) => boolean,
    { signal }: RequestOptions,
  ): Promise<ResourceType | undefined> {
    const remembered = discovered.find(matches);
    if (remembered !== undefined) return remembered;
    const askedBefore = asking;
    if (askedBefore) {
      const found = (await abortable(askedBefore, signal)).find(matches);
      if (found !== undefined) return found;
    }
    return (await abortable(ask(), signal)).find(matches);
  }

  /** One question at a time. Nobody's signal ends it, because others wait for it too. */
  function ask(): Promise<readonly DiscoveredResource[]> {
    asking ??= discovery
      .resources()
      .then(({ resources }) => (discovered = resources))
      .finally(() => (asking = undefined));
    return asking;
  }
}

function isOfKind(type: ResourceType, { group, version, kind }: GroupVersionKind): boolean {
  return type.group === group && type.version === version && type.kind === kind;
}
