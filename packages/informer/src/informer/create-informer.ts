// An informer joins the parts: the reflector brings bytes, the store keeps them and says what has changed, the handlers hear of
// it, and readers look into the store.

import { createSystemClock, createSystemRandom, guardObserver } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import {
  asResourceVersion,
  compileLabelSelector,
  encodeJsonBytes,
  matchesLabels,
  parseLabelSelector,
} from "@kubewright/apimachinery";
import type { CompiledLabelSelector, KubernetesObject, ResourceType, ResourceVersion } from "@kubewright/apimachinery";
import { storedObject } from "@kubewright/client";
import type { CollectionOptions, Verbs } from "@kubewright/client";

import type { InformerObserver } from "../observer.ts";
import { runReflector } from "../reflector/reflector.ts";
import type { ListReception, ReflectorSink } from "../reflector/reflector.ts";
import { Entry } from "../store/entry.ts";
import { resourceVersionOf } from "../store/reduce.ts";
import { createStore, namespaceIndex } from "../store/store.ts";
import type { Transform } from "../store/store.ts";
import { createHandlers } from "./handlers.ts";
import type { CachedObject, CacheListOptions, Informer, InformerEvent, InformerState } from "./informer.ts";
import { createVersionWaits, isAsNewAs } from "./version-waits.ts";

/** Lists and iterations let other work run after so many bytes of objects: about 2 ms of parsing. */
const turnBytes = 256 * 1024;

export interface CreateInformerOptions<T extends KubernetesObject> {
  readonly verbs: Pick<Verbs, "listStream" | "watch">;
  readonly type: ResourceType<T>;
  /** Only this namespace. Absent: all of them. */
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Keep apiVersion, kind and metadata alone. */
  readonly metadataOnly?: boolean;
  /**
   * Changes each object before it is stored, for example removes fields that the program does not read. It costs parsing every
   * object. `managedFields` are removed afterwards, so a transform that needs them copies what it needs elsewhere.
   */
  readonly transform?: Transform<T>;
  readonly clock?: Clock;
  readonly random?: Random;
  readonly observer?: InformerObserver;
  /** Every object again this often, for handlers that do not say otherwise. Default 0: never. */
  readonly resyncPeriodMs?: number;
}

