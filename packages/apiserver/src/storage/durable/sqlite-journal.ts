// Writes a journal to a SQLite file: one transaction for each turn of the event loop, or for each write. The transaction is committed before
// a client sees one of its writes.
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "@kubewright/async";
import type { Journal } from "../journal.ts";
import type { StoredEntry } from "../stored-entry.ts";
import { messageOf, StorageError } from "./errors.ts";
import type { ReservedRevisions } from "./reserved-revisions.ts";
import { valuesOf } from "./rows.ts";
import type { SyncPolicy } from "./sync-policy.ts";

export interface JournalOptions {
  readonly directory: string;
  readonly clock: Clock;
  readonly sync: SyncPolicy;
  /** Called once, at the first failure. */
  readonly onFailure: ((error: StorageError) => void) | undefined;
}

export interface JournalFile {
  readonly database: DatabaseSync;
  /** The revision of the last write. */
  readonly revision: number;
  readonly reserved: ReservedRevisions;
}

export class SqliteJournal implements Journal, Disposable {
  readonly #options: JournalOptions;
  readonly #statements: ReturnType<typeof prepareStatements>;
  readonly #reserved: ReservedRevisions;
  #revision: number;
  /** Whether a transaction has begun. */
  #isOpen = false;
  /** Resolves at the end of the open transaction; exists if a response waits for it. */
  #end: PromiseWithResolvers<void> | undefined;
  #failure: StorageError | undefined;

  constructor({ database, revision, reserved }: JournalFile, options: JournalOptions) {
    this.#options = options;
    this.#statements = prepareStatements(database);
    this.#reserved = reserved;
    this.#revision = revision;
  }

  put(table: string, entry: StoredEntry): void {
    this.#write(entry.revision, () => void this.#statements.putEntry.run(table, ...valuesOf(entry)));
  }

  remove(table: string, key: string, revision: number): void {
    this.#write(revision, () => void this.#statements.removeEntry.run(table, key));
  }

  flush(): void {
    this.#commit();
    this.assertHealthy();
  }

  turnEnd(): Promise<void> | undefined {
    if (!this.#isOpen || this.#options.sync !== "turn") return undefined;
    this.#end ??= Promise.withResolvers<void>();
    return this.#end.promise;
  }

  assertHealthy(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Commits, and marks the stop as clean. */
  [Symbol.dispose](): void {
    this.#commit();
    this.#attempt(() => this.#reserved.release(this.#revision));
  }

  #write(revision: number, statement: () => void): void {
    this.#attempt(() => {
      if (!this.#isOpen) this.#begin();
      statement();
      this.#revision = revision;
    });
    if (this.#options.sync === "always") this.#commit();
  }

  #begin(): void {
    this.#statements.begin.run();
    this.#isOpen = true;
    if (this.#options.sync === "always") return;
    const commit = (): void => this.#commit();
    this.#options.clock.nextTurn().then(commit, commit); // Also commits writes that no request flushes.
  }

  #commit(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#attempt(() => {
      this.#statements.putRevision.run(this.#revision);
      this.#statements.commit.run();
      this.#reserved.reserve(this.#revision);
    });
    this.#end?.resolve();
    this.#end = undefined;
  }

  /** After the first failure every action fails: the file lacks a write, so no later write may follow it. */
  #attempt(action: () => void): void {
    if (this.#failure !== undefined) return;
    try {
      action();
    } catch (cause) {
      const problem = `${messageOf(cause)}; restart the server once the directory can be written to again`;
      this.#failure = new StorageError("write to", this.#options.directory, problem, { cause });
      this.#options.onFailure?.(this.#failure);
    }
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    putEntry: database.prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
    removeEntry: database.prepare("DELETE FROM entries WHERE in_table = ? AND key = ?"),
    putRevision: database.prepare("INSERT OR REPLACE INTO progress VALUES (1, ?)"),
    begin: database.prepare("BEGIN"),
    commit: database.prepare("COMMIT"),
  };
}
