// An index maps a value, such as a namespace or the uid of an owner, to the entries that have it. The values of an entry are computed
// when it is added, so a lookup costs no more than its result.

import type { KubernetesObject } from "@kubewright/apimachinery";

import type { CachedObject, IndexFunction } from "./cached-object.ts";

export interface ObjectIndex<E> {
  add(entry: E): void;
  remove(entry: E): void;
  /** The current entries under a value. */
  get(value: string): readonly E[];
}

/** An index by a function of the user. Its errors are passed to `onError`, and the entry then has no value. */
export function createUserIndex<T extends KubernetesObject, E extends CachedObject<T>>(
  valuesOf: IndexFunction<T>,
  onError: (error: unknown) => void,
): ObjectIndex<E> {
  // Stored, because the function may parse the object, and because a removal needs the values of the addition.
  const valuesByEntry = new Map<E, readonly string[]>();
  const index = createObjectIndex<E>((entry) => valuesByEntry.get(entry) ?? []);

  return {
    get: index.get,
    add(entry) {
      valuesByEntry.set(entry, valuesOrNone(entry));
      index.add(entry);
    },
    remove(entry) {
      index.remove(entry);
      valuesByEntry.delete(entry);
    },
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

/** An index by a cheap, deterministic function that never throws. */
export function createObjectIndex<E>(valuesOf: (entry: E) => readonly string[]): ObjectIndex<E> {
  const entriesByValue = new Map<string, Set<E>>();
  return {
    add(entry) {
      for (const value of valuesOf(entry)) {
        const entries = entriesByValue.get(value);
        if (entries === undefined) entriesByValue.set(value, new Set([entry]));
        else entries.add(entry);
      }
    },
    remove(entry) {
      for (const value of valuesOf(entry)) {
        const entries = entriesByValue.get(value);
        entries?.delete(entry);
        if (entries?.size === 0) entriesByValue.delete(value);
      }
    },
    get: (value) => [...(entriesByValue.get(value) ?? [])],
  };
}
