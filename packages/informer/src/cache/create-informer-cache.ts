// A cache starts an informer when somebody first asks for its collection, and gives everybody after that the same one.

import { createSystemClock, createSystemRandom, linkSignals, StoppedError } from "@kubewright/async";
import type { Clock, LinkedSignal, Random } from "@kubewright/async";
import { formatGroupVersionKind, kindOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Verbs } from "@kubewright/client";

import { createInformer } from "../informer/create-informer.ts";
import { joinInformers } from "../informer/join-informers.ts";
import type { Informer } from "../informer/informer.ts";
import type { InformerObserver } from "../observer.ts";
import type { InformerCache, SharedInformerOptions } from "./informer-cache.ts";

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

interface Shared {
  readonly informer: Informer;
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
  const shared = new Map<string, Shared>();
  /** Several informers as one; their parts are in `shared`. */
  const joined = new Map<string, Informer>();
  let running: AbortSignal | undefined;

  return {
    informer,
    existing<T extends KubernetesObject>(type: ResourceType<T>, wanted?: SharedInformerOptions) {
      const key = collectionKey(type, scoped(type, wanted));
      return (joined.get(key) ?? shared.get(key)?.informer) as Informer<T> | undefined; // The key holds the kind.
    },
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
    const held = joined.get(key) ?? shared.get(key)?.informer;
    if (held !== undefined) return held as Informer<T>; // The key holds the kind.
    const several = severalFor(type, scope);
    if (several) {
      const parts = several.map((each) => [each, informer(type, { ...scope, namespace: each })] as const);
      const whole = joinInformers(type, new Map(parts));
      joined.set(key, whole);
      return whole;
    }

    const made = createInformer({ ...parts, ...scope, type });
    const entry: Shared = { informer: made };
    shared.set(key, entry);
    if (running !== undefined) run(entry, running);
    return made;
  }

  async function remove(type: ResourceType, wanted?: SharedInformerOptions): Promise<boolean> {
    const scope = scoped(type, wanted);
    const key = collectionKey(type, scope);
    if (joined.delete(key)) {
      const parts = severalFor(type, scope) ?? [];
      await Promise.all(parts.map((each) => remove(type, { ...scope, namespace: each })));
      return true;
    }
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
