// A cache starts an informer when somebody first asks for its collection, and gives everybody after that the same one.

import { createSystemClock, createSystemRandom, linkSignals, StoppedError } from "@kubewright/async";
import type { Clock, LinkedSignal, Random } from "@kubewright/async";
import { formatGroupVersionKind, kindOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Verbs } from "@kubewright/client";

import { createInformer } from "../informer/create-informer.ts";
import type { Informer } from "../informer/informer.ts";
import type { InformerObserver } from "../observer.ts";
import type { InformerCache, SharedInformerOptions } from "./informer-cache.ts";

export interface CreateInformerCacheOptions {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  /** The namespace of informers that name none. Absent: all namespaces. */
  readonly namespace?: string;
  /** Whose entries of `managedFields` are kept whole. */
  readonly fieldManager?: string;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly observer?: InformerObserver;
  readonly resyncPeriodMs?: number;
}

interface Shared {
  readonly informer: Informer;
  run?: { readonly end: LinkedSignal; readonly done: Promise<void> };
}

/** A cache without informers, which has not started. */
export function createInformerCache(options: CreateInformerCacheOptions): InformerCache {
  const { namespace: defaultNamespace, ...common } = options;
  const parts = {
    ...common,
    clock: options.clock ?? createSystemClock(),
    random: options.random ?? createSystemRandom(),
  };
  const shared = new Map<string, Shared>();
  let running: AbortSignal | undefined;

  return {
    informer,
    existing: <T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions) =>
      shared.get(collectionKey(type, scoped(type, wanted)))?.informer as Informer<T> | undefined, // The key holds the kind.
    informers: () => [...shared.values()].map((entry) => entry.informer),
    remove,
    start,
    async waitForSync({ signal } = {}) {
      const waitOptions = signal === undefined ? {} : { signal };
      await Promise.all([...shared.values()].map((entry) => entry.informer.waitForSync(waitOptions)));
    },
  };

  function informer<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions): Informer<T> {
    const scope = scoped(type, wanted);
    const key = collectionKey(type, scope);
    const held = shared.get(key);
    if (held !== undefined) return held.informer as Informer<T>; // The key holds the kind.

    const made = createInformer({ ...parts, ...scope, type });
    const entry: Shared = { informer: made };
    shared.set(key, entry);
    if (running !== undefined) run(entry, running);
    return made;
  }

  async function remove(type: ResourceType, wanted?: SharedInformerOptions): Promise<boolean> {
    const key = collectionKey(type, scoped(type, wanted));
    const entry = shared.get(key);
    if (entry === undefined) return false;
    shared.delete(key);
    entry.run?.end.abort(new StoppedError(`informer of ${type.plural}`));
    await entry.run?.done;
    return true;
  }

  async function start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (running !== undefined) throw new TypeError("Cannot start informer cache: it has been started before");
    running = signal;
    for (const entry of shared.values()) run(entry, signal);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.all([...shared.values()].map(async (entry) => entry.run?.done));
  }

  function run(entry: Shared, signal: AbortSignal): void {
    const end = linkSignals(signal);
    entry.run = { end, done: entry.informer.start({ signal: end.signal }).finally(() => end[Symbol.dispose]()) };
  }

  function scoped(type: ResourceType, wanted: SharedInformerOptions = {}): SharedInformerOptions {
    const namespace = type.namespaced ? (wanted.namespace ?? defaultNamespace) : undefined;
    const { namespace: _named, ...rest } = wanted;
    return namespace === undefined ? rest : { ...rest, namespace };
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
