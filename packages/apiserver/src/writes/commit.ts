// The last step of every write: changes the table, calls `Strategy.committed`, and runs the work that the commit has queued.
import type { Work } from "@kubewright/apimachinery";
import { afterPause, finish, parseApiVersion, whenDone } from "@kubewright/apimachinery";
import type { EntryFacts, StoredEntry } from "../storage/stored-entry.ts";
import { encodeEntryInSteps, withRevision } from "../storage/stored-entry.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { Engine } from "../registry/engine.ts";
import type { VersionedResource } from "../registry/registry.ts";
import { incompleteMarker, toStorageVersion } from "../conversion/served-object.ts";
import { storageError, storageProblem } from "./storage-limit.ts";
import type { CommittedChange, ServedResource } from "../contracts/strategy.ts";

/** The result of a write. */
export type WriteResult =
  | { readonly type: "stored"; readonly entry: StoredEntry; readonly created: boolean }
  /** A dry run, or an update that removed its object: in the storage version. */
  | { readonly type: "unstored"; readonly object: ApiObject; readonly created: boolean }
  /** The answer to a review: the object itself, or a Status. */
  | { readonly type: "reviewed"; readonly object: ApiObject; readonly created: true };

/**
 * In steps, the object of a dry run, in the storage version, as a later read would return it. It has the fields that only reads add. An object of another version
 * has the defaults of the storage version, too.
 */
export function objectOfDryRun(draft: ApiObject, resource: VersionedResource): Work<ApiObject> {
  const { storage, strategy } = resource;
  const isStorageVersion = draft.apiVersion === storage.apiVersion;
  strategy.fillIn?.(draft);
  return whenDone(toStorageVersion(draft, resource), (stored) => {
    if (isStorageVersion && strategy.defaultsReads !== true) return stored;
    return strategy.defaultObject?.(stored, parseApiVersion(storage.apiVersion).version) ?? stored;
  });
}

/** An object of any version, and the entry that it replaces. */
export interface Replacement {
  readonly key: string;
  /** The entry that must still be the stored one. `undefined`: the object must not exist. */
  readonly expected: StoredEntry | undefined;
  readonly object: ApiObject;
  /** The object in `expected`. */
  readonly old: ReadonlyObject | undefined;
  /**
   * - `decoded`: the object has its defaults, and no fields that its schema does not declare. Default.
   * - `undecoded`: reads prune the object and set its defaults. It is one in which only a view has been written, or one with undeclared fields.
   * - `asStored`: decoded, in the version in which `expected` is stored, which the new entry keeps: the server's own deletes wait for no converter.
   */
  readonly form?: "decoded" | "undecoded" | "asStored";
  /** Receives what follows from the commit and takes longer than its turn. */
  readonly followUps?: Promise<void>[] | undefined;
}

/** Stores what has been prepared, in one turn, and sets its resourceVersion. Returns `undefined` if `expected` is no longer the stored entry. */
export type Put = () => StoredEntry | undefined;

/** Stores an object. See `Put`. */
export function putObject(engine: Engine, resource: ServedResource, replacement: Replacement): StoredEntry | undefined {
  return finish(preparePut(engine, resource, replacement))();
}

/** In steps: encodes an object. */
export function preparePut(engine: Engine, resource: ServedResource, replacement: Replacement): Work<Put> {
  const { object, form = "decoded" } = replacement;
  const { apiVersion } = form === "asStored" ? object : resource.storage;
  const isConverted = object.apiVersion !== apiVersion;
  // Conversion drops fields that the storage version lacks and sets no defaults of that version; reads set them.
  const isDecoded = form !== "undecoded" && !isConverted;
  const schemaId = isDecoded ? resource.strategy.schemaId?.(apiVersion) : undefined;
  const mayDropFields = form !== "asStored";
  return whenDone(isConverted ? toStorageVersion({ ...object }, resource) : object, (stored) =>
    prepareEntry(engine, resource, replacement, { stored, schemaId, mayDropFields }),
  );
}

/** What a write stores. */
interface StoredForm {
  readonly stored: ApiObject;
  readonly schemaId: string | undefined;
  /** Whether an object that is too large is stored without its managed fields: writes of clients, as in kube-apiserver. */
  readonly mayDropFields: boolean;
}

