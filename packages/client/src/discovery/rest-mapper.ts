/** Maps kinds to resources, by registered descriptors or by discovery. */
import type { GroupVersionKind, ResourceType } from "@kubewright/apimachinery";
import type { RequestOptions } from "../verbs/verbs.ts";

/**
 * Finds the resource of a kind in registered descriptors, then in the result of an earlier discovery, then in a new one. A missing kind is
 * looked up again with each call, because it may have been installed meanwhile.
 */
export interface RestMapper {
  /** Registers a descriptor. It replaces an earlier descriptor of the same kind. */
  register(type: ResourceType): void;
  /** The resource of a kind, or `undefined` if there is neither a descriptor nor a discovered resource. */
  resourceFor(kind: GroupVersionKind, options?: RequestOptions): Promise<ResourceType | undefined>;
  /** As `resourceFor`, without a request. */
  known(kind: GroupVersionKind): ResourceType | undefined;
  /** The resource of a group and plural, in `version` if given. Default: the version of a registered descriptor, or else that the server prefers. */
  resourceForPlural(
    resource: { readonly group: string; readonly plural: string; readonly version?: string },
    options?: RequestOptions,
  ): Promise<ResourceType | undefined>;
}
