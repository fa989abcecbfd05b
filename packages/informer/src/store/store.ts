// The cache of an informer: entries by key, compared by uid. A received list or change is stored, and the differences are returned as
// events. An object that was re-created under its name is a deletion and an addition, never an update.
import { compareResourceVersions, formatKey, isResourceVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { RawObject } from "@kubewright/client";

import type { CachedObject, IndexFunction, InformerEvent } from "./cached-object.ts";
import { createCompression, uncompressed } from "./compression.ts";
import { Entry } from "./entry.ts";
import type { EntryKind } from "./entry.ts";
import { createObjectIndex, createUserIndex } from "./object-index.ts";
import type { ObjectIndex } from "./object-index.ts";
import { batchesOf } from "./batches.ts";
import { stringAt } from "./json-value.ts";
import { markedFields, reduceObject } from "./reduce.ts";
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
  /** Compresses the JSON of objects. Default false. */
  readonly compress?: boolean | undefined;
  /** Called with errors of index functions. */
  readonly onIndexError: (index: string, error: unknown) => void;
}

/** A list that is being received. */
export interface StoreReception<T extends KubernetesObject> {
  /** The number of objects in the list so far. */
  readonly size: number;
  add(object: RawObject): void;
  /** Removes an object that was added, or does nothing. */
  remove(object: RawObject): void;
  /**
   * Replaces the content of the store, one batch per iteration. The events of an iteration have been applied. The caller must
   * finish the iteration.
   *
   * @param initial marks the additions as those of the first list.
   */
  commit(initial: boolean): Iterable<readonly InformerEvent<T>[]>;
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
    object: RawObject,
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
  readonly #kind: EntryKind<T>;

