/**
 * The shape of an object while the server works on it: plain JSON with the few fields that the server itself reads.
 *
 * A decoded request body belongs to its request alone and may be changed in place (`ApiObject`). What was read from the
 * store is handed out as `ReadonlyObject`: it may be shared, and a change to it would be a change behind the store's back.
 *
 * Keys come from outside, and `__proto__` is a legal one: read and write unknown keys through `own-property.ts`.
 */
import type { ManagedFieldsEntry, OwnerReference } from "@kubewright/apimachinery";

/** A JSON object whose keys came from outside. */
export interface JsonObject {
  [key: string]: unknown;
}

/** The metadata of an object that the request owns. Absent means absent: fields are deleted, never set to `undefined`. */
export interface ApiObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string | null;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  selfLink?: string;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  ownerReferences?: OwnerReference[];
  finalizers?: string[];
  managedFields?: ManagedFieldsEntry[];
}

/** An object that its request owns: decoded, typed as far as the server looks into it, changed in place. */
export interface ApiObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: ApiObjectMeta;
}

/** Makes every level of a type readonly. */
export type DeepReadonly<T> = T extends (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

/** An object as the store hands it out. */
export interface ReadonlyObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: DeepReadonly<ApiObjectMeta>;
  readonly [field: string]: unknown;
}

export type { GroupResource } from "@kubewright/apimachinery";