/** Removes the managed fields, unless a manager has applied some: an apply keeps them. Returns whether it has removed any. */
function dropManagedFields(stored: ApiObject, object: ApiObject): boolean {
  const { managedFields = [] } = stored.metadata;
  if (managedFields.length === 0 || managedFields.some(({ operation }) => operation === "Apply")) return false;
  for (const { metadata } of [stored, object]) delete metadata.managedFields;
  return true;
}

/** Another write may take the next revision until the entry is stored, which then gets a later one. */
function prepareEntry(
  engine: Engine,
  resource: ServedResource,
  { key, expected, object, old, followUps }: Replacement,
  form: StoredForm,
): Work<Put> {
  const facts = factsOf(engine, resource, form, object, old);
  const encode = (revision: number): Work<StoredEntry> =>
    encodeStored(engine, { resource, replacedRevision: expected?.revision ?? 0, object, form, facts }, revision);
  return whenDone(encode(engine.store.revision + 1), (encoded) => () => {
    const entry = engine.store.tableOf(resource).put(key, expected, (revision) => {
      if (revision === encoded.revision) return encoded;
      const isAsLong = String(revision).length === String(encoded.revision).length;
      return isAsLong ? withRevision(encoded, revision) : finish(encode(revision)); // The limit depends on the length.
    });
    if (entry === undefined) return undefined;
    object.metadata.resourceVersion = String(entry.revision);
    const change =
      old === undefined ? ({ type: "created", object } as const) : ({ type: "updated", object, old } as const);
    afterCommit(engine, resource, change, followUps);
    return entry;
  });
}

/** Adds the fields that only reads add. */
function factsOf(
  { clock }: Engine,
  { strategy }: ServedResource,
  { stored, schemaId }: StoredForm,
  object: ApiObject,
  old: ReadonlyObject | undefined,
): EntryFacts {
  const isFilledIn = strategy.fillIn?.(stored) === true;
  const beginsDeletion =
    object.metadata.deletionTimestamp !== undefined && old?.metadata.deletionTimestamp === undefined;
  return {
    fields: strategy.fields?.valuesOf(stored),
    schemaId: isFilledIn ? incompleteMarker : schemaId,
    // As in kube-apiserver, the write that begins a deletion has no time to live: the object waits for its finalizers.
    expiresAtMs:
      strategy.lifetimeMs === undefined || beginsDeletion ? undefined : clock.wallTime() + strategy.lifetimeMs,
  };
}

interface EncodedWrite {
  readonly resource: ServedResource;
  readonly replacedRevision: number;
  readonly object: ApiObject;
  readonly form: StoredForm;
  readonly facts: EntryFacts;
}

/** Throws if etcd would reject the object. */
function encodeStored(
  { protobufSize }: Engine,
  { resource, replacedRevision, object, form, facts }: EncodedWrite,
  revision: number,
): Work<StoredEntry> {
  const { stored, mayDropFields } = form;
  const write = { resource, object: stored, replacedRevision, protobufSize };
  const encode = (whenTooLarge: (problem: string) => Work<StoredEntry>): Work<StoredEntry> =>
    afterPause(encodeEntryInSteps(stored, revision, facts), (entry) =>
      afterPause(storageProblem({ ...write, entry }), (problem) =>
        problem === undefined ? entry : whenTooLarge(problem),
      ),
    );
  return encode((problem) => {
    if (!mayDropFields || !dropManagedFields(stored, object)) throw storageError(problem);
    return encode((remaining) => {
      throw storageError(remaining);
    });
  });
}

/** An entry to remove. */
export interface Removal {
  readonly entry: StoredEntry;
  /** The object in `entry`. */
  readonly old: ReadonlyObject;
  /** Receives what follows from the commit and takes longer than its turn. */
  readonly followUps?: Promise<void>[] | undefined;
}

/** Removes an entry. Returns `undefined` if it is no longer the stored one. */
export function removeEntry(
  engine: Engine,
  resource: ServedResource,
  { entry, old, followUps }: Removal,
): StoredEntry | undefined {
  const last = engine.store.tableOf(resource).delete(entry);
  if (last !== undefined) afterCommit(engine, resource, { type: "deleted", old }, followUps);
  return last;
}

/** Follow-ups, such as the review of a freed address, never reject. The response to a write waits only for its own. */
function afterCommit(
  engine: Engine,
  { strategy }: ServedResource,
  change: CommittedChange,
  followUps: Promise<void>[] | undefined,
): void {
  const followUp = strategy.committed?.(change, engine.context);
  if (followUp !== undefined) followUps?.push(followUp);
  engine.runQueuedWork();
}
