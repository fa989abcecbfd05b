// The last steps that all writes share: into the table, and to those who follow from it.
import type { StoredEntry } from "../storage/stored-entry.ts";
import { encodeEntry } from "../storage/stored-entry.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import type { CommittedChange, ServedResource } from "./strategy.ts";

/** What a write left behind. */
export type WriteResult =
  | { readonly type: "stored"; readonly entry: StoredEntry; readonly created: boolean }
  /** A dry run, or an update that removed its object: in the storage version. */
  | { readonly type: "unstored"; readonly object: ApiObject; readonly created: boolean };

/** Stores an object in place of `expected`; `undefined` when that is no longer there. The object's version is set. */
export function putObject(
  engine: Engine,
  resource: ServedResource,
  key: string,
  expected: StoredEntry | undefined,
  object: ApiObject,
  old: ReadonlyObject | undefined,
): StoredEntry | undefined {
  const { strategy } = resource;
  const facts = { fields: strategy.fields?.valuesOf(object), writtenUnder: strategy };
  const entry = tableOf(engine, resource).put(key, expected, (revision) => encodeEntry(object, revision, facts));
  if (entry === undefined) return undefined;
  object.metadata.resourceVersion = String(entry.revision);
  notify(engine, resource, old === undefined ? { type: "created", object } : { type: "updated", object, old });
  return entry;
}

/** Removes an entry; `undefined` when it is no longer in its place. */
export function removeEntry(
  engine: Engine,
  resource: ServedResource,
  entry: StoredEntry,
  old: ReadonlyObject,
): StoredEntry | undefined {
  const last = tableOf(engine, resource).delete(entry);
  if (last !== undefined) notify(engine, resource, { type: "deleted", old });
  return last;
}

function notify(engine: Engine, resource: ServedResource, change: CommittedChange): void {
  resource.strategy.committed?.(change, engine.context);
}