/** An informer that has not started. */
export function createInformer<T extends KubernetesObject>(options: CreateInformerOptions<T>): Informer<T> {
  const { type, clock = createSystemClock(), random = createSystemRandom() } = options;
  const observer = guardObserver(options.observer ?? {});
  const ended = new AbortController();
  const waits = createVersionWaits(clock);
  let state: InformerState = { kind: "idle" };
  let resourceVersion: ResourceVersion | undefined;
  let hasSynced = false;
  let listSize = 0;
  let progressedAtMs: number | undefined;

  const { transform } = options;
  const store = createStore<T>({
    type,
    ...(transform === undefined ? {} : { rewrite: (bytes) => encodeJsonBytes(transform(storedObject(type, bytes))) }),
    onIndexError: (index, error) => observer.handlerFailed?.(type, `index ${index}`, error),
  });
  const handlers = createHandlers<T>({
    clock,
    snapshot: store.entries,
    isCurrent: (object) => store.get(object.key) === object,
    onError: (name, error) => observer.handlerFailed?.(type, name, error),
    resyncPeriodMs: options.resyncPeriodMs ?? 0,
    signal: ended.signal,
  });

  const sink: ReflectorSink = { beginList, receive, progressed };

  return {
    type,
    get state(): InformerState {
      return state;
    },
    get hasSynced(): boolean {
      return hasSynced;
    },
    get resourceVersion(): string | undefined {
      return resourceVersion;
    },
    get progressedAtMs(): number | undefined {
      return progressedAtMs;
    },
    get size(): number {
      return store.size;
    },
    get memory(): Informer["memory"] {
      return store.memory;
    },
    start,
    waitForSync: ({ signal } = {}) => handlers.waitForSync(signal),
    waitForVersion: (key, wanted, waitOptions = {}) =>
      waits.wait(() => isAsNewAs(wanted, store.get(key), resourceVersion), waitOptions),
    hasVersion: (key, wanted) => isAsNewAs(wanted, store.get(key), resourceVersion),
    addHandler: handlers.add,
    addIndex: store.addIndex,
    get: (key) => store.get(key)?.read(),
    entry: store.get,
    list: async function* (listOptions) {
      for await (const entry of entries(listOptions)) yield entry.read();
    },
    entries,
  };

  async function start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (state.kind !== "idle")
      throw new TypeError(`Cannot start informer of ${type.plural}: it is ${state.kind} already`);
    const onProgress = (): void => {
      progressedAtMs = clock.now();
    };
    onProgress();
    try {
      await runReflector(
        {
          verbs: options.verbs,
          type,
          collection: collectionOf(options),
          sink,
          clock,
          random,
          observer,
          onState: setState,
          onProgress,
          versionOf: (bytes) => brand(resourceVersionOf(bytes)),
        },
        signal,
      );
    } finally {
      setListSize(0);
      setState({ kind: "stopped" });
      ended.abort(signal.reason);
    }
  }

  function beginList(): ListReception {
    const reception = store.beginList();
    let items = 0;
    return {
      add(bytes) {
        items += 1;
        kept(() => reception.add(bytes));
      },
      drop: reception.drop,
      async commit(at) {
        for (const events of reception.commit()) {
          handlers.tell(hasSynced ? events : events.map(asInitial));
          await clock.nextTurn();
        }
        hasSynced = true;
        setListSize(items);
        progressed(at);
        handlers.listed();
      },
    };
  }

  function receive(change: "ADDED" | "MODIFIED" | "DELETED", bytes: Uint8Array): ResourceVersion | undefined {
    const received = kept(() => store.receive(change, bytes));
    if (received === undefined) return undefined;
    for (const { kind } of received.events) if (kind !== "resync") observer.eventReceived?.(type, kind);
    handlers.tell(received.events);
    const at = brand(received.resourceVersion);
    if (at !== undefined) progressed(at);
    return at;
  }

  function progressed(at: ResourceVersion): void {
    resourceVersion = at;
    waits.moved();
  }

  /** What is no object is left out and reported: one of them must not keep all others from being known. */
  function kept<R>(keep: () => R): R | undefined {
    try {
      return keep();
    } catch (error) {
      observer.objectRefused?.(type, error);
      return undefined;
    }
  }

  function setListSize(items: number): void {
    const change = items - listSize;
    listSize = items;
    if (change !== 0) observer.listSizeChanged?.(type, change);
  }

  function setState(next: InformerState): void {
    const before = state;
    state = next;
    if (before.kind !== next.kind) observer.stateChanged?.(type, next, before);
  }

  async function* entries(listOptions: CacheListOptions = {}): AsyncGenerator<CachedObject<T>> {
    const selector = selectorOf(listOptions.labelSelector);
    let bytes = 0;
    for (const entry of candidates(listOptions)) {
      if (selector !== undefined && !matchesLabels(selector, entry.labels)) continue;
      if (listOptions.namespace !== undefined && entry.key.namespace !== listOptions.namespace) continue;
      yield entry;
      bytes += entry instanceof Entry ? entry.block.length : 0;
      if (bytes >= turnBytes) {
        bytes = 0;
        await clock.nextTurn();
      }
    }
  }

  /** The smallest set at hand that holds every match. */
  function candidates({ namespace, index }: CacheListOptions): readonly CachedObject<T>[] {
    if (index !== undefined) {
      if (!store.hasIndex(index.name)) {
        throw new TypeError(`Cannot list ${type.plural} by index "${index.name}": there is none of this name`);
      }
      return store.byIndex(index.name, index.value);
    }
    if (namespace !== undefined) return store.byIndex(namespaceIndex, namespace);
    return store.entries();
  }
}

function asInitial<T extends KubernetesObject>(event: InformerEvent<T>): InformerEvent<T> {
  return event.kind === "added" ? { ...event, initial: true } : event;
}

function collectionOf<T extends KubernetesObject>(
  options: CreateInformerOptions<T>,
): Pick<CollectionOptions, "namespace" | "labelSelector" | "fieldSelector" | "metadataOnly"> {
  const { namespace, labelSelector, fieldSelector, metadataOnly } = options;
  return {
    ...(namespace === undefined ? {} : { namespace }),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(metadataOnly === undefined ? {} : { metadataOnly }),
  };
}

function selectorOf(selector: CacheListOptions["labelSelector"]): CompiledLabelSelector {
  return typeof selector === "string" ? parseLabelSelector(selector) : compileLabelSelector(selector);
}

function brand(version: string | undefined): ResourceVersion | undefined {
  return version === undefined || version === "" ? undefined : asResourceVersion(version);
}
