/**
 * The queue between "something happened to this key" and the worker that looks at it.
 *
 * client-go stacks three queues (plain, delaying, rate limiting) and controller-runtime adds one with priorities; here they are
 * one structure, because they are one idea: a key is in the queue at most once, and an entry has a moment at which it is due.
 *
 *                 due later                     due now
 *     add ──┬──> delayed ──────(time)──────┬──> ready ──────(take)──────> leased
 *           └──────────────────────────────┤      ^                         │
 *                                          └──> held, while its key ────────┘ lease ends
 *                                               is leased
 *
 * `delayed` and `ready` are heaps, so adding, taking and ending a lease cost O(log n) for n waiting keys, everything else O(1).
 * Memory is one entry for each key that waits or is leased; what the rate limiter remembers is its own affair.
 */
import { createHeap, createSystemClock } from "@kubewright/async";
import type { Clock, HeapNode } from "@kubewright/async";
import { defaultKeyOf } from "./key.ts";
import type { WorkQueueGauges, WorkQueueObserver } from "./observer.ts";
import { createDefaultControllerRateLimiter } from "./rate-limiter.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/**
 * Keys for workers. A key is handed out to one worker at a time, and every `add` of it is followed by a hand-out that begins
 * after it: whoever adds a key knows that somebody will look at the state he saw, or a later one.
 *
 * ```ts
 * for (;;) {
 *   using lease = await queue.take({ signal });
 *   if (!lease) return; // Shut down, and every key that waited has been worked on.
 *   await reconcile(lease.key, { signal });
 * }
 * ```
 */
export interface WorkQueue<K> extends Disposable {
  /** What metrics call this queue. */
  readonly name: string;

  /** How many keys are due and not handed out. Keys whose delay still runs do not count. */
  readonly size: number;

  /**
   * Asks for `key` to be worked on. A key that waits already stays one: it becomes due at the earlier of both moments and keeps
   * the higher of both priorities. A key that is leased comes once more after its lease has ended.
   *
   * Once the queue is shut down this does nothing. Throws a `RangeError` when the delay or the priority is no number.
   */
  add(key: K, options?: AddOptions): void;

  /**
   * Waits for a key that is due and leases it: the highest priority first and, within one, the key that has been due longest.
   * Keys that are added in one go are ordered before the first of them is handed out. Waiting workers are served in turn.
   *
   * Resolves to `undefined` once the queue is shut down and no key is left. Rejects with `signal.reason` when the signal aborts
   * before a key is there.
   */
  take(options?: TakeOptions): Promise<Lease<K> | undefined>;

  /** `key` was worked on as it should: its failures no longer count. Whether it is waiting is another matter, it stays. */
  forget(key: K): void;

  /** How often `key` was added `rateLimited` since it was last forgotten. */
  failuresOf(key: K): number;

  /**
   * Takes no more keys from now on. Open leases are not touched. Calling it again can only turn `drain` into `abort`.
   */
  shutDown(options?: ShutDownOptions): void;

  /** The same as `shutDown({ mode: "abort" })`: nobody is going to take what still waits. */
  [Symbol.dispose](): void;
}

/** When and how urgently an added key is to be worked on. */
export interface AddOptions {
  /** Not before so many milliseconds have passed; 0, which is at once, by default. */
  readonly afterMs?: number;
  /** Higher goes first; an integer by convention, 0 by default. Keys of a low one wait for as long as higher ones keep coming. */
  readonly priority?: number;
  /** The key has failed: it waits for as long as the rate limiter says, or `afterMs` if that is longer. */
  readonly rateLimited?: boolean;
}

/** What `take` takes. */
export interface TakeOptions {
  /** Ends the waiting. A key that has been handed out stays handed out. */
  readonly signal?: AbortSignal;
}

/** How a queue ends. */
export interface ShutDownOptions {
  /**
   * `drain`, the default: keys that are due are still handed out, those added again during a lease included; delayed keys are
   * dropped, because their time may be hours away and the next process finds them anew. `abort`: all are dropped.
   */
  readonly mode?: "drain" | "abort";
}

/** A key that is being worked on. Its end is the end of the scope, so that it cannot be forgotten; ending it twice is harmless. */
export interface Lease<K> extends Disposable {
  readonly key: K;
  /** The priority it had waited with, for adding it again with the same. */
  readonly priority: number;
}

