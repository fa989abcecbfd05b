/**
 * Managers after a write other than an apply: the writer becomes the only manager of each field that it changes. An object whose managers were
 * reset has no managers until its next apply.
 */
import { afterPause, formatTime, isDeepEqual, whenDone, whenFailed } from "@kubewright/apimachinery";
import type { JsonObject, Work } from "@kubewright/apimachinery";
import type { FieldSet } from "@kubewright/schema";
import { fieldsOfNew, managedAfterUpdate, storedFieldSet, TypedError } from "@kubewright/schema";
import type { ReadonlyObject } from "../objects/api-object.ts";
import { jsonOf } from "../objects/json-of.ts";
import { capped } from "./cap.ts";
import type { FieldManager } from "./field-manager.ts";
import { withoutIdentity } from "./field-manager.ts";
import type { Entries, StoredManager } from "./entries.ts";
import { EntriesError, entriesInSteps, isSameManager, managersOf, storedManagers } from "./entries.ts";

/** A write of an object. `live` and `next` are in the version of the endpoint. */
export interface Update {
  readonly fieldManager: FieldManager;
  /** The stored object; `undefined` for a create. */
  readonly live: ReadonlyObject | undefined;
  /** The object to store, before admission. */
  readonly next: ReadonlyObject;
  readonly manager: string;
  readonly nowMs: number;
}

/** In steps, the entries to store with the object: those of `live`, the same array, if no manager changes. */
export function entriesAfterUpdate(update: Update): Work<Entries | undefined> {
  const { fieldManager, live } = update;
  // Without a schema the fields of a kind are unknown.
  if (fieldManager.converter.schemaOf(fieldManager.apiVersion) === undefined) return undefined;
  const { managers, isLive } = managersBefore(update);
  if (managers.length === 0 && live !== undefined) return undefined;
  const entries = (): Work<Entries | undefined> =>
    afterPause(managersAfterUpdate(update, managers), (after) =>
      isLive && isSame(managers, after) ? live?.metadata.managedFields : entriesInSteps(capped(after)),
    );
  return whenFailed(entries, (error) => {
    // An object that does not fit its schema, or cannot be converted to the version of one of its managers, is stored without managers.
    if (error instanceof TypedError) return undefined;
    throw error;
  });
}

/**
 * Returns the managers after an update, in steps.
 *
 * @throws {TypedError} when an object does not fit its schema.
 */
export function managersAfterUpdate(update: Update, before: readonly StoredManager[]): Work<readonly StoredManager[]> {
  const { fieldManager, live, next, manager, nowMs } = update;
  const { converter, apiVersion, subresource } = fieldManager;
  const taker = { manager, operation: "Update", apiVersion, subresource, time: formatTime(nowMs) } as const;
  const finding = live === undefined && before.length === 0 ? allFieldsOf(update) : undefined;
  return whenDone(finding, (everything) => {
    if (everything !== undefined) return everything.set.isEmpty ? [] : [{ ...taker, ...everything }];
    const updated = {
      live: live === undefined ? fieldManager.empty() : withoutEntries(live),
      next: withoutEntries(next),
      apiVersion,
      managers: before,
    };
    return whenDone(managedAfterUpdate(converter, updated), ({ managers, taken }) => {
      const set = withoutIdentity(taken);
      return set.isEmpty ? managers : withTaken(managers, taker, set, before);
    });
  });
}

/** The fields of a new object; `undefined` if they require a comparison. */
function allFieldsOf({ fieldManager, next }: Update): Work<Pick<StoredManager, "set" | "source"> | undefined> {
  const schema = fieldManager.converter.schemaOf(fieldManager.apiVersion);
  if (schema === undefined || fieldManager.unmanaged === undefined) return undefined;
  return afterPause(fieldsOfNew(fieldManager.empty(), jsonOf(next), schema, fieldManager.unmanaged), (fieldsV1) => {
    if (fieldsV1 === undefined) return undefined;
    const set = storedFieldSet(fieldsV1);
    return { set, source: { set, fieldsV1 } };
  });
}

/** The managers with `taken` added to the set of `taker`. */
function withTaken(
  managers: readonly StoredManager[],
  taker: Omit<StoredManager, "set">,
  taken: FieldSet,
  before: readonly StoredManager[],
): readonly StoredManager[] {
  const earlier = managers.find((manager) => isSameManager(manager, taker));
  const others = managers.filter((manager) => manager !== earlier);
  const set = earlier === undefined ? taken : earlier.set.union(taken);
  // A manager mostly changes fields that it manages already: then its set, and the JSON of the set, are those of the stored entry.
  const stored = before.find((manager) => isSameManager(manager, taker));
  return [...others, stored?.set.equals(set) === true ? { ...stored, ...taker } : { ...taker, set }];
}

interface ManagersBefore {
  readonly managers: readonly StoredManager[];
  /** They are the managers of the stored object, one for each of its entries. */
  readonly isLive: boolean;
}

/** The managers that the client sends, if they differ from the stored ones; otherwise the stored ones. */
function managersBefore({ fieldManager, live, next }: Update): ManagersBefore {
  const sent = next.metadata.managedFields;
  const stored = live?.metadata.managedFields;
  if (fieldManager.subresource === "" && sent !== undefined && !isDeepEqual(sent, stored)) {
    if (isReset(sent)) return { managers: [], isLive: false };
    const managers = readableManagers(sent);
    if (managers.length > 0) return { managers, isLive: false };
  }
  const managers = storedManagers(stored);
  // A write of the scale may leave two entries of one manager, of which the next write keeps the later.
  return { managers, isLive: managers.length === (stored?.length ?? 0) };
}

/** An empty list, or a list with one empty entry, resets the managers. */
function isReset(entries: Entries): boolean {
  const [first] = entries;
  return first === undefined || (entries.length === 1 && Object.keys(first).length === 0);
}

function readableManagers(entries: Entries): readonly StoredManager[] {
  try {
    return managersOf(entries);
  } catch (error) {
    if (error instanceof EntriesError) return []; // As kube-apiserver, which ignores unreadable entries without a warning.
    throw error;
  }
}

function isSame(before: readonly StoredManager[], after: readonly StoredManager[]): boolean {
  return before.length === after.length && before.every((manager, index) => manager === after[index]);
}

/** The object without its managed fields, which have no managers themselves. */
export function withoutEntries(object: ReadonlyObject): JsonObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
