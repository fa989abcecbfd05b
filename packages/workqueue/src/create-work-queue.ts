// The queue between event handlers, which add keys, and workers, which process them.
//
// client-go stacks three queues (plain, delaying, rate limiting) and controller-runtime adds a priority queue. This is one
// structure for all four: a key is in the queue at most once, and each entry has a time at which it is due.
//
//     add ──┬──> delayed ──────(time)──────┬──> ready ──────(take)──────> leased
//           └──────────────────────────────┤      ^                         │
//                                          └──> held, while its key ────────┘ lease ends
//                                               is leased
//
// `delayed` and `ready` are heaps: adding, taking and releasing cost O(log n) for n waiting keys, everything else O(1). Memory is
// one entry per waiting or leased key, plus what the rate limiter keeps.
import { assertNumbers, createHeap, createSystemClock, guardObserver } from "@kubewright/async";
import type { Clock, HeapNode, NumberRule } from "@kubewright/async";
import { defaultKeyOf } from "./key.ts";
import type { WorkQueueGauges, WorkQueueObserver } from "./observer.ts";
import { createDefaultRateLimiter } from "./rate-limiter.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { Waiters } from "./waiters.ts";
import type { AddOptions, Lease, ShutDownOptions, TakeOptions, WorkQueue, WorkQueueOptions } from "./work-queue.ts";

/** Creates an empty, open queue. */
export function createWorkQueue<K = string>(options: WorkQueueOptions<K> = {}): WorkQueue<K> {
  return new PriorityWorkQueue(options);
}

/** A waiting key. `node` is its position in the heap that `place` names; held entries are in no heap. */
interface Entry<K> {
  readonly key: K;
  readonly id: string;
  priority: number;
  place: "delayed" | "ready" | "held";
  /** When the entry becomes due, or became due. */
  dueAt: number;
  /** Breaks ties: the order of adding among delayed entries, the order of becoming due among the others. */
  sequence: number;
  node: HeapNode<Entry<K>> | undefined;
}

class PriorityWorkQueue<K> implements WorkQueue<K> {
  readonly name: string;
  readonly #clock: Clock;
  readonly #rateLimiter: RateLimiter;
  readonly #observer: WorkQueueObserver;
  readonly #keyOf: (key: K) => string;

  /** All entries by key id. Each one is also in `#delayed` or in `#ready`, or its key is in `#leases`. */
  readonly #entries = new Map<string, Entry<K>>();
  readonly #delayed = createHeap<Entry<K>>(isDueEarlier);
  readonly #ready = createHeap<Entry<K>>(goesFirst);
  /** The start of the open lease of each leased key. */
  readonly #leases = new Map<string, number>();
  readonly #waiters = new Waiters<K>();

  #state: "open" | "draining" | "aborted" = "open";
  #sequence = 0;
  #isServeScheduled = false;
  /** The only timer: fires when the first delayed entry is due. */
  #timer: { readonly at: number; readonly timer: Disposable } | undefined;

  constructor({ clock = createSystemClock(), name = "", ...options }: WorkQueueOptions<K>) {
    this.name = name;
    this.#clock = clock;
    this.#rateLimiter = options.rateLimiter ?? createDefaultRateLimiter();
    this.#observer = guardObserver(options.observer ?? {});
    this.#keyOf = options.keyOf ?? defaultKeyOf;
    this.#observer.created?.({ queue: name, gauges: this.#gauges() });
  }

  get size(): number {
    return this.#entries.size - this.#delayed.size;
  }

