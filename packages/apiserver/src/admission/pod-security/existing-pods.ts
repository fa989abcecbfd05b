/**
 * The dry run of a new level on the Pods of a namespace. It takes at most a second and 3,000 Pods, and the first Pod of each controller comes before
 * the others. Each Pod is evaluated once it is parsed, because parsing takes most of the time.
 */
import type { Steps } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { Clock } from "@kubewright/async";
import type { View } from "../../kinds/typed.ts";
import { viewOf } from "../../kinds/typed.ts";
import type { Deadline } from "../../turns/deadline.ts";
import type { ObjectReader } from "../../contracts/server-context.ts";
import type { PodSecurityConfiguration } from "./configuration.ts";
import type { Evaluator } from "./evaluate.ts";
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

/** The warnings about existing Pods that violate the new level. A step is the evaluation of one Pod. */
export function* warningsAboutPods(
  namespace: string,
  enforce: LevelVersion,
  { configuration, read, clock, deadline }: ExistingPodsContext,
): Steps<readonly string[]> {
  const startedAtMs = clock.now();
  // The other half of the time of the request is for its other steps.
  const endMs = startedAtMs + Math.min(timeLimitMs, (deadline.atMs - startedAtMs) / 2);
  const dryRun = new DryRun(enforce);
  const controllers = new Set<string>();
  const replicas: View<Pod>[] = [];
  let [parsed, exempt, isOver] = [0, 0, false];
  for (const object of read.list(pods, namespace)) {
    const pod = viewOf<Pod>(object);
    parsed += 1;
    if (configuration.runtimeClasses.has(pod.spec?.runtimeClassName ?? "")) exempt += 1;
    else if (isFirstOf(controllers, pod)) dryRun.evaluate(pod);
    else if (replicas.length < podsMax) replicas.push(pod);
    isOver = clock.now() >= endMs;
    if (isOver) break;
    yield;
  }
  // Pods that the server had no time to parse are counted without regard to exemptions.
  const total = (isOver ? countOf(read.keys(pods, namespace)) : parsed) - exempt;
  for (const pod of replicas) {
    if (isOver || dryRun.isFull) break;
    dryRun.evaluate(pod);
    isOver = clock.now() >= endMs;
    yield;
  }
  return dryRun.warnings(namespace, total);
}

/** Whether no Pod of the same controller came before. Adds the controller. */
function isFirstOf(controllers: Set<string>, { metadata }: View<Pod>): boolean {
  const controller = metadata?.ownerReferences?.find((owner) => owner.controller === true)?.uid;
  if (controller === undefined) return true;
  const isFirst = !controllers.has(controller);
  controllers.add(controller);
  return isFirst;
}

/** The Pods that have been evaluated against a level. */
class DryRun {
  readonly #enforce: LevelVersion;
  readonly #violationsOf: Evaluator;
  /** The names of the Pods with each summary of violations. */
  readonly #byViolation = new Map<string, string[]>();
  #checked = 0;

  constructor(enforce: LevelVersion) {
    this.#enforce = enforce;
    this.#violationsOf = createEvaluator(enforce);
  }

  get isFull(): boolean {
    return this.#checked >= podsMax;
  }

  evaluate(pod: View<Pod>): void {
    if (this.isFull) return;
    this.#checked += 1;
    const violations = this.#violationsOf(pod);
    if (violations.length === 0) return;
    const summary = summarize(violations);
    const names = this.#byViolation.get(summary) ?? [];
    this.#byViolation.set(summary, names);
    names.push(pod.metadata?.name ?? "");
  }

  warnings(namespace: string, total: number): readonly string[] {
    const found = [...this.#byViolation].map(([summary, names]) => `${shownNames(names)}: ${summary}`);
    const [space, policy] = [JSON.stringify(namespace), JSON.stringify(formatLevelVersion(this.#enforce))];
    return [
      ...(this.#checked < total
        ? [`new PodSecurity enforce level only checked against the first ${this.#checked} of ${total} existing pods`]
        : []),
      ...(found.length > 0
        ? [`existing pods in namespace ${space} violate the new PodSecurity enforce level ${policy}`]
        : []),
      ...found.toSorted(),
    ];
  }
}

/** The first name, and the number of the others. */
function shownNames(names: readonly string[]): string {
  const [first = ""] = names.toSorted();
  if (names.length === 1) return first;
  return names.length === 2 ? `${first} (and 1 other pod)` : `${first} (and ${names.length - 1} other pods)`;
}

function countOf(items: Iterable<unknown>): number {
  let count = 0;
  for (const _ of items) count += 1;
  return count;
}
