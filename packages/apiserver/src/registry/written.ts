// The last step of every write: changes the table, calls `Strategy.committed`, and runs the work that the commit has queued.
import type { StoredEntry } from "../storage/stored-entry.ts";
import { encodeEntry } from "../storage/stored-entry.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import type { VersionedResource } from "./registry.ts";
import { filledIn, toStorageForm } from "./served-form.ts";
import type { CommittedChange, ServedResource } from "./strategy.ts";

/** The result of a write. */
export type WriteResult =
  | { readonly type: "stored"; readonly entry: StoredEntry; readonly created: boolean }
  /** A dry run, or an update that removed its object: in the storage version. */
  | { readonly type: "unstored"; readonly object: ApiObject; readonly created: boolean };

/** The result of a dry run: the object as a later read would return it, including the fields that only reads fill in. */
export function unstored(draft: ApiObject, { resource, version }: VersionedResource, created: boolean): WriteResult {
  const { strategy } = resource;
  strategy.fillIn?.(draft);
  const read = strategy.defaultsReads === true ? (strategy.defaultObject?.(draft, version.name) ?? draft) : draft;
  return { type: "unstored", object: toStorageForm(read, resource), created };
}

/**
 * Stores an object of any version in place of `expected` and sets its resourceVersion. Returns `undefined` if `expected` is no longer the stored
 * entry. `isComplete`: the object has its defaults; otherwise reads set them.
 */
export function putObject(
  engine: Engine,
  resource: ServedResource,
  key: string,
  expected: StoredEntry | undefined,
  object: ApiObject,
  old: ReadonlyObject | undefined,
  isComplete = true,
): StoredEntry | undefined {
  const { strategy } = resource;
  const isConverted = object.apiVersion !== resource.storage.apiVersion;
  const stored = isConverted ? toStorageForm({ ...object }, resource) : object;
  // Conversion drops fields that the storage version lacks and sets no defaults of that version; reads set them.
  const isFilledIn = strategy.fillIn?.(stored) === true;
  const lacksDefaults = isConverted || (!isComplete && resource.custom);
  const schemaId = lacksDefaults ? undefined : strategy.schemaId?.(resource.storage.apiVersion);
  const facts = {
    fields: strategy.fields?.valuesOf(stored),
    writtenUnder: isFilledIn ? filledIn : schemaId,
    expiresAtMs: strategy.lifetimeMs === undefined ? undefined : engine.clock.wallTime() + strategy.lifetimeMs,
  };
  const entry = tableOf(engine, resource).put(key, expected, (revision) => encodeEntry(stored, revision, facts));
  if (entry === undefined) return undefined;
  object.metadata.resourceVersion = String(entry.revision);
  followCommit(engine, resource, old === undefined ? { type: "created", object } : { type: "updated", object, old });
  return entry;
}

/** Removes an entry. Returns `undefined` if it is no longer the stored one. */
export function removeEntry(
  engine: Engine,
  resource: ServedResource,
  entry: StoredEntry,
  old: ReadonlyObject,
): StoredEntry | undefined {
  const last = tableOf(engine, resource).delete(entry);
  if (last !== undefined) followCommit(engine, resource, { type: "deleted", old });
  return last;
}

function followCommit(engine: Engine, { strategy }: ServedResource, change: CommittedChange): void {
  const followUp = strategy.committed?.(change, engine.context);
  if (followUp !== undefined) engine.followUps.add(followUp);
  engine.runQueuedWork();
}
