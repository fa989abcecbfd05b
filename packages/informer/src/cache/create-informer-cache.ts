// A cache has one informer for each collection that is read, shared by all readers. Temporary readers acquire it; the last one to
// dispose it stops it.

import { createSystemClock, createSystemRandom, linkSignals, StoppedError } from "@kubewright/async";
import type { Clock, LinkedSignal, Random } from "@kubewright/async";
import { formatGroupVersionKind, kindOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Verbs } from "@kubewright/client";

import { createInformer } from "../informer/create-informer.ts";
import { joinInformers } from "../informer/join-informers.ts";
import type { Informer } from "../informer/informer.ts";
import type { InformerObserver } from "../observer.ts";
import type { InformerCache, SharedInformer, SharedInformerOptions } from "./informer-cache.ts";

export interface CreateInformerCacheOptions {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  /** The namespace of informers that name none. Absent: all namespaces. */
  readonly namespace?: string;
  /** Several namespaces instead: informers that name none follow each of them by a watch of its own. */
  readonly namespaces?: readonly string[];
  readonly clock?: Clock;
  readonly random?: Random;
  readonly observer?: InformerObserver;
  readonly resyncPeriodMs?: number;
}

/** What the cache has for one collection: an informer of its own, or those of several namespaces joined. */
interface Collection {
  readonly informer: Informer;
  /** The informers that `informer` joins; empty if it is one of its own. */
  readonly parts: readonly SharedInformer[];
  /** Results of `acquire` that have not been disposed. */
  holders: number;
  /** `informer()` has returned it, so it stays. */
  isPinned: boolean;
  run?: { readonly end: LinkedSignal; readonly done: Promise<void> };
}

/** A cache without informers, which has not started. */
export function createInformerCache(options: CreateInformerCacheOptions): InformerCache {
  const { namespace, namespaces = namespace === undefined ? undefined : [namespace], ...common } = options;
  if (namespaces?.length === 0) {
    throw new TypeError("Cannot create an informer cache: namespaces is empty: leave it away to follow all of them");
  }
  const parts = {
    ...common,
    clock: options.clock ?? createSystemClock(),
    random: options.random ?? createSystemRandom(),
  };
  const collections = new Map<string, Collection>();
  let running: AbortSignal | undefined;

  return {
    informer<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions) {
      const collection = collectionOf(type, wanted);
      collection.isPinned = true;
      return collection.informer as Informer<T>; // The key of the collection holds the kind.
    },
    acquire,
    existing<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions) {
      const collection = collections.get(collectionKey(type, scoped(type, wanted)));
      return collection?.informer as Informer<T> | undefined; // As above.
    },
    informers: () => ownCollections().map(({ informer }) => informer),
    start,
    async waitForSync({ signal } = {}) {
      const waitOptions = { signal };
      await Promise.all(ownCollections().map(({ informer }) => informer.waitForSync(waitOptions)));
    },
  };

  /** The collections that have an informer of their own. */
  function ownCollections(): readonly Collection[] {
    return [...collections.values()].filter(({ parts: joined }) => joined.length === 0);
  }

  function acquire<T extends KubernetesObject>(
    type: ResourceType<T>,
    wanted?: SharedInformerOptions,
  ): SharedInformer<T> {
    const collection = collectionOf(type, wanted);
    collection.holders += 1;
    let isHeld = true;
    return {
      informer: collection.informer as Informer<T>, // As above.
      async [Symbol.asyncDispose]() {
        if (!isHeld) return;
        isHeld = false;
        collection.holders -= 1;
        if (collection.holders === 0 && !collection.isPinned) await drop(collection);
      },
    };
  }

  function collectionOf(type: ResourceType, wanted: SharedInformerOptions | undefined): Collection {
    const scope = scoped(type, wanted);
    const key = collectionKey(type, scope);
    const held = collections.get(key);
    if (held) return held;

    const several = severalFor(type, scope) ?? [];
    const joined = several.map((each) => acquire(type, { ...scope, namespace: each }));
    const informer =
      joined.length === 0
        ? createInformer({ ...parts, ...scope, type })
        : joinInformers(type, new Map(joined.map((part, index) => [several[index] ?? "", part.informer])));
    const collection: Collection = { informer, parts: joined, holders: 0, isPinned: false };
    collections.set(key, collection);
    if (running !== undefined && joined.length === 0) run(collection, running);
    return collection;
  }

  async function drop(collection: Collection): Promise<void> {
    for (const [key, each] of collections) if (each === collection) collections.delete(key);
    await Promise.all(collection.parts.map((part) => part[Symbol.asyncDispose]()));
    collection.run?.end.abort(new StoppedError(`informer of ${collection.informer.type.plural}`));
    await collection.run?.done;
  }

  async function start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (running !== undefined) throw new TypeError("Cannot start informer cache: it has been started before");
    running = signal;
    for (const collection of ownCollections()) run(collection, signal);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.all(ownCollections().map(async (collection) => collection.run?.done));
  }

  function run(collection: Collection, signal: AbortSignal): void {
    const end = linkSignals(signal);
    collection.run = {
      end,
      done: collection.informer.start({ signal: end.signal }).finally(() => end[Symbol.dispose]()),
    };
  }

  function scoped(type: ResourceType, wanted: SharedInformerOptions = {}): SharedInformerOptions {
    const only = namespaces?.length === 1 ? namespaces[0] : undefined;
    const scope = type.namespaced ? (wanted.namespace ?? only) : undefined;
    const { namespace: _named, ...rest } = wanted;
    return scope === undefined ? rest : { ...rest, namespace: scope };
  }

  /** The namespaces that this collection is put together of, when it is. */
  function severalFor(type: ResourceType, scope: SharedInformerOptions): readonly string[] | undefined {
    const isWhole = type.namespaced && scope.namespace === undefined;
    return isWhole && namespaces && namespaces.length > 1 ? [...new Set(namespaces)] : undefined;
  }
}

/** What makes two requests for an informer one. */
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
