// The state of the server: one table per kind of stored object, and one revision counter for all tables. A write is one synchronous step,
// so there are no transactions. It succeeds only if the entry that it replaces is still the current one.
//
// A fork shares all objects with its origin and begins a new history, as a restarted server does: revisions continue, and a watch from
// before the fork must list again.
import type { Clock } from "@kubewright/async";
import { Compaction } from "./compaction.ts";
import { defaultHistoryLimits, EventLog } from "./event-log.ts";
import type { HistoryLimits, StoreEvent } from "./event-log.ts";
import type { Journal } from "./journal.ts";
import { OrderedMap } from "./ordered-map.ts";
import type { StoredEntry } from "./stored-entry.ts";
import { withRevision } from "./stored-entry.ts";

export interface StoreOptions {
  readonly clock: Clock;
  readonly history?: HistoryLimits;
  /** Records all writes. Default: objects are in memory only. */
  readonly journal?: Journal;
}

/** The revision of an empty store, as in etcd. The first write gets the next one. */
const firstRevision = 1;

export class Store {
  readonly #options: StoreOptions;
  readonly #compaction: Compaction;
  readonly #tables = new Map<string, Table>();
  /** The tables whose old events are dropped next. */
  #expiring: MapIterator<Table> = this.#tables.values();
  readonly #waiters = new Set<{ readonly revision: number; readonly listener: () => void }>();
  /** The revision at which the history of this store begins: all later events are known. */
  #origin: number;
  #revision: number;

  constructor(options: StoreOptions, revision: number = firstRevision) {
    this.#options = options;
    this.#compaction = new Compaction(options.clock.now());
    this.#revision = revision;
    this.#origin = revision;
  }

  /** Creates a store with the objects of a journal. Its history begins now. */
  static restore(
    options: StoreOptions,
    revision: number,
    entries: Iterable<readonly [table: string, entry: StoredEntry]>,
  ): Store {
    const store = new Store(options, Math.max(revision, firstRevision));
    const states = new Map<string, OrderedMap<StoredEntry>>();
    for (const [name, entry] of entries) {
      states.set(name, (states.get(name) ?? OrderedMap.empty<StoredEntry>()).set(entry.key, entry));
    }
    for (const [name, state] of states) store.#tables.set(name, store.#addTable(name, state));
    return store;
  }

  /**
   * Returns when all writes are durable: at once for a store in memory. Called before writes are published to clients.
   * Throws a `StorageError` if a write cannot become durable.
   */
  flush(): void {
    this.#options.journal?.flush();
  }

  /** Resolves once the writes of this turn have become durable together, or have failed. `undefined`: `flush` need not wait for other writes. */
  turnEnd(): Promise<void> | undefined {
    return this.#options.journal?.turnEnd();
  }

  /** As `flush`, after `turnEnd`. Returns `undefined` if all writes are durable already. Called before a response is sent. */
  flushAtTurnEnd(): Promise<void> | undefined {
    const turnEnd = this.turnEnd();
    if (turnEnd !== undefined) return turnEnd.then(() => this.flush());
    this.flush();
    return undefined;
  }

  /** Throws a `StorageError` if an earlier write could not become durable. */
  assertHealthy(): void {
    this.#options.journal?.assertHealthy();
  }

  /** Whether writes can still become durable. */
  get isHealthy(): boolean {
    try {
      this.flush();
      return true;
    } catch {
      return false;
    }
  }

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /** The table with the objects of a resource. */
  tableOf({ storage }: { readonly storage: { readonly key: string } }): Table {
    return this.table(storage.key);
  }

  /** The table of this name, empty at first. */
  table(name: string): Table {
    let table = this.#tables.get(name);
    if (table === undefined) {
      table = this.#addTable(name, OrderedMap.empty());
      this.#tables.set(name, table);
    }
    return table;
  }