  add(key: K, { afterMs = 0, priority = 0, rateLimited = false }: AddOptions = {}): void {
    assertNumber("afterMs", afterMs);
    assertNumber("priority", priority);
    if (this.#state !== "open") return;

    const id = this.#keyOf(key);
    const delayMs = Math.max(0, afterMs, rateLimited ? this.#rateLimiter.delayMs(id) : 0);
    if (rateLimited || delayMs > 0) this.#observer.retried?.({ queue: this.name });

    const dueAt = this.#clock.now() + delayMs;
    const waiting = this.#entries.get(id);
    if (waiting === undefined) this.#insert(key, id, priority, dueAt);
    else {
      this.#raise(waiting, priority);
      this.#advance(waiting, dueAt);
    }
    this.#setTimer();
  }

  take(options: TakeOptions = {}): Promise<Lease<K> | undefined> {
    const taken = this.#waiters.wait(options);
    if (this.#ready.size > 0 || this.#isDrained()) this.#scheduleServe();
    return taken;
  }

  forget(key: K): void {
    this.#rateLimiter.forget(this.#keyOf(key));
  }

  failuresOf(key: K): number {
    return this.#rateLimiter.failuresOf(this.#keyOf(key));
  }

  shutDown({ mode = "drain" }: ShutDownOptions = {}): void {
    if (this.#state === "aborted") return;
    this.#state = mode === "abort" ? "aborted" : "draining";
    for (const entry of this.#entries.values()) {
      if (entry.place === "delayed") this.#entries.delete(entry.id);
      else if (this.#state === "aborted") this.#drop(entry);
    }
    this.#delayed.clear();
    if (this.#state === "aborted") this.#ready.clear();
    this.#setTimer();
    this.#scheduleServe();
  }

  [Symbol.dispose](): void {
    this.shutDown({ mode: "abort" });
  }

  #insert(key: K, id: string, priority: number, dueAt: number): void {
    const sequence = this.#sequence++;
    const entry: Entry<K> = { key, id, priority, place: "delayed", dueAt, sequence, node: undefined };
    this.#entries.set(id, entry);
    if (dueAt > this.#clock.now()) entry.node = this.#delayed.push(entry);
    else this.#makeDue(entry);
  }

  #raise(entry: Entry<K>, priority: number): void {
    if (priority <= entry.priority) return;
    if (entry.place !== "delayed") {
      this.#countDepth(entry.priority, -1);
      this.#countDepth(priority, 1);
    }
    entry.priority = priority;
    if (entry.place === "ready" && entry.node) this.#ready.update(entry.node);
  }

  #advance(entry: Entry<K>, dueAt: number): void {
    if (entry.place !== "delayed" || dueAt >= entry.dueAt) return;
    entry.dueAt = dueAt;
    if (entry.node) this.#delayed.update(entry.node);
    if (dueAt <= this.#clock.now()) {
      if (entry.node) this.#delayed.remove(entry.node);
      this.#makeDue(entry);
    }
  }

  /** Moves an entry that is not in `#delayed` (any more) to `ready`, or to `held` while its key is leased. */
  #makeDue(entry: Entry<K>): void {
    entry.dueAt = this.#clock.now();
    entry.sequence = this.#sequence++;
    this.#observer.added?.({ queue: this.name, priority: entry.priority });
    this.#countDepth(entry.priority, 1);
    if (this.#leases.has(entry.id)) {
      entry.place = "held";
      entry.node = undefined;
    } else {
      this.#makeReady(entry);
    }
  }

  #makeReady(entry: Entry<K>): void {
    entry.place = "ready";
    entry.node = this.#ready.push(entry);
    this.#scheduleServe();
  }

  #setTimer(): void {
    const at = this.#delayed.peek()?.dueAt;
    if (at === this.#timer?.at) return;
    this.#timer?.timer[Symbol.dispose]();
    this.#timer =
      at === undefined ? undefined : { at, timer: this.#clock.setTimer(at - this.#clock.now(), () => this.#onTimer()) };
  }

  #onTimer(): void {
    this.#timer = undefined;
    const now = this.#clock.now();
    while ((this.#delayed.peek()?.dueAt ?? Infinity) <= now) {
      const entry = this.#delayed.pop();
      if (entry) this.#makeDue(entry);
    }
    this.#setTimer();
  }

  /** Serves the waiters in a microtask: keys that one handler adds in a row are ordered by priority first. */
  #scheduleServe(): void {
    if (this.#isServeScheduled || this.#waiters.isEmpty) return;
    this.#isServeScheduled = true;
    queueMicrotask(() => {
      this.#isServeScheduled = false;
      this.#waiters.serve(() => {
        const entry = this.#ready.pop();
        if (entry !== undefined) return { lease: this.#lease(entry) };
        return this.#isDrained() ? {} : undefined;
      });
    });
  }

  /** Whether no key will be handed out any more. While the queue drains, every remaining entry is ready or held. */
  #isDrained(): boolean {
    return this.#state !== "open" && this.#entries.size === 0;
  }

  #lease({ key, id, priority, dueAt }: Entry<K>): Lease<K> {
    const startedAt = this.#clock.now();
    this.#entries.delete(id);
    this.#leases.set(id, startedAt);
    this.#countDepth(priority, -1);
    this.#observer.taken?.({ queue: this.name, priority, waitedMs: startedAt - dueAt });

    let isOpen = true;
    return {
      key,
      priority,
      [Symbol.dispose]: () => {
        if (isOpen) this.#release(id, startedAt);
        isOpen = false;
      },
    };
  }

  #release(id: string, startedAt: number): void {
    this.#leases.delete(id);
    this.#observer.released?.({ queue: this.name, workedMs: this.#clock.now() - startedAt });
    const entry = this.#entries.get(id);
    if (entry?.place === "held") this.#makeReady(entry);
  }

  #drop(entry: Entry<K>): void {
    this.#entries.delete(entry.id);
    this.#countDepth(entry.priority, -1);
  }

  #countDepth(priority: number, change: 1 | -1): void {
    this.#observer.depthChanged?.({ queue: this.name, priority, change });
  }

  #gauges(): WorkQueueGauges {
    const depth = (): number => this.size;
    const delayed = this.#delayed;
    const leases = this.#leases;
    const ages = (): readonly number[] => {
      const now = this.#clock.now();
      return Array.from(leases.values(), (startedAt) => now - startedAt);
    };
    return {
      get depth() {
        return depth();
      },
      get delayed() {
        return delayed.size;
      },
      get leased() {
        return leases.size;
      },
      get unfinishedWorkMs() {
        return ages().reduce((sum, age) => sum + age, 0);
      },
      get longestRunningMs() {
        return ages().reduce((longest, age) => Math.max(longest, age), 0);
      },
    };
  }
}

function isDueEarlier(first: Entry<unknown>, second: Entry<unknown>): boolean {
  return first.dueAt === second.dueAt ? first.sequence < second.sequence : first.dueAt < second.dueAt;
}

function goesFirst(first: Entry<unknown>, second: Entry<unknown>): boolean {
  return first.priority === second.priority ? first.sequence < second.sequence : first.priority > second.priority;
}

const aNumber: NumberRule = { text: "a number", holds: (value) => !Number.isNaN(value) };

function assertNumber(name: "afterMs" | "priority", value: number): void {
  assertNumbers("Cannot add a key", { [name]: value }, aNumber);
}
