// The local copy: entries by key, compared by uid. Whatever comes in (a list, a change) turns into the events that tell what
// differs; an object re-created under its name is never an update, but one that went and one that came.

import { compareResourceVersions, formatKey, isResourceVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";

import type { CachedObject, IndexFunction, InformerEvent } from "../informer/informer.ts";
import { Entry } from "./entry.ts";
import { createInterning } from "./intern.ts";
import { createObjectIndex, createUserIndex } from "./object-index.ts";
import type { ObjectIndex } from "./object-index.ts";
import { portionsOf } from "./portions.ts";
import { reduceObject } from "./reduce.ts";
import type { ReducedObject } from "./reduce.ts";
import { createSlabAllocator } from "./slab.ts";

/** The index of objects by the uids of their owners. There from the start. */
export const ownerUidIndex = "ownerUid";

/** The index of objects by namespace. There from the start. */
export const namespaceIndex = "namespace";

/** Changes an object before it is kept. What it leaves out cannot be read from the cache. */
export type Transform<T extends KubernetesObject> = (object: Stored<T>) => Stored<T>;

export interface StoreOptions<T extends KubernetesObject> {
  readonly type: ResourceType<T>;
  /** Rewrites an object's JSON before anything else is done to it. */
  readonly rewrite?: (bytes: Uint8Array) => Uint8Array;
  /** What an index function throws. */
  readonly onIndexError: (index: string, error: unknown) => void;
}

/** A list that is coming in. */
export interface StoreReception<T extends KubernetesObject> {
  add(bytes: Uint8Array): void;
  /**
   * Makes it the content of the store, some objects at a time: what an iteration gives has been changed. All of them must be
   * taken.
   */
  commit(): Iterable<readonly InformerEvent<T>[]>;
  drop(): void;
}

export interface Store<T extends KubernetesObject> {
  readonly size: number;
  readonly memory: { readonly usedBytes: number; readonly heldBytes: number };
  get(key: ObjectKey): CachedObject<T> | undefined;
  entries(): CachedObject<T>[];
  addIndex(name: string, valuesOf: IndexFunction<T>): void;
  hasIndex(name: string): boolean;
  /** The entries under a value of an index. */
  byIndex(name: string, value: string): readonly CachedObject<T>[];
  beginList(): StoreReception<T>;
  /** Takes an object of a watch in. Returns its version and what changed: nothing, when it is older than what is held. */
  receive(
    type: "ADDED" | "MODIFIED" | "DELETED",
    bytes: Uint8Array,
  ): { readonly resourceVersion: string; readonly events: readonly InformerEvent<T>[] };
}

export function createStore<T extends KubernetesObject>(options: StoreOptions<T>): Store<T> {
  const entriesByKey = new Map<string, Entry<T>>();
  const indexes = new Map<string, ObjectIndex<Entry<T>>>([
    [namespaceIndex, createObjectIndex(({ namespace }) => (namespace === undefined ? [] : [namespace]))],
    [ownerUidIndex, createObjectIndex(({ ownerReferences }) => ownerReferences.map((owner) => owner.uid))],
  ]);
  const slabs = createSlabAllocator();
  const interned = createInterning();

  return {
    get size(): number {
      return entriesByKey.size;
    },
    get memory(): Store<T>["memory"] {
      return { usedBytes: slabs.usedBytes, heldBytes: slabs.heldBytes };
    },
    get: (key) => entriesByKey.get(formatKey(key)),
    entries: () => [...entriesByKey.values()],
    addIndex,
    hasIndex: (name) => indexes.has(name),
    byIndex: (name, value) => indexes.get(name)?.get(value) ?? [],
    beginList,
    receive,
  };

  function addIndex(name: string, valuesOf: IndexFunction<T>): void {
    if (indexes.has(name)) throw new TypeError(`Cannot add index "${name}": there is one of this name`);
    const index = createUserIndex<T, Entry<T>>(valuesOf, (error) => options.onIndexError(name, error));
    for (const entry of entriesByKey.values()) index.add(entry);
    indexes.set(name, index);
  }

  function beginList(): StoreReception<T> {
    const received = new Map<string, Entry<T>>();

    return { add, commit, drop };

    function add(bytes: Uint8Array): void {
      const { kept, reduced } = reducedFrom(bytes);
      const key = keyTextOf(reduced);
      const held = entriesByKey.get(key);
      // What has not changed stays where it is, so that a relist costs little memory.
      const same = held !== undefined && isSameVersion(held, reduced);
      const twice = received.get(key);
      if (twice !== undefined && twice !== held) slabs.release(twice.block);
      received.set(key, same ? held : newEntry(kept, reduced));
    }

    function* commit(): Generator<readonly InformerEvent<T>[]> {
      for (const some of portionsOf(entriesByKey.keys().filter((key) => !received.has(key)))) {
        yield some.flatMap((key) => {
          const held = entriesByKey.get(key);
          return held === undefined ? [] : gone(key, held, false);
        });
      }
      for (const some of portionsOf(received)) {
        yield some.flatMap(([key, entry]) => (entriesByKey.get(key) === entry ? [] : put(key, entry)));
      }
    }

    function drop(): void {
      for (const [key, entry] of received) {
        if (entriesByKey.get(key) !== entry) slabs.release(entry.block);
      }
      received.clear();
    }
  }

  function receive(
    type: "ADDED" | "MODIFIED" | "DELETED",
    bytes: Uint8Array,
  ): { resourceVersion: string; events: readonly InformerEvent<T>[] } {
    const { kept, reduced } = reducedFrom(bytes);
    const key = keyTextOf(reduced);
    const { resourceVersion } = reduced.metadata;
    const held = entriesByKey.get(key);
    if (held !== undefined && isOlder(resourceVersion, held.resourceVersion)) return { resourceVersion, events: [] };
    if (type !== "DELETED") return { resourceVersion, events: put(key, newEntry(kept, reduced)) };
    if (held === undefined) return { resourceVersion, events: [] };

    // The event holds the last state. If it is of another object of this name, we have not seen ours go.
    const last = newEntry(kept, reduced);
    slabs.release(last.block);
    return { resourceVersion, events: held.uid === last.uid ? gone(key, held, true, last) : gone(key, held, false) };
  }

  function put(key: string, entry: Entry<T>): InformerEvent<T>[] {
    const old = entriesByKey.get(key);
    entriesByKey.set(key, entry);
    for (const index of indexes.values()) {
      if (old !== undefined) index.remove(old);
      index.add(entry);
    }
    if (old === undefined) return [{ kind: "added", object: entry, initial: false }];
    slabs.release(old.block);
    if (old.uid === entry.uid) return [{ kind: "updated", object: entry, old }];
    return [
      // Its end was folded into the coming of its successor; the last state we saw is not its last.
      { kind: "deleted", object: old, final: false },
      { kind: "added", object: entry, initial: false },
    ];
  }

  function gone(key: string, held: Entry<T>, final: boolean, last: Entry<T> = held): InformerEvent<T>[] {
    entriesByKey.delete(key);
    for (const index of indexes.values()) index.remove(held);
    slabs.release(held.block);
    return [{ kind: "deleted", object: last, final }];
  }

  function reducedFrom(bytes: Uint8Array): { kept: Uint8Array; reduced: ReducedObject } {
    const kept = options.rewrite === undefined ? bytes : options.rewrite(bytes);
    return { kept, reduced: reduceObject(kept) };
  }

  function newEntry(kept: Uint8Array, { metadata, cut }: ReducedObject): Entry<T> {
    return new Entry(options.type, interned(metadata), slabs.place(kept, cut));
  }
}

function keyTextOf({ metadata }: ReducedObject): string {
  return metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
}

function isSameVersion<T extends KubernetesObject>(held: Entry<T>, { metadata }: ReducedObject): boolean {
  return held.uid === metadata.uid && held.resourceVersion === metadata.resourceVersion && held.resourceVersion !== "";
}

/** Whether a version comes before one that is held. Versions that are no numbers are taken to be newer. */
function isOlder(version: string, held: string): boolean {
  return isResourceVersion(version) && isResourceVersion(held) && compareResourceVersions(version, held) < 0;
}
