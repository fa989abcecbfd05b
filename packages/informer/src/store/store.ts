// The cache of an informer: entries by key, compared by uid. A received list or change is stored, and the differences are returned as
// events. An object that was re-created under its name is a deletion and an addition, never an update.
import { compareResourceVersions, formatKey, isResourceVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";

import type { CachedObject, IndexFunction, InformerEvent } from "./cached-object.ts";
import { Entry } from "./entry.ts";
import { createInterning } from "./intern.ts";
import { createObjectIndex, createUserIndex } from "./object-index.ts";
import type { ObjectIndex } from "./object-index.ts";
import { batchesOf } from "./batches.ts";
import { reduceObject } from "./reduce.ts";
import type { ReducedObject } from "./reduce.ts";
import { createSlabAllocator } from "./slab.ts";

/** The built-in index by the uids of owner references. */
export const ownerUidIndex = "ownerUid";

/** The built-in index by namespace. */
export const namespaceIndex = "namespace";

/** Changes an object before it is stored. Fields that it removes cannot be read from the cache. */
export type Transform<T extends KubernetesObject> = (object: Stored<T>) => Stored<T>;

export interface StoreOptions<T extends KubernetesObject> {
  readonly type: ResourceType<T>;
  /** Rewrites the JSON of an object before it is parsed and stored. */
  readonly rewrite?: (bytes: Uint8Array) => Uint8Array;
  /** Called with errors of index functions. */
  readonly onIndexError: (index: string, error: unknown) => void;
}

/** A list that is being received. */
export interface StoreReception<T extends KubernetesObject> {
  add(bytes: Uint8Array): void;
  /**
   * Replaces the content of the store, one batch per iteration. The events of an iteration have been applied. The caller must
   * finish the iteration.
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
  /** Returns the entries under a value of an index. */
  byIndex(name: string, value: string): readonly CachedObject<T>[];
  beginList(): StoreReception<T>;
  /** Stores an object of a watch event. Returns its version and the changes: none if the store holds a newer version. */
  receive(
    type: "ADDED" | "MODIFIED" | "DELETED",
    bytes: Uint8Array,
  ): { readonly resourceVersion: string; readonly events: readonly InformerEvent<T>[] };
}

export function createStore<T extends KubernetesObject>(options: StoreOptions<T>): Store<T> {
  return new EntryStore(options);
}

class EntryStore<T extends KubernetesObject> implements Store<T> {
  readonly #options: StoreOptions<T>;
  readonly #entriesByKey = new Map<string, Entry<T>>();
  readonly #indexes = new Map<string, ObjectIndex<Entry<T>>>([
    [namespaceIndex, createObjectIndex(({ namespace }) => (namespace === undefined ? [] : [namespace]))],
    [ownerUidIndex, createObjectIndex(({ ownerReferences }) => ownerReferences.map((owner) => owner.uid))],
  ]);
  readonly #slabs = createSlabAllocator();
  readonly #interned = createInterning();

  constructor(options: StoreOptions<T>) {
    this.#options = options;
  }

  get size(): number {
    return this.#entriesByKey.size;
  }

  get memory(): Store<T>["memory"] {
    return { usedBytes: this.#slabs.usedBytes, heldBytes: this.#slabs.heldBytes };
  }

  get(key: ObjectKey): Entry<T> | undefined {
    return this.#entriesByKey.get(formatKey(key));
  }

  entries(): Entry<T>[] {
    return [...this.#entriesByKey.values()];
  }

  hasIndex(name: string): boolean {
    return this.#indexes.has(name);
  }

  byIndex(name: string, value: string): readonly Entry<T>[] {
    return this.#indexes.get(name)?.get(value) ?? [];
  }

  beginList(): StoreReception<T> {
    const received = new Map<string, Entry<T>>();
    return {
      add: (bytes) => this.#addListed(received, bytes),
      commit: () => this.#commit(received),
      drop: () => {
        for (const [key, entry] of received) {
          if (this.#entriesByKey.get(key) !== entry) this.#slabs.release(entry.block);
        }
        received.clear();
      },
    };
  }

  #addListed(received: Map<string, Entry<T>>, bytes: Uint8Array): void {
    const { kept, reduced } = this.#reducedFrom(bytes);
    const key = keyOf(reduced);
    const held = this.#entriesByKey.get(key);
    // Unchanged objects keep their entry, so a relist allocates little memory.
    const same = held !== undefined && isSameVersion(held, reduced);
    const twice = received.get(key);
    if (twice !== undefined && twice !== held) this.#slabs.release(twice.block);
    received.set(key, same ? held : this.#newEntry(kept, reduced));
  }

  *#commit(received: ReadonlyMap<string, Entry<T>>): Generator<readonly InformerEvent<T>[]> {
    for (const batch of batchesOf(this.#entriesByKey.keys().filter((key) => !received.has(key)))) {
      yield batch.flatMap((key) => {
        const held = this.#entriesByKey.get(key);
        return held === undefined ? [] : this.#remove(key, held, false);
      });
    }
    for (const batch of batchesOf(received)) {
      yield batch.flatMap(([key, entry]) => (this.#entriesByKey.get(key) === entry ? [] : this.#put(key, entry)));
    }
  }

  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    if (this.#indexes.has(name)) throw new TypeError(`Cannot add index "${name}": an index of this name exists`);
    const index = createUserIndex<T, Entry<T>>(valuesOf, (error) => this.#options.onIndexError(name, error));
    for (const entry of this.#entriesByKey.values()) index.add(entry);
    this.#indexes.set(name, index);
  }

  receive(
    type: "ADDED" | "MODIFIED" | "DELETED",
    bytes: Uint8Array,
  ): { resourceVersion: string; events: readonly InformerEvent<T>[] } {
    const { kept, reduced } = this.#reducedFrom(bytes);
    const key = keyOf(reduced);
    const { resourceVersion } = reduced.metadata;
    const held = this.#entriesByKey.get(key);
    if (held !== undefined && isOlder(resourceVersion, held.resourceVersion)) return { resourceVersion, events: [] };
    if (type !== "DELETED") return { resourceVersion, events: this.#put(key, this.#newEntry(kept, reduced)) };
    if (held === undefined) return { resourceVersion, events: [] };

    // The event carries the last state. If its uid differs, the deletion of the cached object was missed.
    const last = this.#newEntry(kept, reduced);
    this.#slabs.release(last.block);
    return {
      resourceVersion,
      events: held.uid === last.uid ? this.#remove(key, held, true, last) : this.#remove(key, held, false),
    };
  }

  #put(key: string, entry: Entry<T>): InformerEvent<T>[] {
    const old = this.#entriesByKey.get(key);
    this.#entriesByKey.set(key, entry);
    for (const index of this.#indexes.values()) {
      if (old !== undefined) index.remove(old);
      index.add(entry);
    }
    if (old === undefined) return [{ kind: "added", object: entry, initial: false }];
    this.#slabs.release(old.block);
    if (old.uid === entry.uid) return [{ kind: "updated", object: entry, old }];
    return [
      // The deletion of the old object was missed: its cached state may not be its last one.
      { kind: "deleted", object: old, final: false },
      { kind: "added", object: entry, initial: false },
    ];
  }

  #remove(key: string, held: Entry<T>, final: boolean, last: Entry<T> = held): InformerEvent<T>[] {
    this.#entriesByKey.delete(key);
    for (const index of this.#indexes.values()) index.remove(held);
    this.#slabs.release(held.block);
    return [{ kind: "deleted", object: last, final }];
  }

  #reducedFrom(bytes: Uint8Array): { kept: Uint8Array; reduced: ReducedObject } {
    const kept = this.#options.rewrite === undefined ? bytes : this.#options.rewrite(bytes);
    return { kept, reduced: reduceObject(kept) };
  }

  #newEntry(kept: Uint8Array, { metadata, cut }: ReducedObject): Entry<T> {
    return new Entry(this.#options.type, this.#interned(metadata), this.#slabs.place(kept, cut));
  }
}

function keyOf({ metadata }: ReducedObject): string {
  return metadata.namespace === undefined ? metadata.name : `${metadata.namespace}/${metadata.name}`;
}

function isSameVersion<T extends KubernetesObject>(held: Entry<T>, { metadata }: ReducedObject): boolean {
  return held.uid === metadata.uid && held.resourceVersion === metadata.resourceVersion && held.resourceVersion !== "";
}

/** Whether a version is older than the cached one. Versions that are not numbers count as newer. */
function isOlder(version: string, held: string): boolean {
  return isResourceVersion(version) && isResourceVersion(held) && compareResourceVersions(version, held) < 0;
}
