/** The resources that a server serves, from its discovery documents. */
import type { ResourceType } from "@kubewright/apimachinery";
import type { RequestOptions } from "../verbs/verbs.ts";

/** A resource as the server describes it. */
export interface DiscoveredResource extends ResourceType {
  /** "get", "list", "watch", "create"… as served. */
  readonly verbs: readonly string[];
  /** True for a resource in the version that the server prefers for its group. */
  readonly preferred: boolean;
}

export interface DiscoveredResources {
  readonly resources: readonly DiscoveredResource[];
  /** Group-versions that could not be read, such as those of an aggregated API server that is down: `metrics.k8s.io/v1beta1`. */
  readonly incomplete: readonly string[];
}

export interface Discovery {
  /** All resources: two requests with aggregated discovery, otherwise one more for each group-version. */
  resources(options?: RequestOptions): Promise<DiscoveredResources>;
}
