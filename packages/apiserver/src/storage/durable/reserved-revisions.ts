// Revisions that are never given twice, even if the last writes are lost (a power failure, a restored copy of the directory). The file has
// an upper bound of all revisions that clients may have seen. The bound is on the disk before a client sees a revision near it. A server that
// finds a bound above its last write was not stopped cleanly, and continues at the bound. A clean stop lowers the bound to the last write.
//
//   last write       bound
//   ────●──────────────┼───────────▶ revisions
//       └ clients have seen revisions below the bound only
import type { DatabaseSync, StatementSync } from "node:sqlite";

/** How far the bound is ahead. One sync for this number of writes, and the gap after an unclean stop. */
export const reservedRevisions = 10_000;

export const reservationTable = `CREATE TABLE IF NOT EXISTS reservation (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), bound INTEGER NOT NULL);`;

/** The revision to continue from: the one of the last write, or the bound after an unclean stop. */
export function firstUnusedRevision(database: DatabaseSync, lastRevision: number): number {
  const row = database.prepare("SELECT bound FROM reservation").get();
  return Math.max(lastRevision, Number(row?.["bound"] ?? 0));
}

export class ReservedRevisions {
  readonly #database: DatabaseSync;
  readonly #put: StatementSync;
  #bound = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#put = database.prepare("INSERT OR REPLACE INTO reservation VALUES (1, ?)");
  }

  /** Returns once the bound on the disk is above `revision`. Must be called before a client sees it, outside of a transaction. */
  reserve(revision: number): void {
    if (revision >= this.#bound) this.#write(revision + reservedRevisions);
  }

  /** Lowers the bound to the last write, because the server stops and no write is lost. */
  release(revision: number): void {
    this.#write(revision);
  }

  /** Syncs under every policy: a bound that is lost protects nothing. */
  #write(bound: number): void {
    const level = Number(this.#database.prepare("PRAGMA synchronous").get()?.["synchronous"]);
    this.#database.exec("PRAGMA synchronous = FULL");
    this.#put.run(bound);
    this.#database.exec(`PRAGMA synchronous = ${level}`);
    this.#bound = bound;
  }
}
