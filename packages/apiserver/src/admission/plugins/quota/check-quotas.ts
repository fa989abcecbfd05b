/** Decides whether a request fits the quotas of its namespace, and what it adds to their usage. */
import { append } from "@kubewright/apimachinery";
import type { ResourceQuota } from "@kubewright/api/core/v1";
import type { View } from "../../../kinds/typed.ts";
import { isNegativeQuantity } from "../../../kinds/quantities.ts";
import type { ReadonlyObject } from "../../../objects/api-object.ts";
import type { AdmissionAttributes } from "../../../registry/admission-plugin.ts";
import type { Evaluator, UsageContext } from "./evaluator.ts";
import type { ResourceList } from "./resource-list.ts";
import { added, exceeding, increase, isSameList, only, printedList } from "./resource-list.ts";
import { scopesOf } from "./scopes.ts";

/** The new usage of a quota. */
export interface Charge {
  readonly name: string;
  readonly used: ResourceList;
}

/** The new usage of the quotas, or the reason for rejecting the request. */
export type QuotaDecision = { readonly charges: readonly Charge[] } | { readonly problem: string };

/** A request that a quota can count, with its evaluator. */
export interface CountedRequest extends Pick<AdmissionAttributes, "operation" | "subresource" | "oldObject"> {
  readonly object: ReadonlyObject;
  readonly evaluator: Evaluator;
}

export function checkQuotas(
  quotas: readonly View<ResourceQuota>[],
  request: CountedRequest,
  context: UsageContext,
): QuotaDecision {
  const { evaluator, object } = request;
  const matching = quotas.filter((quota) => matches(quota, evaluator, object, context));
  for (const quota of matching) {
    const problem = uncountable(quota, request, context);
    if (problem !== undefined) return { problem };
  }
  if (matching.length === 0) return { charges: [] };

  const usage = evaluator.usage(object, context);
  const negative = Object.entries(usage).filter(([, amount]) => isNegativeQuantity(amount));
  if (negative.length > 0) {
    return { problem: `quota usage is negative for resource(s): ${namesOf(Object.fromEntries(negative)).join(",")}` };
  }
  const charges: Charge[] = [];
  for (const quota of matching) {
    const decision = charged(quota, additionOf(quota, usage, request, context), request.subresource);
    if ("problem" in decision) return decision;
    append(charges, decision.charges);
  }
  return { charges };
}

/** Whether the quota counts objects like this one. A quota without status counts nothing. */
function matches(
  quota: View<ResourceQuota>,
  evaluator: Evaluator,
  object: ReadonlyObject,
  context: UsageContext,
): boolean {
  if (evaluator.matchingResources(namesOf(hardOf(quota)), context).length === 0) return false;
  return scopesOf(quota.spec ?? {}).every((scope) => evaluator.matchesScope?.(scope, object) ?? false);
}

/** The object lacks a resource that the quota counts, or the usage of the quota is not known yet. */
function uncountable(
  quota: View<ResourceQuota>,
  { evaluator, object }: CountedRequest,
  context: UsageContext,
): string | undefined {
  const name = quota.metadata?.name ?? "";
  const counted = evaluator.matchingResources(namesOf(hardOf(quota)), context);
  const missing = evaluator.missing?.(counted, object);
  if (missing !== undefined) return `failed quota: ${name}: ${missing}`;
  const isKnown = counted.every((each) => Object.hasOwn(usedOf(quota), each));
  return isKnown ? undefined : `status unknown for quota: ${name}, resources: ${counted.toSorted().join(",")}`;
}

/** An update adds the increase of the usage if the quota counted the old object, and otherwise its whole usage. */
function additionOf(
  quota: View<ResourceQuota>,
  usage: ResourceList,
  { evaluator, operation, oldObject }: CountedRequest,
  context: UsageContext,
): ResourceList {
  const wasCounted = operation === "UPDATE" && oldObject !== undefined && matches(quota, evaluator, oldObject, context);
  return increase(usage, wasCounted ? evaluator.usage(oldObject, context) : {});
}

function charged(quota: View<ResourceQuota>, addition: ResourceList, subresource: string): QuotaDecision {
  const [hard, used, name] = [hardOf(quota), usedOf(quota), quota.metadata?.name ?? ""];
  const requested = only(addition, namesOf(hard));
  const next = added(used, requested);
  const exceeded = exceeding(only(next, namesOf(requested)), hard);
  if (exceeded.length > 0 && subresource !== "status") {
    const printed = (list: ResourceList): string => printedList(only(list, exceeded));
    const amounts = `requested: ${printed(requested)}, used: ${printed(used)}, limited: ${printed(hard)}`;
    return { problem: `exceeded quota: ${name}, ${amounts}` };
  }
  return { charges: isSameList(next, used) ? [] : [{ name, used: next }] };
}

function hardOf({ status }: View<ResourceQuota>): ResourceList {
  return status?.hard ?? {};
}

function usedOf({ status }: View<ResourceQuota>): ResourceList {
  return status?.used ?? {};
}

function namesOf(list: ResourceList): readonly string[] {
  return Object.keys(list);
}
