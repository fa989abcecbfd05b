// An entry as a row of the file, and back.
import { StoredEntry } from "../stored-entry.ts";

export type Row = Readonly<Record<string, unknown>>;

/** The columns of an entry after that of its table. */
export function valuesOf(entry: StoredEntry): (string | number | Uint8Array | null)[] {
  const { key, revision, bytes, headLength, metadataEnd, labelsLength, apiVersion, kind, deleting } = entry;
  const fields = entry.fields === undefined ? null : JSON.stringify(entry.fields);
  const optional = [fields, deleting ? 1 : 0, entry.schemaId ?? null, entry.expiresAtMs ?? null];
  return [key, revision, bytes, headLength, metadataEnd, labelsLength, apiVersion, kind, ...optional];
}

/** Restores an entry from the columns that `valuesOf` has written. */
export function entryOf(row: Row, shared: (value: string) => string): StoredEntry {
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
export function createSharedStrings(): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => {
    const found = known.get(value);
    if (found === undefined) known.set(value, value);
    return found ?? value;
  };
}
