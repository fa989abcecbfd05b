// Reads the resources that a server serves. Since Kubernetes 1.26 two documents contain all of them (aggregated discovery). An older server
// ignores the media type and returns the classic documents; each group-version is then another document.
// https://kubernetes.io/docs/concepts/overview/kubernetes-api/#discovery-api

import { decodeJson, parseApiVersion } from "@kubewright/apimachinery";
import { readBody } from "@kubewright/transport";

import { ProtocolError } from "../errors.ts";
import { defaultRequestTimeoutMs } from "../verbs/exchange-limit.ts";
import { decodedFrom } from "../verbs/named-response.ts";
import type { RequestOptions, Verbs } from "../verbs/verbs.ts";
import { aggregatedResources, isAggregated } from "./aggregated.ts";
import { classicGroupVersions, classicResources } from "./classic.ts";
import type { ClassicGroupVersion } from "./classic.ts";
import type { DiscoveredResource, DiscoveredResources, Discovery } from "./discovery.ts";

const aggregatedMediaType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Discovery through the raw verbs of a client. Results are not cached: see `createRestMapper`. */
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
          // If one aggregated API server is down, the other groups are still returned.
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
    const body = await readBody(
      await verbs.send({ timeoutMs: defaultRequestTimeoutMs, ...options, method: "GET", path, headers }),
    );
    const { value } = decodedFrom({ method: "GET", path }, () => decodeJson(body));
    if (typeof value !== "object" || value === null) {
      throw new ProtocolError(`Cannot discover resources: the response to ${path} is not a JSON object`);
    }
    return value;
  }
}
