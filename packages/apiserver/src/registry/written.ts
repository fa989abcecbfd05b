// The last step that all writes share: the table is changed, and what follows from the change is done.
import type { StoredEntry } from "../storage/stored-entry.ts";
import { encodeEntry } from "../storage/stored-entry.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import type { Engine } from "./engine.ts";
import { tableOf } from "./engine.ts";
import type { VersionedResource } from "./registry.ts";
import { filledIn, toStorageForm } from "./served-form.ts";
import type { CommittedChange, ServedResource } from "./strategy.ts";

/** What a write left behind. */
export type WriteResult =
  | { readonly type: "stored"; readonly entry: StoredEntry; readonly created: boolean }
  /** A dry run, or an update that removed its object: in the storage version. */
  | { readonly type: "unstored"; readonly object: ApiObject; readonly created: boolean };

/** What a dry run leaves: the object as it would be read again, since some of it is filled in only then. */
export function unstored(draft: ApiObject, { resource, version }: VersionedResource, created: boolean): WriteResult {
  const { strategy } = resource;
  strategy.fillIn?.(draft);
  const read = strategy.defaultsReads === true ? (strategy.defaultObject?.(draft, version.name) ?? draft) : draft;
  return { type: "unstored", object: toStorageForm(read, resource), created };
}

/**
 * Stores an object, in whatever version it is, in place of `expected`; `undefined` when that is no longer there. The object's resourceVersion
 * is set. `isComplete`: it has its defaults; one that has not gets them when it is read.
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
  // Conversion drops what the storage version does not have and adds none of its defaults: reading does.
  const isFilledIn = strategy.fillIn?.(stored) === true;
  const lacksDefaults = isConverted || (!isComplete && resource.custom);
  const writtenUnder = lacksDefaults ? undefined : isFilledIn ? filledIn : strategy;
  const facts = { fields: strategy.fields?.valuesOf(stored), writtenUnder };
  const entry = tableOf(engine, resource).put(key, expected, (revision) => encodeEntry(stored, revision, facts));
  if (entry === undefined) return undefined;
  object.metadata.resourceVersion = String(entry.revision);
  const change: CommittedChange = old === undefined ? { type: "created", object } : { type: "updated", object, old };
  engine.commits.push(resource, change, engine.context);
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
  if (last !== undefined) engine.commits.push(resource, { type: "deleted", old }, engine.context);
  return last;
}
