/** The body of a JSON merge patch: the changed fields of an object, with null for each removed field. */
import type { KubernetesObject, ObjectMeta } from "./kubernetes-object.ts";

/**
 * A JSON merge patch of a `T`: every field may be absent at any depth, and null removes a field. A list replaces the whole list. A type without
 * further fields, such as `KubernetesObject`, accepts all fields.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7386
 */
export type MergePatchBody<T extends KubernetesObject> =
  IsUntyped<T> extends true ? object : { readonly [K in OwnFields<T>]?: Merged<T[K]> | null } & MetadataPatchBody;

/** The part of a merge patch that all kinds have. */
export interface MetadataPatchBody {
  readonly apiVersion?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: Merged<ObjectMeta>;
}

/** The fields that a kind has in addition to those of all objects. */
type OwnFields<T> = Exclude<keyof T, keyof KubernetesObject>;

type IsUntyped<T> = [OwnFields<T>] extends [never] ? true : string extends keyof T ? true : false;

/** Undefined fields are not sent. */
type Merged<T> = unknown extends T
  ? T
  : T extends string | number | boolean | bigint | null | undefined | readonly unknown[]
    ? T
    : { readonly [K in keyof T]?: Merged<T[K]> | null | undefined };
