/**
 * Who owns what after a write that is no apply: whoever changes a field owns it, alone. An object whose owners were reset has none
 * until somebody applies it.
 */
import { formatTime, isDeepEqual } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import type { FieldSet } from "@kubewright/schema";
import { fieldsOfNew, managedAfterUpdate, storedFieldSet, TypedError } from "@kubewright/schema";
import type { ReadonlyObject } from "../registry/api-object.ts";
import { capped } from "./cap.ts";
import type { Door } from "./door.ts";
import type { Entries, Owner } from "./entries.ts";
import { EntriesError, entriesOf, isSameOwner, ownersOf, storedOwners } from "./entries.ts";

/** A write of an object. Both forms of it are in the door's version. */
export interface Update {
  readonly door: Door;
  /** The stored object; `undefined` for a create. */
  readonly live: ReadonlyObject | undefined;
  /** What is to be stored, before admission has seen it. */
  readonly next: ReadonlyObject;
  readonly manager: string;
  readonly nowMs: number;
}

/** The entries to store the object with. They are those of `live` themselves when nothing changes hands. */
export function entriesAfterUpdate(update: Update): Entries | undefined {
  const { door, live } = update;
  // Of a kind without a schema there is no telling what its fields are.
  if (door.world.schemaOf(door.apiVersion) === undefined) return undefined;
  const { owners, isLive } = ownersBefore(update);
  if (owners.length === 0 && live !== undefined) return undefined;
  try {
    const after = ownersAfterUpdate(update, owners);
    return isLive && isSame(owners, after) ? live?.metadata.managedFields : entriesOf(capped(after));
  } catch (error) {
    // What does not fit its schema is owned by nobody, and stored all the same.
    if (error instanceof TypedError) return undefined;
    throw error;
  }
}

/**
 * The owners after an update.
 *
 * @throws {TypedError} when an object does not fit its schema.
 */
export function ownersAfterUpdate(update: Update, before: readonly Owner[]): readonly Owner[] {
  const { door, live, next, manager, nowMs } = update;
  const { world, apiVersion, subresource } = door;
  const taker = { manager, operation: "Update", apiVersion, subresource, time: formatTime(nowMs) } as const;
  const everything = live === undefined && before.length === 0 ? everythingOf(update) : undefined;
  if (everything !== undefined) return everything.set.isEmpty ? [] : [{ ...taker, ...everything }];
  const { managers, taken } = managedAfterUpdate(world, {
    live: live === undefined ? door.empty() : withoutEntries(live),
    next: withoutEntries(next),
    apiVersion,
    managers: before,
  });
  const set = door.owned(taken);
  if (set.isEmpty) return managers;
  return withTaken(managers, taker, set);
}

/** What a creator owns; undefined when it takes a comparison to tell. */
function everythingOf({ door, next }: Update): Pick<Owner, "set" | "source"> | undefined {
  const schema = door.world.schemaOf(door.apiVersion);
  if (schema === undefined || door.ownerless === undefined) return undefined;
  const object = next as unknown as JsonObject; // It was decoded from JSON.
  const fieldsV1 = fieldsOfNew(door.empty(), object, schema, door.ownerless);
  if (fieldsV1 === undefined) return undefined;
  const set = storedFieldSet(fieldsV1);
  return { set, source: { set, fieldsV1 } };
}

/** The owners with one more, or with what he has beside it. */
function withTaken(owners: readonly Owner[], taker: Omit<Owner, "set">, taken: FieldSet): readonly Owner[] {
  const earlier = owners.find((owner) => isSameOwner(owner, taker));
  const others = owners.filter((owner) => owner !== earlier);
  return [...others, { ...taker, set: earlier === undefined ? taken : earlier.set.union(taken) }];
}

interface OwnersBefore {
  readonly owners: readonly Owner[];
  /** They are those of the stored object, one for each of its entries. */
  readonly isLive: boolean;
}

/** Clients may say who owns what, and they may send what they once read; who sends nothing does not mean to change it. */
function ownersBefore({ door, live, next }: Update): OwnersBefore {
  const sent = next.metadata.managedFields;
  const stored = live?.metadata.managedFields;
  if (door.subresource === "" && sent !== undefined && !isDeepEqual(sent, stored)) {
    if (isReset(sent)) return { owners: [], isLive: false };
    const owners = readableOwners(sent);
    if (owners.length > 0) return { owners, isLive: false };
  }
  const owners = storedOwners(stored);
  // A scale may have left two entries of one owner, of which the next write keeps the later.
  return { owners, isLive: owners.length === (stored?.length ?? 0) };
}

/** A list that is empty or has an empty entry says that nobody owns anything. */
function isReset(entries: Entries): boolean {
  const [first] = entries;
  return first === undefined || (entries.length === 1 && Object.keys(first).length === 0);
}

function readableOwners(entries: Entries): readonly Owner[] {
  try {
    return ownersOf(entries);
  } catch (error) {
    if (error instanceof EntriesError) return []; // Nobody is told; the entries are as good as none.
    throw error;
  }
}

function isSame(before: readonly Owner[], after: readonly Owner[]): boolean {
  return before.length === after.length && before.every((owner, index) => owner === after[index]);
}

/** The object as its owners share it: who owns what is owned by nobody. */
export function withoutEntries(object: ReadonlyObject): JsonObject {
  const { managedFields: _, ...metadata } = object.metadata;
  return { ...object, metadata };
}
