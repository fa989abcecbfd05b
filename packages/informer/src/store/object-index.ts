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

/** An index by a function of users. What it throws goes to `onError`, and the entry is in the index under no value. */
export function createUserIndex<T extends KubernetesObject, E extends CachedObject<T>>(
  valuesOf: IndexFunction<T>,
  onError: (error: unknown) => void,
): ObjectIndex<E> {
  // Remembered, because the function may parse the object, and must not decide differently when the entry goes.
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

/** An index by a function that gives the same values each time, at next to no cost, and never throws. */
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
