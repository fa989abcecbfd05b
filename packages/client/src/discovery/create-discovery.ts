// Asks a server what it serves. Since 1.26 two documents say it all (aggregated discovery); a server that does not know
// them ignores the media type and answers with the classic ones, which then lead on to one document a group-version.
// https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api

import { decodeJson, parseApiVersion } from "@kubewright/apimachinery";
import { readBody } from "@kubewright/transport";

import { ProtocolError } from "../errors.ts";
import type { RequestOptions, Verbs } from "../verbs/verbs.ts";
import { aggregatedResources, isAggregated } from "./aggregated.ts";
import { classicGroupVersions, classicResources } from "./classic.ts";
import type { ClassicGroupVersion } from "./classic.ts";
import type { DiscoveredResource, DiscoveredResources, Discovery } from "./discovery.ts";

const aggregatedMediaType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Discovery through the raw verbs of a client. Nothing is remembered: see `createRestMapper`. */
export function createDiscovery(verbs: Pick<Verbs, "send">): Discovery {
  return { resources };

  async function resources(options: RequestOptions = {}): Promise<DiscoveredResources> {
    const roots = await Promise.all([document("/api", options), document("/apis", options)]);
    const found = await Promise.all(
      roots.map(async (root) =>
        isAggregated(root) ? aggregatedResources(root) : await classic(classicGroupVersions(root), options),
      ),
    );
    return {
      resources: found.flatMap((part) => part.resources),
      incomplete: found.flatMap((part) => part.incomplete),
    };
  }

  async function classic(
    groupVersions: readonly ClassicGroupVersion[],
    options: RequestOptions,
  ): Promise<DiscoveredResources> {
    const incomplete: string[] = [];
    const lists = await Promise.all(
      groupVersions.map(async ({ groupVersion, preferred }): Promise<readonly DiscoveredResource[]> => {
        const { group } = parseApiVersion(groupVersion);
        try {
          const list = await document(group === "" ? `/api/${groupVersion}` : `/apis/${groupVersion}`, options);
          return classicResources(list, groupVersion, preferred);
        } catch (error) {
          options.signal?.throwIfAborted();
          // One API server behind the aggregator that is down must not hide all the others: it is named as missing.
          if (!(error instanceof Error)) throw error;
          incomplete.push(groupVersion);
          return [];
        }
      }),
    );
    return { resources: lists.flat(), incomplete };
  }

  async function document(path: string, options: RequestOptions): Promise<unknown> {
    const headers = { accept: `${aggregatedMediaType},application/json` };
    const body = await readBody(await verbs.send({ ...options, method: "GET", path, headers }));
    const { value } = decodeJson(body);
    if (typeof value !== "object" || value === null) {
      throw new ProtocolError(`Cannot discover resources: ${path} answered no JSON object`);
    }
    return value;
  }
}
