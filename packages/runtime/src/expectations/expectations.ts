/**
 * Expectations, as in the Java operator SDK: after a write, a reconciler waits for a bounded time for a condition of the object or its dependents. It
 * returns meanwhile, so no worker is blocked. Expectations are in memory only: after a restart the reconciler decides by the current state.
 */
import { formatKey, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, Stored } from "@kubewright/apimachinery";
import { assertNumbers, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { ReconcileContext } from "../reconcile/reconciler.ts";

/** How long an expectation is kept after its timeout if `check` is not called. */
const keptMs = 60 * 60 * 1000;

/** The part of the context of a reconcile that a condition uses. */
export type ExpectationContext = Pick<ReconcileContext, "client" | "signal" | "log">;

export interface Expectation<T extends KubernetesObject> {
  /** The name of the expectation in its result. */
  readonly name: string;
  /** The expectation ends after this time. */
  readonly timeoutMs: number;
  readonly condition: (object: Stored<T>, context: ExpectationContext) => boolean | Promise<boolean>;
}

/**
 * - "none": the object has no expectation.
 * - "waiting": the condition does not hold yet. A reconciler returns `requeueAfterMs`, the remaining time; a change calls it earlier.
 * - "fulfilled", "timedOut": the expectation has ended, and the next check returns "none".
 */
export type ExpectationResult =
  | { readonly state: "none" }
  | { readonly state: "waiting"; readonly name: string; readonly requeueAfterMs: number }
  | { readonly state: "fulfilled" | "timedOut"; readonly name: string };

export interface Expectations<T extends KubernetesObject> {
  /**
   * Sets the expectation of this object and replaces an earlier one. Its timeout starts now. It does not apply to an object that is created again under
   * the same name.
   *
   * @throws {RangeError} if `timeoutMs` is not a positive number.
   */
  set(object: Stored<T>, expectation: Expectation<T>): void;
  /** Evaluates the condition. If it holds, the result is "fulfilled" even after the timeout. Rejects with the error of the condition; the expectation remains. */
  check(object: Stored<T>, context: ExpectationContext): Promise<ExpectationResult>;
  /** Removes the expectation of an object that no longer exists. Without a call it is removed an hour after its timeout. */
  remove(key: ObjectKey): void;
  /** The number of objects with an expectation. */
  readonly size: number;
}

/**
 * Creates expectations for the objects of one controller.
 *
 * ```ts
 * const check = await expectations.check(job, context);
 * if (check.state === "waiting") return { requeueAfterMs: check.requeueAfterMs };
 * if (check.state === "timedOut") return void (await client.patchStatus(job, { phase: "Failed" }));
 * await client.apply(Pod, podFor(job), { force: true });
 * expectations.set(job, { name: "the Pod runs", timeoutMs: 60_000, condition: isPodRunning });
 * ```
 */
export function createExpectations<T extends KubernetesObject>(options: {
  readonly clock: Pick<Clock, "now">;
}): Expectations<T> {
  return new ExpectationTable<T>(options.clock);
}

interface Entry<T extends KubernetesObject> {
  readonly uid: string;
  readonly expectation: Expectation<T>;
  readonly endsAt: number;
}

class ExpectationTable<T extends KubernetesObject> implements Expectations<T> {
  readonly #clock: Pick<Clock, "now">;
  readonly #entries = new Map<string, Entry<T>>();
  #nextSweepAt = 0;

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#entries.size;
  }

  set(object: Stored<T>, expectation: Expectation<T>): void {
    const { name, timeoutMs } = expectation;
    assertNumbers(`Cannot set expectation "${name}"`, { timeoutMs }, numberRules.positiveMs);
    this.#sweep();
    const entry = { uid: object.metadata.uid, expectation, endsAt: this.#clock.now() + timeoutMs };
    this.#entries.set(formatKey(keyOf(object)), entry);
  }

  async check(object: Stored<T>, context: ExpectationContext): Promise<ExpectationResult> {
    const key = formatKey(keyOf(object));
    const entry = this.#entries.get(key);
    if (entry?.uid !== object.metadata.uid) return { state: "none" };
    const { name, condition } = entry.expectation;
    const isFulfilled = await condition(object, context);
    const leftMs = entry.endsAt - this.#clock.now();
    if (!isFulfilled && leftMs > 0) return { state: "waiting", name, requeueAfterMs: leftMs };
    // The condition may have set another expectation.
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    return { state: isFulfilled ? "fulfilled" : "timedOut", name };
  }

  remove(key: ObjectKey): void {
    this.#entries.delete(formatKey(key));
  }

  #sweep(): void {
    const now = this.#clock.now();
    if (now < this.#nextSweepAt) return;
    this.#nextSweepAt = now + keptMs;
    for (const [key, { endsAt }] of this.#entries) if (endsAt + keptMs <= now) this.#entries.delete(key);
  }
}
