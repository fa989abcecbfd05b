// The shared informer. Its reflector receives the bytes of objects, its store keeps them and computes the changes, and its handlers
// receive the changes. Readers read the store.
import { assertNumbers, createSystemClock, createSystemRandom, guardObserver, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { asResourceVersion, encodeJsonBytes, isApiError } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, ResourceVersion, Stored } from "@kubewright/apimachinery";
import { storedObject } from "@kubewright/client";
import type { CollectionOptions, RawObject } from "@kubewright/client";

import type { InformerObserver } from "../reflector/observer.ts";
import { Reflector } from "../reflector/reflector.ts";
import type { ListReception, ReflectorSink } from "../reflector/sink.ts";
import { resourceVersionOf } from "../store/reduce.ts";
import { createStore } from "../store/store.ts";
import type { Store } from "../store/store.ts";
import { runConsistencyChecks } from "./consistency-check.ts";
import type { CreateInformerOptions } from "./create-informer-options.ts";
import { HandlerSet } from "./handler-set.ts";
import type {
  CacheListOptions,
  HandlerOptions,
  Informer,
  InformerHandler,
  Registration,
  VersionWanted,
} from "./informer.ts";
import type { InformerState } from "../reflector/state.ts";
import type { CachedObject, IndexFunction } from "../store/cached-object.ts";
import { candidates, listEntries } from "./list-entries.ts";
import { isAsNewAs, VersionWaits } from "./version-waits.ts";

/**
 * Creates an informer that has not started.
 *
 * @throws {RangeError} if `resyncPeriodMs` or `consistencyCheckPeriodMs` is negative or no number.
 */
export function createInformer<T extends KubernetesObject>(options: CreateInformerOptions<T>): Informer<T> {
  const { type, resyncPeriodMs, consistencyCheckPeriodMs } = options;
  const action = `Cannot create informer of ${type.plural}`;
  assertNumbers(action, { resyncPeriodMs }, numberRules.fromZeroMs);
  assertNumbers(action, { consistencyCheckPeriodMs }, numberRules.finiteFromZeroMs);
  return new SharedInformer(options);
}

class SharedInformer<T extends KubernetesObject> implements Informer<T>, ReflectorSink {
  readonly type: ResourceType<T>;
  readonly #options: CreateInformerOptions<T>;
  readonly #clock: Clock;
  readonly #observer: InformerObserver;
  readonly #store: Store<T>;
  readonly #handlers: HandlerSet<T>;
  readonly #waits: VersionWaits;
  readonly #ended = new AbortController();
  #state: InformerState = { kind: "idle" };
  #resourceVersion: ResourceVersion | undefined;
  #hasSynced = false;
  #listSize = 0;
  #progressedAtMs: number | undefined;

