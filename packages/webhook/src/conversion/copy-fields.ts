/**
 * What generated conversions are made of. Server-side apply has parts of objects converted, when it takes away what an owner no longer applies: only
 * fields with a field manager are in them, so that anything may be missing that a whole object must have.
 */
import type { KubernetesObject, ObjectMeta } from "@kubewright/apimachinery";

/** The fields of these names, where the object has them. */
export function copyFields<T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  const own = names.filter((name) => Object.hasOwn(object, name));
  return Object.fromEntries(own.map((name) => [name, object[name]])) as Pick<T, K>;
}

/** The values of a map, each changed. */
export function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** A value, converted. One that is missing stays so, even where the type says that it cannot: the object may be a part. */
export function convertPresent<T, R>(value: T, convert: (value: T) => R): R {
  return value === undefined ? (value as unknown as R) : convert(value);
}

/** Annotations to set; one that is undefined is taken away. */
export type AnnotationChanges = Readonly<Record<string, string | undefined>>;

/** The metadata of an object with some of its annotations changed. */
export function withAnnotations(metadata: ObjectMeta = {}, changes: AnnotationChanges = {}): ObjectMeta {
  const { annotations, ...rest } = metadata;
  const kept = Object.entries({ ...annotations, ...changes }).filter(([, text]) => text !== undefined);
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) as Record<string, string> };
}

/** Returns the metadata of an object with the annotation changes of `changesOf`, which is not called for a part of an object (without a name). */
export function annotate<T extends KubernetesObject>(
  object: T,
  changesOf: ((object: T) => AnnotationChanges) | undefined,
): ObjectMeta {
  const { metadata } = object;
  return metadata?.name === undefined ? (metadata ?? {}) : withAnnotations(metadata, changesOf?.(object));
}
