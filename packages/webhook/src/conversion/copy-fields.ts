/** What generated conversions are made of. */
import type { ObjectMeta } from "@kubewright/apimachinery";

/** The fields of these names, where the object has them. */
export function copyFields<T extends object, K extends keyof T>(object: T, names: readonly K[]): Pick<T, K> {
  const own = names.filter((name) => Object.hasOwn(object, name));
  return Object.fromEntries(own.map((name) => [name, object[name]])) as Pick<T, K>;
}

/** The values of a map, each changed. */
export function mapValues<T, R>(values: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/** Annotations to set; one that is undefined is taken away. */
export type AnnotationChanges = Readonly<Record<string, string | undefined>>;

/** The metadata of an object with some of its annotations changed. */
export function withAnnotations(metadata: ObjectMeta = {}, changes: AnnotationChanges = {}): ObjectMeta {
  const { annotations, ...rest } = metadata;
  const kept = Object.entries({ ...annotations, ...changes }).filter(([, text]) => text !== undefined);
  return kept.length === 0 ? rest : { ...rest, annotations: Object.fromEntries(kept) as Record<string, string> };
}