  constructor(options: CreateInformerOptions<T>) {
    const { type, transform, compress, clock = createSystemClock() } = options;
    const observer = guardObserver(options.observer ?? {});
    const store = createStore<T>({
      type,
      compress,
      ...(transform && { rewrite: (bytes) => encodeJsonBytes(transform(storedObject(type, bytes))) }),
      onIndexError: (index, error) => observer.handlerFailed?.({ type, handler: `index ${index}`, error }),
    });
    this.type = type;
    this.#options = options;
    this.#clock = clock;
    this.#observer = observer;
    this.#store = store;
    this.#waits = new VersionWaits(clock);
    this.#handlers = new HandlerSet<T>({
      clock,
      snapshot: () => store.entries(),
      isCurrent: (object) => store.get(object.key) === object,
      onError: (handler, error) => observer.handlerFailed?.({ type, handler, error }),
      resyncPeriodMs: options.resyncPeriodMs ?? 0,
      plural: type.plural,
      signal: this.#ended.signal,
    });
  }

  get state(): InformerState {
    return this.#state;
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  get resourceVersion(): string | undefined {
    return this.#resourceVersion;
  }

  get progressedAtMs(): number | undefined {
    return this.#progressedAtMs;
  }

  get size(): number {
    return this.#store.size;
  }

  get memory(): Informer["memory"] {
    return this.#store.memory;
  }

  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    if (this.#state.kind !== "idle") {
      throw new TypeError(
        `Cannot start informer of ${this.type.plural}: its state is "${this.#state.kind}", must be "idle"`,
      );
    }
    const { verbs, watchList = false, random = createSystemRandom() } = this.#options;
    const { consistencyCheckPeriodMs: periodMs = 0 } = this.#options;
    const onProgress = (): void => {
      this.#progressedAtMs = this.#clock.now();
    };
    onProgress();
    this.#observer.started?.({ type: this.type, informer: this });
    try {
      const source = { verbs, type: this.type, collection: collectionOf(this.#options), clock: this.#clock, random };
      const reflector = new Reflector(
        {
          ...source,
          sink: this,
          watchList,
          observer: this.#observer,
          onState: (state) => this.#setState(state),
          onProgress,
          versionOf: (object) => brand(resourceVersionOf(object)),
        },
        signal,
      );
      const checks =
        periodMs === 0
          ? undefined
          : runConsistencyChecks(
              {
                ...source,
                store: this.#store,
                periodMs,
                isFollowing: () => this.#state.kind === "watching",
                // No object has an empty name, so the version of the collection decides.
                waitForVersion: (resourceVersion, options) =>
                  this.waitForVersion({ name: "" }, { resourceVersion }, options),
                relist: () => reflector.relist(),
                onReport: (report) => this.#observer.consistencyChecked?.({ type: this.type, ...report }),
              },
              signal,
            );
      await Promise.all([reflector.run(), checks]);
    } finally {
      this.#setListSize(0);
      this.#setState({ kind: "stopped" });
      this.#observer.stopped?.({ type: this.type, informer: this });
      this.#ended.abort(signal.reason);
      this.#waits.check();
    }
  }

  waitForSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return this.#handlers.waitForSync(signal);
  }

  async waitForList(options: {
    readonly signal?: AbortSignal | undefined;
    readonly timeoutMs: number;
  }): Promise<boolean> {
    await this.#waits.wait(() => this.#hasSynced || isRefused(this.#state) || this.#ended.signal.aborted, options);
    if (!this.#hasSynced) this.#ended.signal.throwIfAborted();
    return this.#hasSynced;
  }

  waitForVersion(
    key: ObjectKey,
    wanted: VersionWanted,
    options: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number } = {},
  ): Promise<boolean> {
    return this.#waits.wait(() => this.hasVersion(key, wanted), options);
  }

  hasVersion(key: ObjectKey, wanted: VersionWanted): boolean {
    return isAsNewAs(wanted, this.#store.get(key), this.#resourceVersion);
  }

  addHandler(handler: InformerHandler<T>, options?: HandlerOptions): Registration {
    return this.#handlers.add(handler, options);
  }

  addIndex(name: string, index: IndexFunction<T>): void {
    this.#store.addIndex(name, index);
  }

  hasIndex(name: string): boolean {
    return this.#store.hasIndex(name);
  }

  get(key: ObjectKey): Stored<T> | undefined {
    return this.#store.get(key)?.read();
  }

  entry(key: ObjectKey): CachedObject<T> | undefined {
    return this.#store.get(key);
  }

  keysByIndex(name: string, value: string): readonly ObjectKey[] {
    return candidates(this.#store, this.type, { index: { name, value } }).map(({ key }) => key);
  }

  async *list(options?: CacheListOptions): AsyncGenerator<Stored<T>> {
    for await (const entry of this.entries(options)) yield entry.read();
  }

  entries(options: CacheListOptions = {}): AsyncGenerator<CachedObject<T>> {
    return listEntries(this.#store, this.#clock, this.type, options);
  }

  beginList(): ListReception {
    const reception = this.#store.beginList();
    return {
      add: (object) => this.#reportInvalid(() => reception.add(object)),
      remove: (object) => this.#reportInvalid(() => reception.remove(object)),
      drop: reception.drop,
      commit: async (at) => {
        for (const events of reception.commit(!this.#hasSynced)) {
          this.#handlers.deliver(events);
          await this.#clock.nextTurn();
        }
        this.#hasSynced = true;
        this.#setListSize(reception.size);
        this.progressed(at);
        this.#handlers.markListed();
      },
    };
  }

  receive(change: "ADDED" | "MODIFIED" | "DELETED", object: RawObject): ResourceVersion | undefined {
    const received = this.#reportInvalid(() => this.#store.receive(change, object));
    if (received === undefined) return undefined;
    for (const { kind } of received.events)
      if (kind !== "resync") this.#observer.eventReceived?.({ type: this.type, change: kind });
    this.#handlers.deliver(received.events);
    const at = brand(received.resourceVersion);
    if (at !== undefined) this.progressed(at);
    return at;
  }

  progressed(at: ResourceVersion): void {
    this.#resourceVersion = at;
    this.#waits.check();
  }

  /** Reports and skips a value that is not an object, so that the rest of the collection is still cached. */
  #reportInvalid<R>(store: () => R): R | undefined {
    try {
      return store();
    } catch (error) {
      this.#observer.objectRefused?.({ type: this.type, error });
      return undefined;
    }
  }

  #setListSize(items: number): void {
    const change = items - this.#listSize;
    this.#listSize = items;
    if (change !== 0) this.#observer.listSizeChanged?.({ type: this.type, change });
  }

  #setState(next: InformerState): void {
    const before = this.#state;
    this.#state = next;
    this.#waits.check();
    if (before.kind !== next.kind) this.#observer.stateChanged?.({ type: this.type, state: next, before });
  }
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

function brand(version: string | undefined): ResourceVersion | undefined {
  return version === undefined || version === "" ? undefined : asResourceVersion(version);
}

/** Whether the server has rejected the list: the kind is not installed, or cannot be listed by this client. */
function isRefused(state: InformerState): boolean {
  if (state.kind === "pending") return true;
  return state.kind === "backingOff" && isApiError(state.error) && [403, 405].includes(state.error.status.code ?? 0);
}
