// The recent events of one table, oldest first. Events have increasing numbers. A watch is a cursor: the number of the event that it
// reads next. So a watch has no buffer, and a thousand stalled readers cost nothing. A reader that is too slow fails, because the log no longer
// has the event at its cursor.
import type { StoredEntry } from "./stored-entry.ts";

export interface StoreEvent {
  readonly revision: number;
  readonly type: "created" | "updated" | "deleted";
  /** The object after the change; for a deletion its last state, with the revision of the deletion. */
  readonly entry: StoredEntry;
  readonly previous: StoredEntry | undefined;
  /** On the monotonic clock, in milliseconds. */
  readonly at: number;
}

/** How much a log keeps. */
export interface HistoryLimits {
  /** The maximum number of events of any age. */
  readonly eventsMax: number;
  /** Above this number, events older than `ageMaxMs` are dropped. */
  readonly eventsMin: number;
  readonly ageMaxMs: number;
}

/** As in the watch cache of kube-apiserver: the last 75 seconds, with a minimum and a maximum number of events. */
export const defaultHistoryLimits: HistoryLimits = { eventsMax: 20_000, eventsMin: 1000, ageMaxMs: 75_000 };

export class EventLog {
  readonly #limits: HistoryLimits;
  #events: StoreEvent[] = [];
  /** The number of dropped elements at the start of `#events`, which are removed in bulk. */
  #dropped = 0;
  /** The number of `#events[0]`. */
  #base = 0;
  #startRevision: number;

  /** A log that begins after `revision`. */
  constructor(revision: number, limits: HistoryLimits) {
    this.#startRevision = revision;
    this.#limits = limits;
  }

  /** The revision after which all events are known: a watch may start here or later. */
  get startRevision(): number {
    return this.#startRevision;
  }

  /** The number of the oldest event kept. */
  get first(): number {
    return this.#base + this.#dropped;
  }

  /** The number that the next event will have. */
  get end(): number {
    return this.#base + this.#events.length;
  }

  /** The event of this number, if it has happened and is still kept. */
  get(number: number): StoreEvent | undefined {
    return number < this.first ? undefined : this.#events[number - this.#base];
  }

  append(event: StoreEvent): void {
    this.#events.push(event);
    this.expire(event.at);
  }

  /** Drops the events that the limits exclude at `now`. A table without writes is not appended to, so its store calls this. */
  expire(now: number): void {
    const { eventsMax, eventsMin, ageMaxMs } = this.#limits;
    for (;;) {
      const count = this.end - this.first;
      const oldest = this.#events[this.#dropped];
      if (oldest === undefined) break;
      if (count <= eventsMax && (count <= eventsMin || now - oldest.at <= ageMaxMs)) break;
      this.#drop(oldest);
    }
  }

  /** Drops all events, as the compaction of a store does. */
  clear(revision: number): void {
    this.#base = this.end;
    this.#events = [];
    this.#dropped = 0;
    this.#startRevision = revision;
  }

  /** The number of the first event after `revision`; `undefined` when events after it may be gone. */
  numberAfter(revision: number): number | undefined {
    return revision < this.#startRevision ? undefined : this.#search(revision) + this.#base;
  }

  #drop(oldest: StoreEvent): void {
    this.#startRevision = oldest.revision;
    this.#dropped++;
    if (this.#dropped * 2 < this.#events.length) return;
    this.#events = this.#events.slice(this.#dropped);
    this.#base += this.#dropped;
    this.#dropped = 0;
  }

  /** The index in `#events` of the first kept event with a greater revision. */
  #search(revision: number): number {
    let low = this.#dropped;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
