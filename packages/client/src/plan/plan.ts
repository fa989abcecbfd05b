/**
 * A plan: the writes of a reconciler, recorded with their differences and never stored.
 *
 *     reconciler ──► plan.client ──► reads:  planned objects over those of the server
 *                                └─► writes: server-side dry run ──► plan.writes
 *
 * Each write is a dry run at the server, with defaults, validation, admission and authorization. Later reads and writes of the plan see its result.
 * Only writes that the server cannot execute, such as an update of an object that the plan creates, are executed locally.
 */
import { assertNumbers, createSystemClock, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Client } from "../client/client.ts";
import { PlannedBackend } from "./planned-backend.ts";
import type { PlannedWrite } from "./planned-write.ts";
import { readOnlyVerbs } from "./read-only-verbs.ts";

export interface Plan {
  /** Records writes instead of storing them. Its reads return planned objects. Its `raw` verbs are read-only. */
  readonly client: Client;
  /** The writes so far, in their order. */
  readonly writes: readonly PlannedWrite[];
}

export interface PlanOptions {
  /** The largest number of writes: the next write throws. Stops a program that writes in an endless loop. Default `defaultPlannedWritesMax`. */
  readonly writesMax?: number;
  /** The clock of `deletionTimestamp`. Default: the system clock. */
  readonly clock?: Clock;
}

/** The default of `PlanOptions.writesMax`. */
export const defaultPlannedWritesMax = 10_000;

/**
 * Creates a plan over a client.
 *
 * ```ts
 * const plan = createPlan(client);
 * await reconcile(createReconcileContext({ key, client: plan.client }));
 * console.log(formatPlan(plan.writes));
 * ```
 *
 * Limits: watches and an `index` of the cache do not contain planned writes, and controllers do not react to them. A strategic merge patch of an
 * object that the plan creates throws a TypeError, because only the server can execute it.
 */
export function createPlan(client: Client, options: PlanOptions = {}): Plan {
  const { writesMax = defaultPlannedWritesMax, clock = createSystemClock() } = options;
  assertNumbers("Cannot create a plan", { writesMax }, numberRules.countFromZero);
  const writes: PlannedWrite[] = [];
  const record = (write: PlannedWrite): void => {
    if (writes.length >= writesMax)
      throw new Error(`Cannot plan another write: the plan has ${writesMax} writes, which is its maximum`);
    writes.push(write);
  };
  const planning = client.intercept((next) => new PlannedBackend({ next, clock, record }).methods(), readOnlyVerbs);
  return { client: planning, writes };
}
