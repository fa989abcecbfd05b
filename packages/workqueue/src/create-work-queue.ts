/**
 * How the queue between "something happened to this key" and the worker that looks at it is built.
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
import { createHeap, createSystemClock, guardObserver } from "@kubewright/async";
import type { HeapNode } from "@kubewright/async";
import { defaultKeyOf } from "./key.ts";
import type { WorkQueueGauges } from "./observer.ts";
import { createDefaultControllerRateLimiter } from "./rate-limiter.ts";
import type { AddOptions, Lease, ShutDownOptions, TakeOptions, WorkQueue, WorkQueueOptions } from "./work-queue.ts";

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
  const observer = guardObserver(options.observer ?? {});
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
    if (entry.place === "ready" && entry.node) ready.update(entry.node);
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
