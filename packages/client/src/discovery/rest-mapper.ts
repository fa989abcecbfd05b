/** Which resource serves which kind: the descriptors one has, and else what the server says it serves. */
import type { GroupVersionKind, ResourceType } from "@kubewright/apimachinery";
import type { RequestOptions } from "../verbs/verbs.ts";

/**
 * Finds the resource of a kind. Answers from descriptors at hand are immediate; others ask discovery once and remember it.
 * A kind that was not there is asked for anew each time: it may have been installed meanwhile.
 */
export interface RestMapper {
  /** Makes a descriptor known. A later one for the same kind replaces it. */
  register(type: ResourceType): void;
  /** The resource of a kind, or `undefined` when neither a descriptor nor the server knows it. */
  resourceFor(kind: GroupVersionKind, options?: RequestOptions): Promise<ResourceType | undefined>;
  /** As `resourceFor` from what is known now, without a request. */
  known(kind: GroupVersionKind): ResourceType | undefined;
  /** The resource of a group and plural, in the version that the server prefers unless `version` says which. */
  resourceForPlural(
    resource: { readonly group: string; readonly plural: string; readonly version?: string },
    options?: RequestOptions,
  ): Promise<ResourceType | undefined>;
}
