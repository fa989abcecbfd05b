// Stores objects in a directory: one SQLite file with a row per object. Requests are answered from memory. Each turn of the event loop
// that writes commits one transaction to the file. The file is read only when the server starts.
//
// The file is in write-ahead mode: a process that is killed loses nothing that it has acknowledged. The policy decides what a power failure
// may lose: never a transaction in the middle. The only connection locks the file, so two servers cannot share a directory.
// oxlint-disable-next-line no-restricted-imports -- The only module of the server that writes a file.
import { chmodSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@kubewright/async";
import type { Journal } from "../journal.ts";
import type { StoredEntry } from "../stored-entry.ts";
import { messageOf, StorageError } from "./errors.ts";
import { firstUnusedRevision, reservationTable, ReservedRevisions } from "./reserved-revisions.ts";
import { createSharedStrings, entryOf } from "./rows.ts";
import type { Row } from "./rows.ts";
import { SqliteJournal } from "./sqlite-journal.ts";
import { defaultSyncPolicy, isSyncPolicy, syncPolicies } from "./sync-policy.ts";
import type { SyncPolicy } from "./sync-policy.ts";

export interface OpenStorage extends Journal, Disposable {
  /**
   * The revision of the last write; 0 in a new directory. After an unclean stop it is beyond every revision that a client may have seen.
   */
  readonly revision: number;
  /** All objects, each with the name of its table. Must be read before the first write. */
  readonly entries: () => Iterable<readonly [table: string, entry: StoredEntry]>;
}

const fileName = "objects.sqlite";
/** The format of the tables below. A file with a later format was written by a later version of this package. */
const formatVersion = 2;

const tables = `
  CREATE TABLE IF NOT EXISTS entries (
    in_table TEXT NOT NULL, key TEXT NOT NULL, revision INTEGER NOT NULL, bytes BLOB NOT NULL,
    head_length INTEGER NOT NULL, metadata_end INTEGER NOT NULL, labels_length INTEGER NOT NULL,
    api_version TEXT NOT NULL, kind TEXT NOT NULL, fields TEXT, deleting INTEGER NOT NULL,
    written_under TEXT, expires_at_ms INTEGER,
    PRIMARY KEY (in_table, key)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS progress (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), revision INTEGER NOT NULL);
  ${reservationTable}
  PRAGMA user_version = ${formatVersion};`;

/** Format 1 lacks the last two columns. Their values are unknown for its entries. */
const fromFormat1 = `
  ALTER TABLE entries ADD COLUMN written_under TEXT;
  ALTER TABLE entries ADD COLUMN expires_at_ms INTEGER;`;

/** Opens a SQLite file. Tests limit its size to simulate a full disk, and count its commits. */
export type OpenFile = (file: string) => DatabaseSync;

export interface StorageOptions {
  readonly clock: Clock;
  /** Default `defaultSyncPolicy`. */
  readonly sync?: SyncPolicy | undefined;
  /** Called once, at the first failed write. Every later write fails, too. */
  readonly onFailure?: ((error: StorageError) => void) | undefined;
  readonly openFile?: OpenFile;
}

/** Opens the directory. Creates it if it does not exist, accessible only to its owner. Throws a `StorageError` if that is not possible. */
export function openStorage(directory: string, options: StorageOptions): OpenStorage {
  const { clock, sync = defaultSyncPolicy, onFailure } = options;
  const opened = openDatabase(directory, sync, options.openFile);
  const { database, revision } = opened;
  const journal = new SqliteJournal(opened, { directory, clock, sync, onFailure });
  return {
    revision,
    *entries() {
      const shared = createSharedStrings();
      const rows = database.prepare("SELECT * FROM entries ORDER BY in_table, key").iterate();
      for (;;) {
        const { done, value: row } = attemptRead(directory, () => rows.next());
        if (done === true) return;
        yield [shared(String(row["in_table"])), entryOf(row, shared)];
      }
    },
    put: (table, entry) => journal.put(table, entry),
    remove: (table, key, at) => journal.remove(table, key, at),
    flush: () => journal.flush(),
    turnEnd: () => journal.turnEnd(),
    assertHealthy: () => journal.assertHealthy(),
    [Symbol.dispose]() {
      journal[Symbol.dispose]();
      database.close();
    },
  };
}

interface OpenDatabase {
  readonly database: DatabaseSync;
  readonly revision: number;
  readonly reserved: ReservedRevisions;
}

function openDatabase(directory: string, sync: SyncPolicy, openFile: OpenFile = openFileOf): OpenDatabase {
  const file = path.join(directory, fileName);
  let database: DatabaseSync | undefined;
  try {
    if (!isSyncPolicy(sync)) throw new Error(`sync is "${String(sync)}", must be ${syncPolicies.join(", ")}`);
    createDirectory(directory);
    database = openFile(file);
    chmodSync(file, 0o600); // Secrets are in it.
    database.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; ${pragmasOf(sync)}`);
    const version = numberIn(database.prepare("PRAGMA user_version").get(), "user_version");
    if (version > formatVersion) {
      throw new Error(`its format is ${version}, and this version of the server reads formats up to ${formatVersion}`);
    }
    database.exec(`BEGIN; ${version === 1 ? fromFormat1 : ""} ${tables} COMMIT;`);
    const last = numberIn(database.prepare("SELECT revision FROM progress").get(), "revision");
    const revision = firstUnusedRevision(database, last);
    const reserved = new ReservedRevisions(database);
    reserved.reserve(revision);
    return { database, revision, reserved };
  } catch (cause) {
    database?.close();
    const locked = messageOf(cause).includes("locked");
    const problem = locked ? "another server is using it" : messageOf(cause);
    throw new StorageError("open", directory, problem, { cause });
  }
}

function openFileOf(file: string): DatabaseSync {
  return new DatabaseSync(file);
}

/** With `FULL`, each commit syncs the write-ahead log. `fullfsync` also empties the cache of the drive on macOS, where a plain sync does not. */
function pragmasOf(sync: SyncPolicy): string {
  const level = sync === "os" ? "NORMAL" : "FULL";
  return `PRAGMA synchronous = ${level}; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;`;
}

/** Creates a directory and those above it. Node's recursive `mkdir` never returns for a path in /proc. */
function createDirectory(directory: string): void {
  if (isDirectory(directory)) return;
  const above = path.dirname(directory);
  if (above !== directory) createDirectory(above);
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    if (!isDirectory(directory)) throw error; // Another process may have created it meanwhile.
  }
}

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function attemptRead<T>(directory: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new StorageError("read", directory, messageOf(cause), { cause });
  }
}

function numberIn(row: Row | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}
