/**
 * The dry run of a new level on the Pods of a namespace. It takes at most a second and 3,000 Pods, and the first Pod of each controller comes before
 * the others.
 */
import type { Pod } from "@kubewright/api/core/v1";
import type { Clock } from "@kubewright/async";
import type { View } from "../../kinds/typed.ts";
import { viewOf } from "../../kinds/typed.ts";
import type { Deadline } from "../../registry/deadline.ts";
import type { ObjectReader } from "../../registry/server-context.ts";
import type { PodSecurityConfiguration } from "./configuration.ts";
import { createEvaluator, summarize } from "./evaluate.ts";
import type { LevelVersion } from "./policy.ts";
import { formatLevelVersion } from "./policy.ts";

export interface ExistingPodsContext {
  readonly configuration: PodSecurityConfiguration;
  readonly read: Pick<ObjectReader, "list" | "keys">;
  readonly clock: Pick<Clock, "now">;
  readonly deadline: Pick<Deadline, "atMs">;
}

const podsMax = 3000;
const timeLimitMs = 1000;
const pods = { group: "", resource: "pods" } as const;

/** The warnings about existing Pods that violate the new level. */
export function warningsAboutPods(
  namespace: string,
  enforce: LevelVersion,
  context: ExistingPodsContext,
): readonly string[] {
  const { clock, deadline } = context;
  const startedAtMs = clock.now();
  // The other half of the time of the request is for its other steps.
  const endMs = startedAtMs + Math.min(timeLimitMs, (deadline.atMs - startedAtMs) / 2);
  const { ordered, total } = podsToEvaluate(namespace, endMs, context);
  const { checked, byViolation } = evaluate(ordered.slice(0, podsMax), enforce, () => clock.now() >= endMs);

  const found = [...byViolation].map(([text, names]) => `${shownNames(names)}: ${text}`);
  const [space, policy] = [JSON.stringify(namespace), JSON.stringify(formatLevelVersion(enforce))];
  return [
    ...(checked < total
      ? [`new PodSecurity enforce level only checked against the first ${checked} of ${total} existing pods`]
      : []),
    ...(found.length > 0
      ? [`existing pods in namespace ${space} violate the new PodSecurity enforce level ${policy}`]
      : []),
    ...found.toSorted(),
  ];
}

/** Evaluates at least one Pod. Returns the names of the Pods with each summary of violations. */
function evaluate(
  list: readonly View<Pod>[],
  enforce: LevelVersion,
  isOver: () => boolean,
): { readonly checked: number; readonly byViolation: ReadonlyMap<string, readonly string[]> } {
  const violationsOf = createEvaluator(enforce);
  const byViolation = new Map<string, string[]>();
  let checked = 0;
  for (const pod of list) {
    checked += 1;
    const violations = violationsOf(pod);
    if (violations.length > 0) {
      const text = summarize(violations);
      const names = byViolation.get(text) ?? [];
      names.push(pod.metadata?.name ?? "");
      byViolation.set(text, names);
    }
    if (isOver()) break;
  }
  return { checked, byViolation };
}

/** The first name, and the number of the others. */
function shownNames(names: readonly string[]): string {
  const [first = ""] = names.toSorted();
  if (names.length === 1) return first;
  return names.length === 2 ? `${first} (and 1 other pod)` : `${first} (and ${names.length - 1} other pods)`;
}

/**
 * The Pods in the order of their evaluation, and the number of all Pods that are not exempt. Parsing ends with the time, too: a namespace with more
 * Pods than the server can parse in that time does not delay other requests. The rest is then counted without regard to exemptions.
 */
function podsToEvaluate(
  namespace: string,
  endMs: number,
  { configuration, read, clock }: ExistingPodsContext,
): { readonly ordered: readonly View<Pod>[]; readonly total: number } {
  const first: View<Pod>[] = [];
  const replicas: View<Pod>[] = [];
  const controllers = new Set<string>();
  let parsed = 0;
  let exempt = 0;
  for (const object of read.list(pods, namespace)) {
    const pod = viewOf<Pod>(object);
    parsed += 1;
    if (configuration.runtimeClasses.has(pod.spec?.runtimeClassName ?? "")) exempt += 1;
    else {
      const controller = pod.metadata?.ownerReferences?.find((owner) => owner.controller === true)?.uid;
      if (controller !== undefined && controllers.has(controller)) replicas.push(pod);
      else first.push(pod);
      if (controller !== undefined) controllers.add(controller);
    }
    if (clock.now() >= endMs) break;
  }
  const counted = clock.now() < endMs ? parsed : countOf(read.keys(pods, namespace));
  return { ordered: [...first, ...replicas], total: counted - exempt };
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count += 1;
  return count;
}
