/** The bodies of writes: objects whose kind the call names, partial objects for server-side apply, and objects of any kind. */
import type { KubernetesObject, ObjectMeta } from "./kubernetes-object.ts";
import type { ResourceType } from "./resource-type.ts";
import type { storedForm } from "./stored-form.ts";

/** An object of type `T` in a call that names its kind: `apiVersion` and `kind` may be absent. If present, they must be those of the kind. */
export type ObjectBody<T extends KubernetesObject> = Omit<T, KindField> & AnyKind;

/**
 * The fields of a `T` that a server-side apply sets, at any depth. An {@link ApplyConfiguration} that is generated for the kind also requires the keys
 * of list items.
 */
export type ApplyBody<T extends KubernetesObject> = {
  readonly [K in keyof T as K extends KindField | "metadata" | typeof storedForm ? never : K]?: Fields<T[K]>;
} & AnyKind & { readonly metadata?: ObjectMeta };

type KindField = "apiVersion" | "kind";

interface AnyKind {
  readonly apiVersion?: string;
  readonly kind?: string;
}

type Fields<T> = unknown extends T
  ? T
  : T extends string | number | boolean | bigint | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly Fields<Item>[]
      : { readonly [K in keyof T]?: Fields<T[K]> };

/** The descriptor of a call whose object names its own kind. */
export interface UnstructuredType {
  readonly unstructured: true;
}

/**
 * The descriptor for a write whose object names its kind in `apiVersion` and `kind`, for programs that write objects of any kind, such as
 * the documents of a manifest.
 */
export const Unstructured: UnstructuredType = { unstructured: true };

/** The kind of a write: its descriptor, or {@link Unstructured}. */
export type WriteType = ResourceType | UnstructuredType;

export function isUnstructuredType(type: WriteType): type is UnstructuredType {
  return "unstructured" in type;
}