  constructor(options: StoreOptions<T>) {
    const { type, compress = false } = options;
    this.#options = options;
    this.#kind = { type, compression: compress ? createCompression() : uncompressed };
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
      get size(): number {
        return received.size;
      },
      add: (object) => this.#addListed(received, object),
      remove: (object) => this.#removeListed(received, object),
      commit: (initial) => this.#commit(received, initial),
      drop: () => {
        for (const entry of received.values()) this.#releaseListed(entry);
        received.clear();
      },
    };
  }

  #addListed(received: Map<string, Entry<T>>, object: RawObject): void {
    const reduced = this.#reducedFrom(object);
    const { key } = reduced;
    const held = this.#entriesByKey.get(key);
    // Unchanged objects keep their entry, so a relist allocates little memory.
    const same = held !== undefined && isSameVersion(held, reduced);
    const twice = received.get(key);
    if (twice !== undefined) this.#releaseListed(twice);
    received.set(key, same ? held : this.#newEntry(reduced));
  }

  #removeListed(received: Map<string, Entry<T>>, object: RawObject): void {
    const { key } = this.#reducedFrom(object);
    const entry = received.get(key);
    if (entry !== undefined) this.#releaseListed(entry);
    received.delete(key);
  }

  /** Releases an entry of a list that is not in the store as well. */
  #releaseListed(entry: Entry<T>): void {
    if (this.#entriesByKey.get(entry.storeKey) !== entry) this.#slabs.release(entry.block);
  }

  *#commit(received: ReadonlyMap<string, Entry<T>>, initial: boolean): Generator<readonly InformerEvent<T>[]> {
    for (const batch of batchesOf(this.#entriesByKey.keys().filter((key) => !received.has(key)))) {
      const events: InformerEvent<T>[] = [];
      for (const key of batch) {
        const held = this.#entriesByKey.get(key);
        if (held !== undefined) this.#remove(held, false, events);
      }
      yield events;
    }
    for (const batch of batchesOf(received.values())) {
      const events: InformerEvent<T>[] = [];
      for (const entry of batch) {
        if (this.#entriesByKey.get(entry.storeKey) !== entry) this.#put(entry, initial, events);
      }
      yield events;
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
    object: RawObject,
  ): { resourceVersion: string; events: readonly InformerEvent<T>[] } {
    const reduced = this.#reducedFrom(object);
    const resourceVersion = markedString(reduced, "resourceVersion");
    const held = this.#entriesByKey.get(reduced.key);
    if (held !== undefined && isOlder(resourceVersion, held.resourceVersion)) return { resourceVersion, events: [] };
    const events: InformerEvent<T>[] = [];
    if (type !== "DELETED") this.#put(this.#newEntry(reduced), false, events);
    else if (held !== undefined) {
      // The event carries the last state. If its uid differs, the deletion of the cached object was missed.
      const last = this.#newEntry(reduced);
      this.#slabs.release(last.block);
      if (held.uid === last.uid) this.#remove(held, true, events, last);
      else this.#remove(held, false, events);
    }
    return { resourceVersion, events };
  }

  #put(entry: Entry<T>, initial: boolean, events: InformerEvent<T>[]): void {
    const key = entry.storeKey;
    const old = this.#entriesByKey.get(key);
    this.#entriesByKey.set(key, entry);
    for (const index of this.#indexes.values()) {
      if (old !== undefined) index.remove(old);
      index.add(entry);
    }
    if (old === undefined) {
      events.push({ kind: "added", object: entry, initial });
      return;
    }
    this.#slabs.release(old.block);
    if (old.uid === entry.uid) {
      events.push({ kind: "updated", object: entry, old });
      return;
    }
    // The deletion of the old object was missed: its cached state may not be its last one.
    events.push({ kind: "deleted", object: old, final: false }, { kind: "added", object: entry, initial });
  }

  #remove(held: Entry<T>, final: boolean, events: InformerEvent<T>[], last: Entry<T> = held): void {
    this.#entriesByKey.delete(held.storeKey);
    for (const index of this.#indexes.values()) index.remove(held);
    this.#slabs.release(held.block);
    events.push({ kind: "deleted", object: last, final });
  }

  #reducedFrom(object: RawObject): ReducedObject {
    const { rewrite } = this.#options;
    return reduceObject(rewrite === undefined ? object : { bytes: rewrite(object.bytes) });
  }

  #newEntry(reduced: ReducedObject): Entry<T> {
    const { bytes, cut, marks } = this.#kind.compression.compress(reduced);
    return new Entry(this.#kind, reduced, this.#slabs.place(bytes, cut, marks));
  }
}

/** The identity and the version of a received object. The uid and the version are "" if they are absent. */
export function receivedVersion(object: RawObject): {
  readonly key: ObjectKey;
  readonly uid: string;
  readonly resourceVersion: string;
} {
  const reduced = reduceObject(object);
  return {
    key: keyOfReduced(reduced),
    uid: markedString(reduced, "uid"),
    resourceVersion: markedString(reduced, "resourceVersion"),
  };
}

function keyOfReduced({ key, namespaceLength }: ReducedObject): ObjectKey {
  if (namespaceLength < 0) return { name: key };
  return { namespace: key.slice(0, namespaceLength), name: key.slice(namespaceLength + 1) };
}

/** The value of a marked field of a received object; "" if it is absent. */
function markedString({ bytes, marks }: ReducedObject, field: "uid" | "resourceVersion"): string {
  const mark = marks[markedFields.indexOf(field)] ?? 0;
  return mark === 0 ? "" : (stringAt(bytes, mark) ?? "");
}

function isSameVersion<T extends KubernetesObject>(held: Entry<T>, received: ReducedObject): boolean {
  const version = markedString(received, "resourceVersion");
  return version !== "" && held.resourceVersion === version && held.uid === markedString(received, "uid");
}

/** Whether a version is older than the cached one. Versions that are not numbers count as newer. */
function isOlder(version: string, held: string): boolean {
  return isResourceVersion(version) && isResourceVersion(held) && compareResourceVersions(version, held) < 0;
}
