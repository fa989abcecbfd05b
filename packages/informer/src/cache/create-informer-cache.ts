// A cache has one informer for each collection that is read, shared by all readers. Temporary readers acquire it; the last one to
// dispose it stops it.

import { createSystemClock, createSystemRandom, linkSignals, StoppedError, untilAborted } from "@kubewright/async";
import type { Clock, LinkedSignal, Random } from "@kubewright/async";
import { formatGroupVersionKind, kindOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { Verbs } from "@kubewright/client";

import { createInformer } from "../informer/create-informer.ts";
import { joinInformers } from "../informer/join-informers.ts";
import type { JoinedInformer } from "../informer/join-informers.ts";
import type { Informer } from "../informer/informer.ts";
import type { InformerObserver } from "../reflector/observer.ts";
import { allNamespaces, cachedNamespaces, checkCacheOptions, namespaceSetOf, scopeOf } from "./cache-options.ts";
import type { CacheOptions, CacheScope } from "./cache-options.ts";
import type { InformerCache, SharedInformer, SharedInformerOptions } from "./informer-cache.ts";
import type { NamespaceSet } from "./namespace-set.ts";

export interface CreateInformerCacheOptions extends CacheOptions {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: the system's random numbers. */
  readonly random?: Random;
  readonly observer?: InformerObserver | undefined;
}

/** The largest change of a sync period, as a part of it. */
const syncJitter = 0.1;

/** One collection: its own informer, or the joined informers of several namespaces. */
interface Collection {
  readonly informer: Informer;
  /** The informers that `informer` joins, by namespace. Absent for a separate informer. */
  readonly parts?: Map<string, SharedInformer>;
  /** Follows the changes of the namespaces. */
  readonly changes?: Disposable | undefined;
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
  readonly #options: CreateInformerCacheOptions;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #collections = new Map<string, Collection>();
  /** The plans of reads without options, which reads by the client are. */
  readonly #plans = new WeakMap<ResourceType, InformerPlan>();
  /** The ends of informers of namespaces that were removed. */
  readonly #ending = new Set<Promise<void>>();
  /** The signal of `start`; absent before it. */
  #running: AbortSignal | undefined;

  constructor(options: CreateInformerCacheOptions) {
    checkCacheOptions(options);
    const { clock = createSystemClock(), random = createSystemRandom() } = options;
    this.#options = options;
    this.#clock = clock;
    this.#random = random;
  }

  informer<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions): Informer<T> {
    const collection = this.#collectionOf(type, wanted);
    collection.isPinned = true;
    return collection.informer as Informer<T>; // The key of the collection holds the kind.
  }

  existing<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions): Informer<T> | undefined {
    const collection = this.#collections.get(this.#planOf(type, wanted).key);
    return collection?.informer as Informer<T> | undefined; // As above.
  }

  async removeInformer(type: ResourceType, wanted?: SharedInformerOptions): Promise<void> {
    const collection = this.#collections.get(this.#planOf(type, wanted).key);
    if (collection) await this.#drop(collection);
  }

  byIndex<T extends KubernetesObject>(type: ResourceType<T>, name: string, value: string): readonly ObjectKey[] {
    const found = [this.existing(type), this.existing(type, { metadataOnly: true })].filter(
      (each) => each !== undefined,
    );
    const informer = found.find((each) => each.hasIndex(name)) ?? found[0];
    if (informer) return informer.keysByIndex(name, value);
    throw new TypeError(
      `Cannot list ${type.plural}: there is no informer with the index "${name}", add it before the manager starts: cache.informer(${type.kind}).addIndex("${name}", …)`,
    );
  }

  informers(): readonly Informer[] {
    return this.#ownCollections().map(({ informer }) => informer);
  }

  async waitForSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    await Promise.all(this.#ownCollections().map(({ informer }) => informer.waitForSync({ signal })));
  }

  /** The collections with a separate informer. */
  #ownCollections(): readonly Collection[] {
    return [...this.#collections.values()].filter(({ parts }) => parts === undefined);
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
    const { key, scope, namespaces } = this.#planOf(type, wanted);
    const held = this.#collections.get(key);
    if (held) return held;

    const joined = namespaces && this.#joinNamespaces(type, wanted, namespaces);
    const collection: Collection = {
      ...(joined ?? { informer: this.#createInformer(type, scope) }),
      holders: 0,
      isPinned: false,
    };
    this.#collections.set(key, collection);
    if (this.#running !== undefined && joined === undefined) this.#run(collection, this.#running);
    return collection;
  }

  #joinNamespaces(
    type: ResourceType,
    wanted: SharedInformerOptions | undefined,
    namespaces: readonly string[] | NamespaceSet,
  ): Pick<Collection, "informer" | "parts" | "changes"> {
    const parts = new Map<string, SharedInformer>();
    const acquire = (namespace: string): void =>
      void parts.set(namespace, this.acquire(type, { ...wanted, namespace }));
    if (isList(namespaces)) {
      for (const namespace of namespaces) acquire(namespace);
      return { informer: joinInformers(type, informersOf(parts)), parts };
    }
    for (const namespace of namespaces.names) acquire(namespace);
    const informer = joinInformers(type, informersOf(parts));
    const changes = namespaces.onChange(() => this.#follow(namespaces, informer, parts, acquire));
    return { informer, parts, changes };
  }

  /** Adds and removes informers until they are those of the namespaces, which a handler may change meanwhile. */
  #follow(
    namespaces: NamespaceSet,
    informer: JoinedInformer,
    parts: Map<string, SharedInformer>,
    acquire: (namespace: string) => void,
  ): void {
    for (;;) {
      const added = namespaces.names.filter((name) => !parts.has(name));
      const removed = [...parts].filter(([name]) => !namespaces.has(name));
      if (added.length === 0 && removed.length === 0) return;
      for (const [name] of removed) parts.delete(name);
      for (const name of added) acquire(name);
      informer.update(informersOf(parts));
      for (const [, part] of removed) {
        const ended = Promise.resolve(part[Symbol.asyncDispose]()).finally(() => this.#ending.delete(ended));
        this.#ending.add(ended);
      }
    }
  }

  #createInformer(
    type: ResourceType,
    { syncPeriodMs = 0, consistencyCheckPeriodMs = 0, ...scope }: CacheScope,
  ): Informer {
    const { verbs, observer, watchList, newInformer = createInformer } = this.#options;
    const jitter = 1 + syncJitter * (2 * this.#random.next() - 1);
    const resyncPeriodMs = syncPeriodMs === 0 ? 0 : Math.round(syncPeriodMs * jitter);
    return newInformer({
      ...scope,
      type,
      verbs,
      observer,
      watchList,
      resyncPeriodMs,
      consistencyCheckPeriodMs,
      clock: this.#clock,
      random: this.#random,
    });
  }

  async #drop(collection: Collection): Promise<void> {
    for (const [key, each] of this.#collections) if (each === collection) this.#collections.delete(key);
    collection.changes?.[Symbol.dispose]();
    await Promise.all(Array.from(collection.parts?.values() ?? [], (part) => part[Symbol.asyncDispose]()));
    collection.run?.end.abort(new StoppedError(`informer of ${collection.informer.type.plural}`));
    await collection.run?.done;
  }

  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#running !== undefined) throw new TypeError("Cannot start informer cache: it has been started before");
    this.#running = signal;
    for (const collection of this.#ownCollections()) this.#run(collection, signal);
    await untilAborted(signal);
    await Promise.all([...this.#ending, ...this.#ownCollections().map(async (collection) => collection.run?.done)]);
  }

  #run(collection: Collection, signal: AbortSignal): void {
    const end = linkSignals(signal);
    collection.run = {
      end,
      done: collection.informer.start({ signal: end.signal }).finally(() => end[Symbol.dispose]()),
    };
  }

  /** The informer that a request is for: its own, or one that joins the informers of several namespaces. */
  #planOf(type: ResourceType, wanted: SharedInformerOptions | undefined): InformerPlan {
    if (wanted !== undefined) return this.#newPlan(type, wanted);
    const plan = this.#plans.get(type) ?? this.#newPlan(type, {});
    this.#plans.set(type, plan);
    return plan;
  }

  #newPlan(type: ResourceType, wanted: SharedInformerOptions): InformerPlan {
    const set = namespaceSetOf(this.#options, type);
    const names = cachedNamespaces(this.#options, type);
    const only = !set && names?.length === 1 ? names[0] : undefined;
    const namespace = type.namespaced ? (wanted.namespace ?? only) : undefined;
    const isWhole = namespace === undefined && names !== undefined;
    if (isWhole) {
      return { key: collectionKey(type, { ...wanted, isJoined: true }), scope: {}, namespaces: set ?? names };
    }
    const { metadataOnly } = wanted;
    const scope = {
      ...scopeOf(this.#options, type, namespace === allNamespaces ? undefined : namespace, wanted),
      ...(metadataOnly === undefined ? {} : { metadataOnly }),
    };
    return { key: collectionKey(type, scope), scope };
  }
}

interface InformerPlan {
  /** Requests with the same key share an informer. */
  readonly key: string;
  readonly scope: CacheScope;
  /** The namespaces whose informers are joined. Absent for a separate informer. */
  readonly namespaces?: readonly string[] | NamespaceSet;
}

function isList(namespaces: readonly string[] | NamespaceSet): namespaces is readonly string[] {
  return Array.isArray(namespaces);
}

function informersOf(parts: ReadonlyMap<string, SharedInformer>): ReadonlyMap<string, Informer> {
  return new Map(Array.from(parts, ([namespace, { informer }]) => [namespace, informer]));
}

function collectionKey(type: ResourceType, scope: CacheScope & { metadataOnly?: boolean; isJoined?: boolean }): string {
  const { namespace = "", labelSelector = "", fieldSelector = "", metadataOnly = false, isJoined = false } = scope;
  return JSON.stringify([
    formatGroupVersionKind(kindOfType(type)),
    namespace,
    labelSelector,
    fieldSelector,
    metadataOnly,
    isJoined,
  ]);
}
