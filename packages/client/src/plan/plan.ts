/**
 * A plan: the writes that a reconciler would make, recorded with their differences and never stored.
 *
 *     reconciler ──► plan.client ──► reads:  planned objects over those of the server
 *                                └─► writes: server-side dry run ──► plan.writes
 *
 * Each write is a dry run at the server, so defaults, validation, admission and rights count. Its result is kept, and later reads and writes of the plan
 * start from it.
 */
import { assertNumbers, createSystemClock, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Client } from "../client/client.ts";
import { PlannedBackend } from "./planned-backend.ts";
import type { PlannedWrite } from "./planned-write.ts";
import { readOnlyVerbs } from "./read-only-verbs.ts";

export interface Plan {
  /** Records writes instead of storing them, and reads what it has recorded. Its `raw` verbs are read-only. */
  readonly client: Client;
  /** The writes so far, in their order. */
  readonly writes: readonly PlannedWrite[];
}

export interface PlanOptions {
  /** The number of writes after which a write of the plan throws, because the program writes without an end. Default `defaultPlannedWritesMax`. */
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
 * Limits: watches and an `index` of the cache do not contain planned writes, controllers do not react to them, and a strategic merge patch of an
 * object that the plan creates throws a TypeError, because only the server can execute it.
 */
export function createPlan(client: Client, options: PlanOptions = {}): Plan {
  const { writesMax = defaultPlannedWritesMax, clock = createSystemClock() } = options;
  assertNumbers("Cannot create a plan", { writesMax }, numberRules.countFromZero);
  const writes: PlannedWrite[] = [];
  const record = (write: PlannedWrite): void => {
    if (writes.length >= writesMax)
      throw new Error(`Cannot plan another write: there are ${writesMax} writes, which is the maximum of the plan`);
    writes.push(write);
  };
  const planning = client.intercept((next) => new PlannedBackend({ next, clock, record }).methods(), readOnlyVerbs);
  return { client: planning, writes };
}
