/**
 * A registry of finalizers, as controller-runtime's `finalizer.Finalizers`. A reconciler first calls `finalize`, which adds the missing finalizers
 * before any other work, and calls the finalizers of the object once it is being deleted.
 *
 *     live:         finalizers missing ──one write──► all present ──► the reconciler works
 *     terminating:  for each present finalizer: clean-up ──► status ──► removal, one write each
 */
import { hasFinalizer, isNotFound, isQualifiedName, isTerminating } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { StatusChange } from "@kubewright/client";
import type { ReconcileContext } from "../reconcile/reconciler.ts";
import { addFinalizers, removeFinalizer } from "./finalizer.ts";

/** The result of a finalizer; none if its clean-up is complete. */
export interface FinalizerResult<T extends KubernetesObject = KubernetesObject> {
  /** Fields of the status to set, such as a condition. The finalizer is removed after this write. */
  readonly status?: StatusChange<T>;
  /** The clean-up is not complete: the finalizer remains, and `finalize` returns the shortest of these times. */
  readonly requeueAfterMs?: number;
}

/** The part of the context of a reconcile that finalizers use. */
export type FinalizeContext = Pick<ReconcileContext, "client" | "signal" | "log">;

/**
 * Deletes the resources of the object that Kubernetes does not delete. It is called again after a failure, after a restart, and if the removal of the
 * finalizer was not confirmed. A resource that is already gone must therefore not be an error.
 */
export type Finalizer<T extends KubernetesObject> = (
  object: Stored<T>,
  context: FinalizeContext,
) => Promise<FinalizerResult<T> | undefined | void>;

export interface FinalizeResult<T extends KubernetesObject> {
  /** The object afterwards. Absent if it no longer exists. */
  readonly object?: Stored<T>;
  /** Whether finalizers were added or removed. */
  readonly updated: boolean;
  readonly statusUpdated: boolean;
  /** When to call `finalize` again, if a finalizer has not completed. A reconciler returns it. */
  readonly requeueAfterMs?: number;
}

export interface Finalizers<T extends KubernetesObject> {
  /**
   * Adds a finalizer. Returns the registry.
   *
   * @throws {TypeError} if the name has no domain, as in "example.dev/bucket", or is registered already.
   */
  register(name: string, finalizer: Finalizer<T>): this;
  /**
   * Adds the missing finalizers to a live object, with one write. For an object that is being deleted, it calls the finalizers of the object
   * sequentially, in the order of their registration. A finalizer whose call succeeds is removed. Nothing is added during deletion, and an object that is
   * gone is not an error.
   *
   * ```ts
   * const { object, requeueAfterMs } = await finalizers.finalize(bucket, context);
   * if (!object || isTerminating(object)) return { requeueAfterMs };
   * ```
   *
   * @throws {AggregateError} the errors of finalizers, after all have been called; a single error is thrown unchanged. A finalizer that fails remains.
   * @throws {ApiError} the error response of the server: `Conflict` if another object has the name of the object.
   */
  finalize(object: Stored<T>, context: FinalizeContext): Promise<FinalizeResult<T>>;
}

/** Creates a registry without finalizers. */
export function createFinalizers<T extends KubernetesObject>(): Finalizers<T> {
  return new FinalizerRegistry<T>();
}

class FinalizerRegistry<T extends KubernetesObject> implements Finalizers<T> {
  readonly #finalizers = new Map<string, Finalizer<T>>();

  register(name: string, finalizer: Finalizer<T>): this {
    const [problem] = name.includes("/") ? isQualifiedName(name) : ['must have a domain, as in "example.dev/bucket"'];
    if (problem !== undefined) throw new TypeError(`Cannot register finalizer "${name}": the name ${problem}`);
    if (this.#finalizers.has(name)) {
      throw new TypeError(`Cannot register finalizer "${name}": it is registered already, must be unique`);
    }
    this.#finalizers.set(name, finalizer);
    return this;
  }

  async finalize(object: Stored<T>, context: FinalizeContext): Promise<FinalizeResult<T>> {
    if (isTerminating(object)) return await this.#runAll(object, context);
    const { client, signal } = context;
    try {
      const after = await addFinalizers(client, object, [...this.#finalizers.keys()], { signal });
      // The object may have been deleted on the server while the cache does not have the deletion yet.
      if (isTerminating(after)) return await this.#runAll(after, context);
      return { object: after, updated: after !== object, statusUpdated: false };
    } catch (error) {
      if (!isNotFound(error)) throw error;
      return { updated: false, statusUpdated: false };
    }
  }

  async #runAll(object: Stored<T>, context: FinalizeContext): Promise<FinalizeResult<T>> {
    const run = new TerminatingObject(object, context);
    const errors: unknown[] = [];
    for (const [name, finalizer] of this.#finalizers) {
      context.signal.throwIfAborted();
      try {
        await run.finalize(name, finalizer);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length === 1) throw errors[0];
    if (errors.length > 1) {
      const { kind, metadata } = object;
      throw new AggregateError(
        errors,
        `Cannot finalize ${kind} "${metadata.name}": ${errors.length} finalizers failed`,
      );
    }
    return run.result;
  }
}

/** An object whose finalizers are called one after the other. */
class TerminatingObject<T extends KubernetesObject> {
  readonly #context: FinalizeContext;
  #object: Stored<T> | undefined;
  #updated = false;
  #statusUpdated = false;
  #requeueAfterMs = Infinity;

  constructor(object: Stored<T>, context: FinalizeContext) {
    this.#object = object;
    this.#context = context;
  }

  get result(): FinalizeResult<T> {
    const object = this.#object;
    return {
      ...(object ? { object } : {}),
      updated: this.#updated,
      statusUpdated: this.#statusUpdated,
      ...(object && this.#requeueAfterMs < Infinity ? { requeueAfterMs: this.#requeueAfterMs } : {}),
    };
  }

  async finalize(name: string, finalizer: Finalizer<T>): Promise<void> {
    if (!this.#object || !hasFinalizer(this.#object, name)) return;
    const { status, requeueAfterMs } = (await finalizer(this.#object, this.#context)) ?? {};
    if (status) await this.#patchStatus(status);
    if (requeueAfterMs !== undefined) {
      this.#requeueAfterMs = Math.min(this.#requeueAfterMs, requeueAfterMs);
    } else if (this.#object) {
      const { client, signal } = this.#context;
      this.#object = await removeFinalizer(client, this.#object, name, { signal });
      this.#updated = true;
    }
  }

  async #patchStatus(status: StatusChange<T>): Promise<void> {
    if (!this.#object) return;
    try {
      const before = this.#object;
      this.#object = await this.#context.client.patchStatus(before, status);
      this.#statusUpdated ||= this.#object !== before;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      this.#object = undefined;
    }
  }
}
