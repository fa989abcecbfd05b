// Registered descriptors have precedence. Concurrent lookups of other kinds share one discovery.

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

/** Creates a mapper with registered `types`; `discovery` finds others. */
export function createRestMapper({ discovery, types = [] }: CreateRestMapperOptions): RestMapper {
  const registered = new Map<string, ResourceType>();
  for (const type of types) register(type);
  let discovered: readonly DiscoveredResource[] = [];
  let discovering: Promise<readonly DiscoveredResource[]> | undefined;

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
   * Returns the first match in the last discovery, in a running one, or in a new one: the kind may have been installed after the running
   * discovery began.
   */
  async function discover(
    matches: (resource: DiscoveredResource) => boolean,
    { signal }: RequestOptions,
  ): Promise<ResourceType | undefined> {
    const remembered = discovered.find(matches);
    if (remembered !== undefined) return remembered;
    if (discovering) {
      const found = (await abortable(discovering, signal)).find(matches);
      if (found !== undefined) return found;
    }
    return (await abortable(discoverAgain(), signal)).find(matches);
  }

  /** Joins the running discovery or starts one. It takes no signal, because several callers await it. */
  function discoverAgain(): Promise<readonly DiscoveredResource[]> {
    discovering ??= discovery
      .resources()
      .then(({ resources }) => (discovered = resources))
      .finally(() => (discovering = undefined));
    return discovering;
  }
}

function isOfKind(type: ResourceType, { group, version, kind }: GroupVersionKind): boolean {
  return type.group === group && type.version === version && type.kind === kind;
}