/** What a queue is made with. */
export interface WorkQueueOptions<K> {
  /** The machine's clock by default. */
  readonly clock?: Clock;
  /** What metrics call this queue; `""` by default. */
  readonly name?: string;
  /** `createDefaultControllerRateLimiter` by default. */
  readonly rateLimiter?: RateLimiter;
  /** Nobody by default. */
  readonly observer?: WorkQueueObserver;
  /** Two keys are the same if this gives the same text for both; by default, if they have the same properties. */
  readonly keyOf?: (key: K) => string;
}

/** A key that waits. Its place says which collection it is in, and `node` where, if that is a heap. */
interface Entry<K> {
  readonly key: K;
  readonly id: string;
  priority: number;
  place: "delayed" | "ready" | "held";
  /** When it becomes, or became, due. */
  dueAt: number;
  /** Breaks ties: the order of adding among the delayed, the order of becoming due among the others. */
  sequence: number;
  node: HeapNode<Entry<K>> | undefined;
}

interface Waiter<K> {
  readonly resolve: (lease: Lease<K> | undefined) => void;
}

/** An empty queue that takes keys. */
export function createWorkQueue<K = string>(options: WorkQueueOptions<K> = {}): WorkQueue<K> {
  const clock = options.clock ?? createSystemClock();
  const name = options.name ?? "";
  const rateLimiter = options.rateLimiter ?? createDefaultControllerRateLimiter(clock);
  const observer = options.observer ?? {};
  const keyOf = options.keyOf ?? defaultKeyOf;

  /** All entries, by the text of their key. Each is also in `delayed`, in `ready`, or its key is in `leases`. */
  const entries = new Map<string, Entry<K>>();
  const delayed = createHeap<Entry<K>>(isDueEarlier);
  const ready = createHeap<Entry<K>>(goesFirst);
  /** When the open lease of each leased key began. */
  const leases = new Map<string, number>();
  const waiters = new Set<Waiter<K>>();

  let state: "open" | "draining" | "aborted" = "open";
  let sequence = 0;
  let handingOut = false;
  /** The one timer, for the first of the delayed. */
  let alarm: { readonly at: number; readonly timer: Disposable } | undefined;

  function add(key: K, { afterMs = 0, priority = 0, rateLimited = false }: AddOptions = {}): void {
    assertNumber("afterMs", afterMs);
    assertNumber("priority", priority);
    if (state !== "open") return;

    const id = keyOf(key);
    const delayMs = Math.max(0, afterMs, rateLimited ? rateLimiter.delayMs(id) : 0);
    if (rateLimited || delayMs > 0) observer.retried?.({ queue: name });

    const dueAt = clock.now() + delayMs;
    const waiting = entries.get(id);
    if (waiting) {
      raise(waiting, priority);
      advance(waiting, dueAt);
    } else {
      const entry: Entry<K> = { key, id, priority, place: "delayed", dueAt, sequence: sequence++, node: undefined };
      entries.set(id, entry);
      if (delayMs > 0) entry.node = delayed.push(entry);
      else makeDue(entry);
    }
    setAlarm();
  }

  function raise(entry: Entry<K>, priority: number): void {
    if (priority <= entry.priority) return;
    if (entry.place !== "delayed") {
      observer.depthChanged?.({ queue: name, priority: entry.priority, change: -1 });
      observer.depthChanged?.({ queue: name, priority, change: 1 });
    }
    entry.priority = priority;
    if (entry.node) (entry.place === "ready" ? ready : delayed).update(entry.node);
  }

  function advance(entry: Entry<K>, dueAt: number): void {
    if (entry.place !== "delayed" || dueAt >= entry.dueAt) return;
    entry.dueAt = dueAt;
    if (entry.node) delayed.update(entry.node);
    if (dueAt <= clock.now()) {
      if (entry.node) delayed.remove(entry.node);
      makeDue(entry);
    }
  }

  /** The entry has left `delayed`, or never was in it. */
  function makeDue(entry: Entry<K>): void {
    entry.dueAt = clock.now();
    entry.sequence = sequence++;
    observer.added?.({ queue: name, priority: entry.priority });
    observer.depthChanged?.({ queue: name, priority: entry.priority, change: 1 });
    if (leases.has(entry.id)) {
      entry.place = "held";
      entry.node = undefined;
    } else {
      makeReady(entry);
    }
  }

  function makeReady(entry: Entry<K>): void {
    entry.place = "ready";
    entry.node = ready.push(entry);
    handOutSoon();
  }

  function setAlarm(): void {
    const at = delayed.peek()?.dueAt;
    if (at === alarm?.at) return;
    alarm?.timer[Symbol.dispose]();
    alarm = at === undefined ? undefined : { at, timer: clock.setTimer(at - clock.now(), onAlarm) };
  }

  function onAlarm(): void {
    alarm = undefined;
    const now = clock.now();
    while ((delayed.peek()?.dueAt ?? Infinity) <= now) {
      const entry = delayed.pop();
      if (entry) makeDue(entry);
    }
    setAlarm();
  }

  /** A microtask later, when whoever adds keys in a row is through with it, so that priority decides and not the order of adding. */
  function handOutSoon(): void {
    if (handingOut || waiters.size === 0) return;
    handingOut = true;
    queueMicrotask(handOut);
  }

  function handOut(): void {
    handingOut = false;
    for (const waiter of waiters) {
      const entry = ready.pop();
      if (!entry && !isOver()) return;
      waiters.delete(waiter);
      waiter.resolve(entry && lease(entry));
    }
  }

  /** Every entry that is left while draining is ready or held, and a held one is still going to be handed out. */
  function isOver(): boolean {
    return state !== "open" && entries.size === 0;
  }

  function lease(entry: Entry<K>): Lease<K> {
    const { key, id, priority } = entry;
    const startedAt = clock.now();
    entries.delete(id);
    leases.set(id, startedAt);
    observer.depthChanged?.({ queue: name, priority, change: -1 });
    observer.taken?.({ queue: name, priority, waitedMs: startedAt - entry.dueAt });

    let open = true;
    return {
      key,
      priority,
      [Symbol.dispose]() {
        if (!open) return;
        open = false;
        release(id, startedAt);
      },
    };
  }

  function release(id: string, startedAt: number): void {
    leases.delete(id);
    observer.released?.({ queue: name, workedMs: clock.now() - startedAt });
    const entry = entries.get(id);
    if (entry?.place === "held") makeReady(entry);
  }

  function take({ signal }: TakeOptions = {}): Promise<Lease<K> | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason);

    return new Promise((resolve, reject) => {
      const waiter: Waiter<K> = {
        resolve(handedOut) {
          signal?.removeEventListener("abort", onAbort);
          resolve(handedOut);
        },
      };
      function onAbort(): void {
        waiters.delete(waiter);
        reject(signal?.reason);
      }
      signal?.addEventListener("abort", onAbort, { once: true });
      waiters.add(waiter);
      if (ready.size > 0 || isOver()) handOutSoon();
    });
  }

  function shutDown({ mode = "drain" }: ShutDownOptions = {}): void {
    if (state === "aborted") return;
    state = mode === "abort" ? "aborted" : "draining";
    for (const entry of entries.values()) {
      if (entry.place === "delayed") entries.delete(entry.id);
      else if (state === "aborted") drop(entry);
    }
    delayed.clear();
    if (state === "aborted") ready.clear();
    setAlarm();
    handOutSoon();
  }

  function drop(entry: Entry<K>): void {
    entries.delete(entry.id);
    observer.depthChanged?.({ queue: name, priority: entry.priority, change: -1 });
  }

  const gauges: WorkQueueGauges = {
    get depth() {
      return entries.size - delayed.size;
    },
    get delayed() {
      return delayed.size;
    },
    get leased() {
      return leases.size;
    },
    get unfinishedWorkMs() {
      return leaseAges().reduce((sum, age) => sum + age, 0);
    },
    get longestRunningMs() {
      return leaseAges().reduce((longest, age) => Math.max(longest, age), 0);
    },
  };

  function leaseAges(): readonly number[] {
    const now = clock.now();
    return Array.from(leases.values(), (startedAt) => now - startedAt);
  }

  observer.created?.({ queue: name, gauges });
  return {
    name,
    get size() {
      return gauges.depth;
    },
    add,
    take,
    forget: (key) => rateLimiter.forget(keyOf(key)),
    failuresOf: (key) => rateLimiter.failuresOf(keyOf(key)),
    shutDown,
    [Symbol.dispose]: () => shutDown({ mode: "abort" }),
  };
}

function isDueEarlier(first: Entry<unknown>, second: Entry<unknown>): boolean {
  return first.dueAt === second.dueAt ? first.sequence < second.sequence : first.dueAt < second.dueAt;
}

function goesFirst(first: Entry<unknown>, second: Entry<unknown>): boolean {
  return first.priority === second.priority ? first.sequence < second.sequence : first.priority > second.priority;
}

function assertNumber(name: "afterMs" | "priority", value: number): void {
  if (Number.isNaN(value)) throw new RangeError(`Cannot add a key: ${name} is NaN, must be a number`);
}
