// Stores objects in a directory: one SQLite file with a row per object. Requests are answered from memory. Each turn of the event loop
// that writes commits one transaction to the file. The file is read only when the server starts.
//
// The file is in write-ahead mode: a process that is killed loses nothing that it has acknowledged. After a power failure the last transactions
// may be missing, but none in the middle. The only connection locks the file, so two servers cannot share a directory.
// oxlint-disable-next-line no-restricted-imports -- The only module of the server that writes a file.
import { chmodSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Clock } from "@kubewright/async";
import type { Journal } from "../journal.ts";
import { StoredEntry } from "../stored-entry.ts";
import { StorageError } from "./errors.ts";

export interface OpenStorage extends Journal, Disposable {
  /** The revision of the last write; 0 in a new directory. */
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
  PRAGMA user_version = ${formatVersion};`;

/** Format 1 lacks the last two columns. Their values are unknown for its entries. */
const fromFormat1 = `
  ALTER TABLE entries ADD COLUMN written_under TEXT;
  ALTER TABLE entries ADD COLUMN expires_at_ms INTEGER;`;

/** Opens a SQLite file. Tests limit its size to simulate a full disk. */
export type OpenFile = (file: string) => DatabaseSync;

/** Opens the directory. Creates it if it does not exist, accessible only to its owner. Throws a `StorageError` if that is not possible. */
export function openStorage(
  directory: string,
  clock: Clock,
  openFile: OpenFile = (file) => new DatabaseSync(file),
): OpenStorage {
  const opened = openDatabase(directory, openFile);
  const { database } = opened;
  const putEntry = database.prepare("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const removeEntry = database.prepare("DELETE FROM entries WHERE in_table = ? AND key = ?");
  const putRevision = database.prepare("INSERT OR REPLACE INTO progress VALUES (1, ?)");
  const begin = database.prepare("BEGIN");
  const commit = database.prepare("COMMIT");
  let revision = opened.revision;
  let isOpen = false;
  let failure: StorageError | undefined;

  /** After the first failure every action fails: the file lacks a write, so no later write may follow it. */
  function attempt(action: () => void): void {
    if (failure !== undefined) return;
    try {
      action();
    } catch (cause) {
      const problem = `${messageOf(cause)}; restart the server once the directory can be written to again`;
      failure = new StorageError("write to", directory, problem, { cause });
    }
  }

  function write(at: number, statement: () => void): void {
    attempt(() => {
      if (!isOpen) {
        begin.run();
        isOpen = true;
        clock.setTimer(0, finish); // Commits writes that no request flushes.
      }
      statement();
      revision = at;
    });
  }

  function finish(): void {
    if (!isOpen) return;
    isOpen = false;
    attempt(() => {
      putRevision.run(revision);
      commit.run();
    });
  }

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
    put: (table, entry) => write(entry.revision, () => void putEntry.run(table, ...valuesOf(entry))),
    remove: (table, key, at) => write(at, () => void removeEntry.run(table, key)),
    flush() {
      finish();
      if (failure !== undefined) throw failure;
    },
    [Symbol.dispose]() {
      finish();
      database.close();
    },
  };
}

function openDatabase(directory: string, openFile: OpenFile): { database: DatabaseSync; revision: number } {
  const file = path.join(directory, fileName);
  let database: DatabaseSync | undefined;
  try {
    createDirectory(directory);
    database = openFile(file);
    chmodSync(file, 0o600); // Secrets are in it.
    database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    const version = numberIn(database.prepare("PRAGMA user_version").get(), "user_version");
    if (version > formatVersion) {
      throw new Error(`its format is ${version}, and this version of the server reads formats up to ${formatVersion}`);
    }
    database.exec(`BEGIN; ${version === 1 ? fromFormat1 : ""} ${tables} COMMIT;`);
    return { database, revision: numberIn(database.prepare("SELECT revision FROM progress").get(), "revision") };
  } catch (cause) {
    database?.close();
    const locked = messageOf(cause).includes("locked");
    const problem = locked ? "another server is using it" : messageOf(cause);
    throw new StorageError("open", directory, problem, { cause });
  }
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

type Row = Readonly<Record<string, unknown>>;

function valuesOf(entry: StoredEntry): (string | number | Uint8Array | null)[] {
  const { key, revision, bytes, headLength, metadataEnd, labelsLength, apiVersion, kind, deleting } = entry;
  const fields = entry.fields === undefined ? null : JSON.stringify(entry.fields);
  const optional = [fields, deleting ? 1 : 0, entry.schemaId ?? null, entry.expiresAtMs ?? null];
  return [key, revision, bytes, headLength, metadataEnd, labelsLength, apiVersion, kind, ...optional];
}

/** Restores an entry from the columns that `valuesOf` has written. */
function entryOf(row: Row, shared: (value: string) => string): StoredEntry {
  const { fields, written_under: schemaId, expires_at_ms: expiresAtMs } = row;
  return new StoredEntry({
    key: String(row["key"]),
    revision: Number(row["revision"]),
    bytes: row["bytes"] as Uint8Array,
    headLength: Number(row["head_length"]),
    metadataEnd: Number(row["metadata_end"]),
    labelsLength: Number(row["labels_length"]),
    apiVersion: shared(String(row["api_version"])),
    kind: shared(String(row["kind"])),
    fields: typeof fields === "string" ? (JSON.parse(fields) as Record<string, string>) : undefined,
    deleting: row["deleting"] === 1,
    schemaId: typeof schemaId === "string" ? shared(schemaId) : undefined,
    expiresAtMs: typeof expiresAtMs === "number" ? expiresAtMs : undefined,
  });
}

/** Returns one copy of each string: thousands of rows have the same kind and schema. */
function createSharedStrings(): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => {
    const found = known.get(value);
    if (found === undefined) known.set(value, value);
    return found ?? value;
  };
}

function numberIn(row: Row | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
