/** The declaration of a dependent, and the result of its reconcile. Names and conditions are those of the workflows of the Java operator SDK. */
import type { ApplyBody, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { ReconcileContext } from "../reconcile/reconciler.ts";

/** The part of the context of a reconcile that dependents use. */
export type DependentContext = Pick<ReconcileContext, "client" | "signal" | "log" | "applied">;

/** Whether a condition of a dependent holds for this owner. */
export type OwnerCondition<O extends KubernetesObject> = (
  owner: Stored<O>,
  context: DependentContext,
) => boolean | Promise<boolean>;

/** The declaration of all dependents. */
export interface DependentBase<O extends KubernetesObject> {
  /** Unique in the graph. Labels of the objects contain it: after a change of the name, only the garbage collector deletes the old objects. */
  readonly name: string;
  /** Dependents that must be ready before this dependent is reconciled, and that are deleted after it. They must be declared before it. */
  readonly dependsOn?: readonly string[];
  /** While it returns false, the dependent is ignored: nothing is read, written or deleted. For kinds that may not be installed. Default: true. */
  readonly activationCondition?: OwnerCondition<O>;
  /** While it returns false, the dependent is deleted, after the dependents that depend on it. Default: true. */
  readonly reconcilePrecondition?: OwnerCondition<O>;
}

/** Objects of one kind, written with server-side apply. */
export interface DependentResource<O extends KubernetesObject, T extends KubernetesObject> extends DependentBase<O> {
  readonly type: ResourceType<T>;
  /**
   * Returns the fields of the object, of several objects with distinct names (a bulk dependent), or undefined for no object. The graph sets the namespace
   * of the owner, the owner reference and its labels. Objects that were applied before and are no longer returned are deleted.
   */
  readonly desired: (
    owner: Stored<O>,
    context: DependentContext,
  ) => ApplyBody<T> | readonly ApplyBody<T>[] | undefined | Promise<ApplyBody<T> | readonly ApplyBody<T>[] | undefined>;
  /** Whether the dependents that depend on this one may be reconciled. Default: true. */
  readonly readyPostcondition?: (objects: readonly Stored<T>[], owner: Stored<O>) => boolean | Promise<boolean>;
  /** Whether the deletion has completed, given the remaining objects. Default: whether no objects remain. */
  readonly deletePostcondition?: (remaining: readonly Stored<T>[], owner: Stored<O>) => boolean | Promise<boolean>;
}

/** A resource outside the cluster, such as a bucket. Its owner needs a finalizer that calls `cleanup`. */
export interface ExternalDependent<O extends KubernetesObject, S> extends DependentBase<O> {
  /** Returns the current state, or undefined if the resource does not exist. */
  readonly fetch: (owner: Stored<O>, context: DependentContext) => Promise<S | undefined>;
  readonly create: (owner: Stored<O>, context: DependentContext) => Promise<S>;
  /** Called if `matches` is false. */
  readonly update: (actual: S, owner: Stored<O>, context: DependentContext) => Promise<S>;
  readonly matches: (actual: S, owner: Stored<O>) => boolean;
  readonly delete: (actual: S, owner: Stored<O>, context: DependentContext) => Promise<void>;
  /** Default: true. */
  readonly readyPostcondition?: (actual: S, owner: Stored<O>) => boolean | Promise<boolean>;
  /** Whether the deletion has completed, given the state that was fetched after `delete`. Default: whether the resource no longer exists. */
  readonly deletePostcondition?: (actual: S | undefined, owner: Stored<O>) => boolean | Promise<boolean>;
}

/**
 * - "ready": it has the desired state, and its `readyPostcondition` holds.
 * - "notReady": it has the desired state, but its `readyPostcondition` does not hold yet, or one of its objects is still being deleted.
 * - "waiting": nothing was done, because the dependents in `waitsFor` are not ready, or not deleted yet.
 * - "inactive": its `activationCondition` returned false.
 * - "deleting", "deleted": it is not desired.
 * - "failed": a function of the dependent or the client has thrown `error`.
 */
export type DependentResult =
  | { readonly state: "ready" | "notReady" | "inactive" | "deleting" | "deleted" }
  | { readonly state: "waiting"; readonly waitsFor: readonly string[] }
  | { readonly state: "failed"; readonly error: unknown };

export interface GraphResult {
  /** By the name of the dependent, in the order of declaration. */
  readonly dependents: ReadonlyMap<string, DependentResult>;
  /** Whether every dependent is ready, deleted or inactive. */
  readonly done: boolean;
  /** Throws the error of the failed dependent, or an `AggregateError` of several. The other dependents have been reconciled. */
  throwIfFailed(): void;
}