  /** Creates an independent store in memory with the same state. The cost grows with the number of kinds, not of objects. */
  fork({ clock, history = defaultHistoryLimits }: Omit<StoreOptions, "journal"> = this.#options): Store {
    const fork = new Store({ clock, history }, this.#revision);
    for (const [name, table] of this.#tables) fork.#tables.set(name, fork.#addTable(name, table.current));
    return fork;
  }

  /** Drops the history: older revisions can no longer be listed or watched from. Watches that are up to date continue. */
  compact(): void {
    this.#origin = this.#revision;
    for (const table of this.#tables.values()) table.clearHistory(this.#revision);
  }

  /** Compacts as often as is due. */
  #advanceCompaction(): void {
    if (!this.#compaction.advance(this.#options.clock.now(), this.#revision)) return;
    for (const table of this.#tables.values()) table.dropPastStates(this.#compaction.revision);
  }

  /** The histories of tables that are added from now on begin at the current revision. */
  beginLaterHistories(): void {
    this.#origin = this.#revision;
  }

  /** Calls `listener` once the store has reached `revision`, in the turn of that write. Disposing the result cancels. */
  onRevision(revision: number, listener: () => void): Disposable {
    const waiter = { revision, listener };
    this.#waiters.add(waiter);
    return { [Symbol.dispose]: () => void this.#waiters.delete(waiter) };
  }

  #addTable(name: string, current: OrderedMap<StoredEntry>): Table {
    const { clock, journal, history = defaultHistoryLimits } = this.#options;
    return new Table(name, current, new EventLog(this.#origin, history), {
      now: () => clock.now(),
      revision: () => this.#revision,
      nextRevision: () => {
        this.#advanceCompaction();
        return ++this.#revision;
      },
      isCompacted: (revision) => {
        this.#advanceCompaction();
        return revision < this.#compaction.revision;
      },
      written: () => {
        this.#expireNext(clock.now());
        this.#notifyWaiters();
      },
      ...(journal === undefined ? {} : { journal }),
    });
  }

  /** Each write drops the old events of one table, in turn: a table that has become idle keeps none, without a timer. */
  #expireNext(now: number): void {
    let next = this.#expiring.next();
    if (next.done === true) next = (this.#expiring = this.#tables.values()).next();
    next.value?.log.expire(now);
  }

  #notifyWaiters(): void {
    for (const waiter of this.#waiters) {
      if (waiter.revision > this.#revision) continue;
      this.#waiters.delete(waiter);
      waiter.listener();
    }
  }
}

/** The maximum number of earlier states that a table caches. */
const pastStatesMax = 8;

interface TableHost {
  readonly now: () => number;
  readonly revision: () => number;
  readonly nextRevision: () => number;
  readonly isCompacted: (revision: number) => boolean;
  readonly written: () => void;
  readonly journal?: Journal;
}

/** The objects of one kind. */
export class Table {
  readonly name: string;
  readonly log: EventLog;
  readonly #host: TableHost;
  readonly #listeners = new Set<() => void>();
  #current: OrderedMap<StoredEntry>;
  /** Recently requested earlier states: all pages of a list request the same one. `number` is that of the first event after the state. */
  #pastStates: readonly { readonly number: number; readonly table: OrderedMap<StoredEntry> }[] = [];

  /** Called only by `Store.table`. */
  constructor(name: string, current: OrderedMap<StoredEntry>, log: EventLog, host: TableHost) {
    this.name = name;
    this.log = log;
    this.#current = current;
    this.#host = host;
  }

  /** The current state. A write replaces this map and does not change it. */
  get current(): OrderedMap<StoredEntry> {
    return this.#current;
  }

  get(key: string): StoredEntry | undefined {
    return this.#current.get(key);
  }

  /**
   * The state at `revision`: the current one with all later events undone. `undefined` if the revision is compacted, or some of these events have been
   * dropped.
   */
  at(revision: number): OrderedMap<StoredEntry> | undefined {
    if (this.#host.isCompacted(revision)) return undefined;
    const number = this.log.numberAfter(revision);
    if (number === undefined || number === this.log.end) return number === undefined ? undefined : this.#current;
    const cached = this.#pastStates.find((past) => past.number === number);
    if (cached !== undefined) return cached.table;
    let table = this.#current;
    for (let undone = this.log.end - 1; undone >= number; undone--) {
      const { entry, previous } = this.log.get(undone) as StoreEvent; // The log has all events from `number` on.
      table = previous === undefined ? table.delete(entry.key) : table.set(entry.key, previous);
    }
    this.#pastStates = [{ number, table }, ...this.#pastStates].slice(0, pastStatesMax);
    return table;
  }

  /** Drops the cached states whose last revision is before `compacted`. */
  dropPastStates(compacted: number): void {
    this.#pastStates = this.#pastStates.filter(({ number }) => (this.log.get(number)?.revision ?? 0) > compacted);
  }

  /** Drops all events. `revision` is the current one. */
  clearHistory(revision: number): void {
    this.log.clear(revision);
    this.#pastStates = [];
  }

  /**
   * Stores the result of `make` for the next revision, if the entry at `key` is still `expected` (`undefined`: no entry). Otherwise changes nothing
   * and returns `undefined`: another write has replaced it. Changes nothing if `make` throws; it must not write.
   */
  put(
    key: string,
    expected: StoredEntry | undefined,
    make: (revision: number) => StoredEntry,
  ): StoredEntry | undefined {
    if (this.get(key) !== expected) return undefined;
    const entry = make(this.#host.revision() + 1);
    this.#host.nextRevision();
    this.#current = this.#current.set(entry.key, entry); // One copy of the key for both.
    this.#record(expected === undefined ? "created" : "updated", entry, expected);
    return entry;
  }

  /** Removes `expected` if it is still the current entry. Returns its last state, with the revision of the deletion. */
  delete(expected: StoredEntry): StoredEntry | undefined {
    if (this.get(expected.key) !== expected) return undefined;
    const last = withRevision(expected, this.#host.nextRevision());
    this.#current = this.#current.delete(expected.key);
    this.#record("deleted", last, expected);
    return last;
  }

  /** Calls `listener` after each write, in its turn, until disposed. It must be quick and must not write. */
  onWrite(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => void this.#listeners.delete(listener) };
  }

  #record(type: StoreEvent["type"], entry: StoredEntry, previous: StoredEntry | undefined): void {
    const { revision } = entry;
    const { journal } = this.#host;
    if (journal !== undefined) {
      if (type === "deleted") journal.remove(this.name, entry.key, revision);
      else journal.put(this.name, entry);
    }
    this.log.append({ revision, type, entry, previous, at: this.#host.now() });
    if (this.#pastStates.length > 0)
      this.#pastStates = this.#pastStates.filter(({ number }) => number >= this.log.first);
    for (const listener of this.#listeners) listener();
    this.#host.written();
  }
}
