/**
 * The violations of the limits of a LimitRange. kube-apiserver visits the resources of a limit in random order; here they are sorted by name.
 * https://kubernetes.io/docs/concepts/policy/limit-range/
 */
import { getOwn } from "@kubewright/apimachinery";
import type { LimitRangeItem, PersistentVolumeClaim, Pod, ResourceRequirements } from "@kubewright/api/core/v1";
import type { Quantities } from "../../../kinds/pod/container-resources.ts";
import { sumOfContainers } from "../../../kinds/pod/sum-of-containers.ts";
import { fitsMilliValue, int64Value } from "../../../kinds/quantities.ts";
import type { View } from "../../../kinds/typed.ts";

type Amount = string | number;

/** Requests and limits of a container, of a Pod or of a claim. */
interface Demand {
  readonly requests: Quantities;
  readonly limits: Quantities;
}

export function violationsOfPod(pod: View<Pod>, limits: readonly View<LimitRangeItem>[]): readonly string[] {
  const containers = pod.spec?.containers ?? [];
  const initContainers = pod.spec?.initContainers ?? [];
  return limits.flatMap((limit) => {
    if (limit.type === "Pod") return violations(demandOfPod(pod), limit);
    if (limit.type !== "Container") return [];
    return [...containers, ...initContainers].flatMap(({ resources }) => violations(demandOf(resources), limit));
  });
}

/** Claims have no limits: the maximum holds for their requests. */
export function violationsOfClaim(
  { spec }: View<PersistentVolumeClaim>,
  limits: readonly View<LimitRangeItem>[],
): readonly string[] {
  const requests: Quantities = spec?.resources?.requests ?? {};
  return limits.flatMap((limit) => {
    if (limit.type !== "PersistentVolumeClaim") return [];
    return [
      ...each(limit.min, (name, min) => belowMin(subjectOf(limit, name), min, getOwn(requests, name), undefined)),
      ...each(limit.max, (name, max) => requestAboveMax(subjectOf(limit, name), max, getOwn(requests, name))),
    ];
  });
}

function violations({ requests, limits }: Demand, limit: View<LimitRangeItem>): readonly string[] {
  const check =
    (isViolated: typeof belowMin) =>
    (name: string, bound: Amount): string | undefined =>
      isViolated(subjectOf(limit, name), bound, getOwn(requests, name), getOwn(limits, name));
  return [
    ...each(limit.min, check(belowMin)),
    ...each(limit.max, check(aboveMax)),
    ...each(limit.maxLimitRequestRatio, check(aboveRatio)),
  ];
}

function demandOf({ requests = {}, limits = {} }: View<ResourceRequirements> = {}): Demand {
  return { requests, limits };
}

/** The resources of the Pod as a whole replace those of its containers together. */
function demandOfPod({ spec = {} }: View<Pod>): Demand {
  const own = demandOf(spec.resources);
  const effective = (kind: "requests" | "limits"): Quantities => {
    const ofPod = Object.entries(own[kind]).filter(([name]) => name === "cpu" || name === "memory");
    return { ...sumOfContainers(spec, kind), ...Object.fromEntries(ofPod) };
  };
  return { requests: effective("requests"), limits: effective("limits") };
}

/** The resource and the kind of object in a message. */
interface Subject {
  readonly name: string;
  readonly type: string;
}

function subjectOf({ type = "" }: View<LimitRangeItem>, name: string): Subject {
  return { name, type };
}

function each(
  bounds: Quantities | undefined,
  violation: (name: string, bound: Amount) => string | undefined,
): readonly string[] {
  return Object.entries(bounds ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, bound]) => violation(name, bound) ?? []);
}

function belowMin(
  { name, type }: Subject,
  min: Amount,
  request: Amount | undefined,
  limit: Amount | undefined,
): string | undefined {
  const usage = `minimum ${name} usage per ${type} is ${min}`;
  const [requested, limited, bound] = values(request, limit, min);
  if (request === undefined) return `${usage}.  No request is specified`;
  if (requested < bound) return `${usage}, but request is ${request}`;
  return limit !== undefined && limited < bound ? `${usage}, but limit is ${limit}` : undefined;
}

function aboveMax(
  { name, type }: Subject,
  max: Amount,
  request: Amount | undefined,
  limit: Amount | undefined,
): string | undefined {
  const usage = `maximum ${name} usage per ${type} is ${max}`;
  const [requested, limited, bound] = values(request, limit, max);
  if (limit === undefined) return `${usage}.  No limit is specified`;
  if (limited > bound) return `${usage}, but limit is ${limit}`;
  return request !== undefined && requested > bound ? `${usage}, but request is ${request}` : undefined;
}

function requestAboveMax({ name, type }: Subject, max: Amount, request: Amount | undefined): string | undefined {
  const usage = `maximum ${name} usage per ${type} is ${max}`;
  const [requested, , bound] = values(request, undefined, max);
  if (request === undefined) return `${usage}.  No request is specified`;
  return requested > bound ? `${usage}, but request is ${request}` : undefined;
}

function aboveRatio(
  { name, type }: Subject,
  max: Amount,
  request: Amount | undefined,
  limit: Amount | undefined,
): string | undefined {
  const usage = `${name} max limit to request ratio per ${type} is ${max}`;
  const [requested, limited] = values(request, limit, max);
  if (request === undefined || requested === 0n) return `${usage}, but no request is specified or request is 0`;
  if (limit === undefined || limited === 0n) return `${usage}, but no limit is specified or limit is 0`;
  const ratio = Number(limited) / Number(requested);
  const isAbove = fitsMilliValue(max) ? ratio * 1000 > Number(int64Value(max, -3)) : ratio > Number(int64Value(max));
  return isAbove ? `${usage}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
}

/** The three amounts in the same unit: in thousandths if all of them fit into 64 bits, otherwise in whole numbers. */
function values(
  request: Amount | undefined,
  limit: Amount | undefined,
  bound: Amount,
): readonly [request: bigint, limit: bigint, bound: bigint] {
  const amounts = [request ?? 0, limit ?? 0, bound] as const;
  const scale = amounts.every(fitsMilliValue) ? -3 : 0;
  return [int64Value(amounts[0], scale), int64Value(amounts[1], scale), int64Value(amounts[2], scale)];
}
