/** The usage of a quota in its namespace, for the controller that updates the status of quotas. */
import type { GroupResource, KubernetesObject } from "@kubewright/apimachinery";
import type { ResourceQuota } from "@kubewright/api/core/v1";
import type { ReadonlyObject } from "../../../objects/api-object.ts";
import type { Evaluator, UsageContext } from "./evaluator.ts";
import { evaluatorOf } from "./evaluators.ts";
import type { ResourceList } from "./resource-list.ts";
import { added, isSameList, only } from "./resource-list.ts";
import type { ScopeRequirement } from "./scopes.ts";
import { scopesOf } from "./scopes.ts";

/** The objects of one resource that a quota counts. */
export interface QuotaCount {
  /** Whether the metadata of the objects suffices. */
  readonly metadataOnly: boolean;
  /** The usage of these objects: an amount for each limit of the quota that the resource counts for. */
  readonly usageOf: (objects: Iterable<KubernetesObject>) => ResourceList;
}

/** How a quota counts the objects of a resource; `undefined` if it does not count them. */
export function quotaCount(
  { spec = {} }: ResourceQuota,
  resource: GroupResource,
  context: UsageContext,
): QuotaCount | undefined {
  const evaluator = evaluatorOf(resource);
  const names = evaluator?.matchingResources(Object.keys(spec.hard ?? {}), context) ?? [];
  if (evaluator === undefined || names.length === 0) return undefined;
  const scopes = scopesOf(spec);
  return {
    metadataOnly: evaluator.countsObjects === true,
    usageOf(objects) {
      let used: ResourceList = Object.fromEntries(names.map((name) => [name, "0"]));
      for (const each of objects) {
        // Objects of an informer or a list have metadata.
        const object = each as unknown as ReadonlyObject;
        if (matches(evaluator, scopes, object)) used = added(used, only(evaluator.usage(object, context), names));
      }
      return used;
    },
  };
}

function matches({ matchesScope }: Evaluator, scopes: readonly ScopeRequirement[], object: ReadonlyObject): boolean {
  return scopes.every((scope) => matchesScope?.(scope, object) ?? false);
}

/**
 * The quota with the status that follows from these usages, or `undefined` if it has that status already. Names that no usage counts keep their last amount.
 */
export function withUsage<T extends ResourceQuota>(quota: T, usages: readonly ResourceList[]): T | undefined {
  const { spec = {}, status = {} } = quota;
  const hard = spec.hard ?? {};
  const counted = usages.reduce(added, {});
  const used = only({ ...status.used, ...counted }, Object.keys(hard));
  const isCurrent = status.hard !== undefined && status.used !== undefined;
  if (isCurrent && isSameList(status.hard, hard) && isSameList(status.used, used)) return undefined;
  return { ...quota, status: { hard, used } };
}
