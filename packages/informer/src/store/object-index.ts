// Which entries have which value of something: their namespace, an owner's uid, whatever an index function says. The values of
// an entry are computed when it comes in, so a look-up costs what it finds.

import type { KubernetesObject } from "@kubewright/apimachinery";

import type { CachedObject, IndexFunction } from "../informer/informer.ts";

export interface ObjectIndex<E> {
  add(entry: E): void;
  remove(entry: E): void;
  /** The entries under a value, as they are now. */
  get(value: string): readonly E[];
}

/** An index by a function. What the function throws goes to `onError`, and the entry is in the index under no value. */
export function createObjectIndex<T extends KubernetesObject, E extends CachedObject<T>>(
  valuesOf: IndexFunction<T>,
  onError: (error: unknown) => void,
): ObjectIndex<E> {
  const entriesByValue = new Map<string, Set<E>>();
  // Remembered, because the function may read the object, and must not decide differently when the entry goes.
  const valuesByEntry = new Map<E, readonly string[]>();

  return {
    add(entry) {
      const values = valuesOrNone(entry);
      if (values.length === 0) return;
      valuesByEntry.set(entry, values);
      for (const value of values) {
        const entries = entriesByValue.get(value);
        if (entries === undefined) entriesByValue.set(value, new Set([entry]));
        else entries.add(entry);
      }
    },
    remove(entry) {
      for (const value of valuesByEntry.get(entry) ?? []) {
        const entries = entriesByValue.get(value);
        entries?.delete(entry);
        if (entries?.size === 0) entriesByValue.delete(value);
      }
      valuesByEntry.delete(entry);
    },
    get: (value) => [...(entriesByValue.get(value) ?? [])],
  };

  function valuesOrNone(entry: E): readonly string[] {
    try {
      return valuesOf(entry);
    } catch (error) {
      onError(error);
      return [];
    }
  }
}
