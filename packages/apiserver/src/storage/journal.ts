// The journal of a durable store, which records its writes. All objects are also in memory: the journal is
// read only once, at the start.
//
// A journal may collect the writes of a turn of the event loop. Callers flush before they publish the content of the store, so that no client
// sees a write that could still be lost.
import type { StoredEntry } from "./stored-entry.ts";

export interface Journal {
  /** Called for each write, in order. */
  readonly put: (table: string, entry: StoredEntry) => void;
  /** Called for each removal. `revision` is that of the deletion. */
  readonly remove: (table: string, key: string, revision: number) => void;
  /** Returns when all writes so far are durable. Throws a `StorageError` once a write cannot become durable. */
  readonly flush: () => void;
  /**
   * Resolves at the end of this turn of the event loop, once its writes have become durable together, or one of them has failed. `undefined` if `flush`
   * need not wait for other writes.
   */
  readonly turnEnd: () => Promise<void> | undefined;
  /** Throws a `StorageError` if an earlier write could not become durable. Makes no write durable. */
  readonly assertHealthy: () => void;
}
