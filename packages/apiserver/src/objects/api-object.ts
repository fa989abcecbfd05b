/**
 * The shape of an object while the server works on it: plain JSON with the few fields that the server itself reads.
 *
 * A decoded request body belongs to its request and may be changed in place (`ApiObject`). An object from the store is a `ReadonlyObject`: it may be shared,
 * so nothing changes it.
 *
 * Clients choose the keys, and `__proto__` is a valid key: read and write unknown keys with `getOwn` and `setOwn`.
 */
import type { ManagedFieldsEntry, OwnerReference } from "@kubewright/apimachinery";

/** A JSON object whose keys a client has chosen. */
export interface JsonObject {
  [key: string]: unknown;
}

/** The metadata of an `ApiObject`. Absent fields are deleted, never set to `undefined`. */
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

/** A decoded object that belongs to one request, which may change it in place. Typed as far as the server reads it. */
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

/** An object of the store, which is shared. */
export interface ReadonlyObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: DeepReadonly<ApiObjectMeta>;
  readonly [field: string]: unknown;
}

export type { GroupResource } from "@kubewright/apimachinery";

/** A field that should be a string; `""` if it is absent or has another type. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
