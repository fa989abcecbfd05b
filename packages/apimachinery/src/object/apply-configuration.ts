// What one says of an object in server-side apply: the fields that one wants to own, and no others. So everything may be left out but what says
// which object, and which item of a list, is meant. What is replaced whole is also said whole.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/

import type { KubernetesObject, ObjectMeta } from "./kubernetes-object.ts";
import type { StoredAs, storedForm } from "./stored-form.ts";

/** Metadata of an object that is applied: without what only servers set. */
export interface AppliedMeta extends Pick<
  ObjectMeta,
  "namespace" | "labels" | "annotations" | "ownerReferences" | "finalizers"
> {
  readonly name: string;
  /** The apply fails unless this very object is there. */
  readonly uid?: string;
  /** The apply fails when the object has changed since. */
  readonly resourceVersion?: string;
}

/**
 * What is applied of a `T`. Lists are one value, and given whole, unless `M` says otherwise of the field where they stand: `{ by, of }` is a list
 * with keys, each item of which has its own owners; `"whole"` is an object that is one value. A client returns the whole object.
 */
export type ApplyConfiguration<T extends KubernetesObject, M = unknown> = StoredAs<
  NonNullable<T[typeof storedForm]> & T
> & {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: AppliedMeta;
} & { readonly [K in keyof T as K extends Said ? never : K]?: Applied<Present<T[K]>, At<M, K>> };

/** What a constructor of an apply configuration takes beside the key: the rest of it. */
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
