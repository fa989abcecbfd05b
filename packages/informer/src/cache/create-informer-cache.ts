// A cache has one informer for each collection that is read, shared by all readers. Temporary readers acquire it; the last one to
// dispose it stops it.

import { createSystemClock, createSystemRandom, linkSignals, StoppedError, untilAborted } from "@kubewright/async";
import type { Clock, LinkedSignal, Random } from "@kubewright/async";
import { formatGroupVersionKind, kindOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Verbs } from "@kubewright/client";

import { createInformer } from "../informer/create-informer.ts";
import { joinInformers } from "../informer/join-informers.ts";
import type { Informer } from "../informer/informer.ts";
import type { InformerObserver } from "../reflector/observer.ts";
import type { InformerCache, SharedInformer, SharedInformerOptions } from "./informer-cache.ts";

export interface CreateInformerCacheOptions {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  /** The namespace of informers without one. Absent: all namespaces. */
  readonly namespace?: string;
  /** Several namespaces instead: informers without a namespace watch each of them separately. */
  readonly namespaces?: readonly string[] | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly observer?: InformerObserver | undefined;
  readonly resyncPeriodMs?: number;
}

/** One collection: its own informer, or the joined informers of several namespaces. */
interface Collection {
  readonly informer: Informer;
  /** The informers that `informer` joins; empty for its own informer. */
  readonly parts: readonly SharedInformer[];
  /** Results of `acquire` that have not been disposed. */
  holders: number;
  /** `informer()` has returned it, so it stays. */
  isPinned: boolean;
  run?: { readonly end: LinkedSignal; readonly done: Promise<void> };
}

/** Creates a cache without informers, which has not started. */
export function createInformerCache(options: CreateInformerCacheOptions): InformerCache {
  return new CollectionCache(options);
}

class CollectionCache implements InformerCache {
  /** The options of every informer. */
  readonly #common: Omit<CreateInformerCacheOptions, "namespace" | "namespaces">;
  readonly #namespaces: readonly string[] | undefined;
  readonly #collections = new Map<string, Collection>();
  /** The signal of `start`; absent before it. */
  #running: AbortSignal | undefined;

  constructor({ namespace, namespaces, ...options }: CreateInformerCacheOptions) {
    if (namespaces?.length === 0) {
      throw new TypeError("Cannot create an informer cache: namespaces is empty: omit it to cache all namespaces");
    }
    const { clock = createSystemClock(), random = createSystemRandom() } = options;
    this.#common = { ...options, clock, random };
    this.#namespaces = namespaces ?? (namespace === undefined ? undefined : [namespace]);
  }

  informer<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions): Informer<T> {
    const collection = this.#collectionOf(type, wanted);
    collection.isPinned = true;
    return collection.informer as Informer<T>; // The key of the collection holds the kind.
  }

  existing<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions): Informer<T> | undefined {
    const collection = this.#collections.get(collectionKey(type, this.#scoped(type, wanted)));
    return collection?.informer as Informer<T> | undefined; // As above.
  }

  informers(): readonly Informer[] {
    return this.#ownCollections().map(({ informer }) => informer);
  }

  async waitForSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    await Promise.all(this.#ownCollections().map(({ informer }) => informer.waitForSync({ signal })));
  }

  /** The collections that have an informer of their own. */
  #ownCollections(): readonly Collection[] {
    return [...this.#collections.values()].filter(({ parts: joined }) => joined.length === 0);
  }

  acquire<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions): SharedInformer<T> {
    const collection = this.#collectionOf(type, wanted);
    collection.holders += 1;
    let isHeld = true;
    return {
      informer: collection.informer as Informer<T>, // As above.
      [Symbol.asyncDispose]: async () => {
        if (!isHeld) return;
        isHeld = false;
        collection.holders -= 1;
        if (collection.holders === 0 && !collection.isPinned) await this.#drop(collection);
      },
    };
  }

  #collectionOf(type: ResourceType, wanted: SharedInformerOptions | undefined): Collection {
    const scope = this.#scoped(type, wanted);
    const key = collectionKey(type, scope);
    const held = this.#collections.get(key);
    if (held) return held;

    const several = this.#severalFor(type, scope) ?? [];
    const joined = several.map((each) => this.acquire(type, { ...scope, namespace: each }));
    const informer =
      joined.length === 0
        ? createInformer({ ...this.#common, ...scope, type })
        : joinInformers(type, new Map(joined.map((part, index) => [several[index] ?? "", part.informer])));
    const collection: Collection = { informer, parts: joined, holders: 0, isPinned: false };
    this.#collections.set(key, collection);
    if (this.#running !== undefined && joined.length === 0) this.#run(collection, this.#running);
    return collection;
  }

  async #drop(collection: Collection): Promise<void> {
    for (const [key, each] of this.#collections) if (each === collection) this.#collections.delete(key);
    await Promise.all(collection.parts.map((part) => part[Symbol.asyncDispose]()));
    collection.run?.end.abort(new StoppedError(`informer of ${collection.informer.type.plural}`));
    await collection.run?.done;
  }

  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#running !== undefined) throw new TypeError("Cannot start informer cache: it has been started before");
    this.#running = signal;
    for (const collection of this.#ownCollections()) this.#run(collection, signal);
    await untilAborted(signal);
    await Promise.all(this.#ownCollections().map(async (collection) => collection.run?.done));
  }

  #run(collection: Collection, signal: AbortSignal): void {
    const end = linkSignals(signal);
    collection.run = {
      end,
      done: collection.informer.start({ signal: end.signal }).finally(() => end[Symbol.dispose]()),
    };
  }

  #scoped(type: ResourceType, wanted: SharedInformerOptions = {}): SharedInformerOptions {
    const only = this.#namespaces?.length === 1 ? this.#namespaces[0] : undefined;
    const scope = type.namespaced ? (wanted.namespace ?? only) : undefined;
    const { namespace: _named, ...rest } = wanted;
    return scope === undefined ? rest : { ...rest, namespace: scope };
  }

  /** The namespaces whose informers this collection joins, if it does. */
  #severalFor(type: ResourceType, scope: SharedInformerOptions): readonly string[] | undefined {
    const isWhole = type.namespaced && scope.namespace === undefined;
    return isWhole && this.#namespaces && this.#namespaces.length > 1 ? [...new Set(this.#namespaces)] : undefined;
  }
}

/** Requests with the same key share an informer. */
function collectionKey(type: ResourceType, wanted: SharedInformerOptions): string {
  const { namespace = "", labelSelector = "", fieldSelector = "", metadataOnly = false } = wanted;
  return JSON.stringify([
    formatGroupVersionKind(kindOfType(type)),
    namespace,
    labelSelector,
    fieldSelector,
    metadataOnly,
  ]);
}
