/**
 * The functions that generated conversions use. When server-side apply removes fields that are no longer applied, the API server converts
 * partial objects. These have only fields with a field manager, so required fields may be absent.
 */
import type { KubernetesObject, ObjectMeta } from "@kubewright/apimachinery";

/** Copies the fields with these names that the object has. */
export function copyFields<T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  const own = names.filter((name) => Object.hasOwn(object, name));
  return Object.fromEntries(own.map((name) => [name, object[name]])) as Pick<T, K>;
}

/**
 * The fields of a `T` that the conversion of an object returns: each of `K`, with undefined for an optional field without a value. Other fields
 * may be present.
 */
export type ConvertedFields<T, K extends keyof T> = {
  // `Exclude` makes optional fields required, and keeps their `undefined`.
  readonly [N in Exclude<K, never>]: T[N];
} & Partial<Omit<T, K>>;

/** The fields of a `T` that are not undefined. */
export type PresentFields<T> = { readonly [K in keyof T as MayBeUndefined<T[K]> extends true ? never : K]: T[K] } & {
  readonly [K in keyof T as MayBeUndefined<T[K]> extends true ? K : never]?: Exclude<T[K], undefined>;
};

type MayBeUndefined<V> = unknown extends V ? false : undefined extends V ? true : false;

/** Removes fields that are undefined. */
export function presentFields<T extends object>(fields: T): PresentFields<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as PresentFields<T>;
}

/** A map with converted values. */
export function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** Converts a value. An absent value remains absent, even if the type requires it, because the object may be partial. */
export function convertPresent<T, R>(value: T, convert: (value: T) => R): R {
  return value === undefined ? (value as unknown as R) : convert(value);
}

/** Annotations to set; `undefined` removes an annotation. */
export type AnnotationChanges = Readonly<Record<string, string | undefined>>;

/** The metadata of an object with some of its annotations changed. */
export function withAnnotations(metadata: ObjectMeta = {}, changes: AnnotationChanges = {}): ObjectMeta {
  const { annotations, ...rest } = metadata;
  const kept = Object.entries({ ...annotations, ...changes }).filter(([, text]) => text !== undefined);
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) as Record<string, string> };
}

/** Returns the metadata of an object with the annotation changes of `changesOf`, which is not called for a partial object without a name. */
export function annotate<T extends KubernetesObject>(
  object: T,
  changesOf: ((object: T) => AnnotationChanges) | undefined,
): ObjectMeta {
  const { metadata } = object;
  return metadata?.name === undefined ? (metadata ?? {}) : withAnnotations(metadata, changesOf?.(object));
}
