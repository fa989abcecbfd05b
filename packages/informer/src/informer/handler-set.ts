// The handlers of an informer. Each handler receives every change once and in order. A handler that is added late first receives
// the objects in the cache as initial additions; changes made meanwhile wait for it. An error of a handler is reported and affects
// neither the other handlers nor the cache.
//
// The objects of a late handler and of a resync are delivered in batches, with a turn of the event loop between two batches.
import { abortable, anySignal, assertNumbers, linkSignals, numberRules, spawn, StoppedError } from "@kubewright/async";
import type { Clock, LinkedSignal } from "@kubewright/async";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { batchesOf, batchSize } from "../store/batches.ts";
import type { CachedObject, InformerEvent } from "../store/cached-object.ts";
import type { HandlerOptions, InformerHandler, Registration } from "./informer.ts";

export interface HandlerSetOptions<T extends KubernetesObject> {
  readonly clock: Clock;
  /** Returns the objects in the cache. */
  readonly snapshot: () => readonly CachedObject<T>[];
  /** Whether the cache still holds this version of the object. */
  readonly isCurrent: (object: CachedObject<T>) => boolean;
  readonly onError: (handler: string, error: unknown) => void;
  /** The resync period of handlers without their own, in milliseconds. 0 disables resyncs. */
  readonly resyncPeriodMs: number;
  /** The plural name of the kind, for errors. */
  readonly plural: string;
  /** Ends the background tasks. */
  readonly signal: AbortSignal;
}

export class HandlerSet<T extends KubernetesObject> {
  readonly #options: HandlerSetOptions<T>;
  readonly #registrations = new Set<HandlerRegistration<T>>();
  readonly #firstList = Promise.withResolvers<void>();
  #isListed = false;

  constructor(options: HandlerSetOptions<T>) {
    this.#options = options;
  }

  add(handler: InformerHandler<T>, { name = "handler", resyncPeriodMs }: HandlerOptions = {}): Registration {
    assertNumbers(
      `Cannot add ${name} to informer of ${this.#options.plural}`,
      { resyncPeriodMs },
      numberRules.fromZeroMs,
    );
    const registration = new HandlerRegistration(handler, name, this.#options, () =>
      this.#registrations.delete(registration),
    );
    this.#registrations.add(registration);
    registration.start(this.#isListed, resyncPeriodMs ?? this.#options.resyncPeriodMs);
    return registration;
  }

  /** Delivers changes of the cache to all handlers. */
  deliver(events: readonly InformerEvent<T>[]): void {
    for (const event of events) {
      for (const registration of this.#registrations) registration.deliver(event);
    }
  }

  /** Records that the first list is in the cache and that its events have been delivered. */
  markListed(): void {
    this.#isListed = true;
    this.#firstList.resolve();
    for (const registration of this.#registrations) registration.markListed();
  }

  /** Resolves once each handler that is registered now has received the objects of the first list. */
  async waitForSync(signal: AbortSignal | undefined): Promise<void> {
    const registered = [...this.#registrations];
    const until = anySignal(signal, this.#options.signal);
    if (!this.#isListed) await abortable(this.#firstList.promise, until);
    for (const registration of registered) {
      if (!registration.hasSynced) await abortable(registration.synced, until);
    }
  }
}

class HandlerRegistration<T extends KubernetesObject> implements Registration {
  readonly #handler: InformerHandler<T>;
  readonly #name: string;
  readonly #options: HandlerSetOptions<T>;
  readonly #remove: () => void;
  readonly #end: LinkedSignal;
  readonly #synced = Promise.withResolvers<void>();
  /** Changes that wait until a late handler has received the objects in the cache; `undefined` otherwise. */
  #pending: InformerEvent<T>[] | undefined;
  #isListed = false;
  #hasSynced = false;
  #isDisposed = false;

  constructor(handler: InformerHandler<T>, name: string, options: HandlerSetOptions<T>, remove: () => void) {
    this.#handler = handler;
    this.#name = name;
    this.#options = options;
    this.#remove = remove;
    this.#end = linkSignals(options.signal);
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Resolves once the handler has synced or is disposed. */
  get synced(): Promise<void> {
    return this.#synced.promise;
  }

  start(isListed: boolean, resyncPeriodMs: number): void {
    this.#isListed = isListed;
    const onError = (error: unknown): void => this.#options.onError(this.#name, error);
    const task = { name: this.#name, signal: this.#end.signal, onError };
    const objects = this.#options.snapshot();
    if (objects.length > 0) {
      this.#pending = [];
      spawn((signal) => this.#catchUp(objects, signal), task);
    } else if (isListed) this.#markSynced();
    if (resyncPeriodMs > 0) spawn((signal) => this.#resync(resyncPeriodMs, signal), task);
  }

  deliver(event: InformerEvent<T>): void {
    if (this.#pending === undefined) this.#call(event);
    else this.#pending.push(event);
  }

  markListed(): void {
    this.#isListed = true;
    if (this.#pending === undefined) this.#markSynced();
  }

  async waitForSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    if (!this.#hasSynced) await abortable(this.#synced.promise, anySignal(signal, this.#end.signal));
  }

  [Symbol.dispose](): void {
    this.#isDisposed = true;
    this.#remove();
    this.#end.abort(new StoppedError(`handler "${this.#name}"`));
    this.#end[Symbol.dispose]();
    this.#synced.resolve(); // `HandlerSet.waitForSync` does not wait for a removed handler.
  }

  async #catchUp(objects: readonly CachedObject<T>[], signal: AbortSignal): Promise<void> {
    for (const batch of batchesOf(objects)) {
      for (const object of batch) this.#call({ kind: "added", object, initial: true });
      await this.#nextTurn(signal);
    }
    for (let pending = this.#pending ?? []; pending.length > 0; pending = this.#pending ?? []) {
      this.#pending = pending.slice(batchSize);
      for (const event of pending.slice(0, batchSize)) this.#call(event);
      await this.#nextTurn(signal);
    }
    this.#pending = undefined;
    if (this.#isListed) this.#markSynced();
  }

  async #resync(periodMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#options.clock.sleep(periodMs, { signal });
      if (!this.#hasSynced) continue;
      for (const batch of batchesOf(this.#options.snapshot())) {
        for (const object of batch) {
          // An object that changed after the snapshot has been delivered already.
          if (this.#options.isCurrent(object)) this.#call({ kind: "resync", object });
        }
        await this.#nextTurn(signal);
      }
    }
  }

  async #nextTurn(signal: AbortSignal): Promise<void> {
    await this.#options.clock.nextTurn();
    signal.throwIfAborted();
  }

  #call(event: InformerEvent<T>): void {
    if (this.#isDisposed) return;
    try {
      this.#handler(event);
    } catch (error) {
      this.#options.onError(this.#name, error);
    }
  }

  #markSynced(): void {
    this.#hasSynced = true;
    this.#synced.resolve();
  }
}
