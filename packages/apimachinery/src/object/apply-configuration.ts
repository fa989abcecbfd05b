// Apply configurations: the fields of an object that the applier of a server-side apply owns. All fields are optional, except those that identify
// the object and the items of lists. Atomic values are complete.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/

import type { KubernetesObject, ObjectMeta } from "./kubernetes-object.ts";
import type { StoredAs, storedForm } from "./stored-form.ts";

/** The metadata of an apply configuration, without the fields that only servers set. */
export interface AppliedMeta extends Pick<
  ObjectMeta,
  "namespace" | "labels" | "annotations" | "ownerReferences" | "finalizers"
> {
  readonly name: string;
  /** The apply fails unless the object exists with this uid. */
  readonly uid?: string;
  /** The apply fails if the object has changed since this version. */
  readonly resourceVersion?: string;
}

/**
 * The apply configuration of a `T`. Lists are atomic and complete, unless `M` declares otherwise for their field: `{ by, of }` is a list
 * of type `map` with these keys, whose items are owned separately; `"whole"` is an atomic object. A client returns the whole object.
 */
export type ApplyConfiguration<T extends KubernetesObject, M = unknown> = StoredAs<
  NonNullable<T[typeof storedForm]> & T
> & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: AppliedMeta;
} & { readonly [K in keyof T as K extends Said ? never : K]?: Applied<Present<T[K]>, At<M, K>> };

/** The argument of an apply configuration's constructor besides the key: all other fields. */
export type AppliedFields<A extends KubernetesObject> = Omit<A, "apiVersion" | "kind" | "metadata"> & {
  readonly metadata?: Partial<AppliedMeta>;
};

type Said = keyof KubernetesObject;

type Applied<T, M> = T extends string | number | boolean | bigint | null
  ? T
  : T extends readonly (infer Item)[]
    ? M extends { readonly by: infer Keys; readonly of: infer Of }
      ? readonly (Applied<Item, Of> & Required<Pick<Item, Keys & keyof Item>>)[]
      : T
    : M extends "whole"
      ? T
      : { readonly [K in keyof T]?: Applied<Present<T[K]>, At<M, K>> };

type At<M, K> = K extends keyof M ? Present<M[K]> : unknown;

type Present<T> = Exclude<T, undefined>;
