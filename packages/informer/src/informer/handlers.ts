// Those who want to know. Each handler hears every change once and in order: one that comes late first hears of what is there,
// while changes wait for it. A handler that throws is reported, and neither the others nor the cache are touched by it.
//
// Long rows of events (a late handler's, a resync) are handed out in portions, between which everything else gets its turn.

import { abortable, anySignal, linkSignals, spawn, StoppedError } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { KubernetesObject } from "@kubewright/apimachinery";

import { portionSize, portionsOf } from "../store/portions.ts";
import type { CachedObject, HandlerOptions, InformerEvent, InformerHandler, Registration } from "./informer.ts";

export interface HandlersOptions<T extends KubernetesObject> {
  readonly clock: Clock;
  /** What is in the cache now. */
  readonly snapshot: () => readonly CachedObject<T>[];
  /** Whether this version is still the one in the cache. */
  readonly isCurrent: (object: CachedObject<T>) => boolean;
  readonly onError: (handler: string, error: unknown) => void;
  readonly resyncPeriodMs: number;
  /** Ends what is done in the background. */
  readonly signal: AbortSignal;
}

export interface Handlers<T extends KubernetesObject> {
  add(handler: InformerHandler<T>, options?: HandlerOptions): Registration;
  /** Tells all handlers of changes that have been made. */
  tell(events: readonly InformerEvent<T>[]): void;
  /** The first list is in the cache, and its events have been told. */
  listed(): void;
  /** Resolves once every handler added by now has heard of the first list. */
  waitForSync(signal: AbortSignal | undefined): Promise<void>;
}

interface Handler<T extends KubernetesObject> {
  readonly call: InformerHandler<T>;
  readonly name: string;
  /** Changes that wait until a late handler has heard of what was there; `undefined` when none has to. */
  waiting: InformerEvent<T>[] | undefined;
  readonly synced: PromiseWithResolvers<void>;
  hasSynced: boolean;
  ended: boolean;
}

export function createHandlers<T extends KubernetesObject>(options: HandlersOptions<T>): Handlers<T> {
  const { clock } = options;
  const handlers = new Set<Handler<T>>();
  const firstList = Promise.withResolvers<void>();
  let isListed = false;

  return { add, tell, listed, waitForSync };

  function add(call: InformerHandler<T>, { name = "handler", resyncPeriodMs }: HandlerOptions = {}): Registration {
    const handler: Handler<T> = {
      call,
      name,
      waiting: undefined,
      synced: Promise.withResolvers(),
      hasSynced: false,
      ended: false,
    };
    handlers.add(handler);
    const end = linkSignals(options.signal);
    const background = { name, signal: end.signal, onError: (error: unknown) => options.onError(name, error) };
    const objects = options.snapshot();
    if (objects.length > 0) {
      handler.waiting = [];
      spawn((signal) => catchUp(handler, objects, signal), background);
    } else if (isListed) markSynced(handler);
    const periodMs = resyncPeriodMs ?? options.resyncPeriodMs;
    if (periodMs > 0) spawn((signal) => resync(handler, periodMs, signal), background);

    return {
      get hasSynced(): boolean {
        return handler.hasSynced;
      },
      async waitForSync({ signal } = {}) {
        if (!handler.hasSynced) await abortable(handler.synced.promise, anySignal(signal, end.signal));
      },
      [Symbol.dispose]() {
        handler.ended = true;
        handlers.delete(handler);
        end.abort(new StoppedError(`handler "${name}"`));
        end[Symbol.dispose]();
        handler.synced.resolve(); // Who waits for all handlers does not wait for this one.
      },
    };
  }

  function tell(events: readonly InformerEvent<T>[]): void {
    for (const event of events) {
      for (const handler of handlers) note(handler, event);
    }
  }

  function listed(): void {
    isListed = true;
    firstList.resolve();
    for (const handler of handlers) {
      if (handler.waiting === undefined) markSynced(handler);
    }
  }

  async function waitForSync(signal: AbortSignal | undefined): Promise<void> {
    const present = [...handlers];
    const until = anySignal(signal, options.signal);
    if (!isListed) await abortable(firstList.promise, until);
    for (const handler of present) {
      if (!handler.hasSynced) await abortable(handler.synced.promise, until);
    }
  }

  async function catchUp(handler: Handler<T>, objects: readonly CachedObject<T>[], signal: AbortSignal): Promise<void> {
    for (const some of portionsOf(objects)) {
      for (const object of some) call(handler, { kind: "added", object, initial: true });
      await clock.nextTurn();
      signal.throwIfAborted();
    }
    for (let waiting = handler.waiting ?? []; waiting.length > 0; waiting = handler.waiting ?? []) {
      handler.waiting = waiting.slice(portionSize);
      for (const event of waiting.slice(0, portionSize)) call(handler, event);
      await clock.nextTurn();
      signal.throwIfAborted();
    }
    handler.waiting = undefined;
    if (isListed) markSynced(handler);
  }

  async function resync(handler: Handler<T>, periodMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      await clock.sleep(periodMs, { signal });
      if (!handler.hasSynced) continue;
      for (const some of portionsOf(options.snapshot())) {
        for (const object of some) {
          // What has changed or gone meanwhile has been told already.
          if (options.isCurrent(object)) call(handler, { kind: "resync", object });
        }
        await clock.nextTurn();
        signal.throwIfAborted();
      }
    }
  }

  function note(handler: Handler<T>, event: InformerEvent<T>): void {
    if (handler.waiting === undefined) call(handler, event);
    else handler.waiting.push(event);
  }

  function call(handler: Handler<T>, event: InformerEvent<T>): void {
    if (handler.ended) return;
    try {
      handler.call(event);
    } catch (error) {
      options.onError(handler.name, error);
    }
  }

  function markSynced(handler: Handler<T>): void {
    handler.hasSynced = true;
    handler.synced.resolve();
  }
}
