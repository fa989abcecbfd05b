// Preconditions of a write: the uid and the version that the stored object must have, and the messages of their conflicts.
import { conflict } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../objects/api-object.ts";
import { entryKey } from "../storage/stored-entry.ts";
import type { ServedResource, Strategy } from "../contracts/strategy.ts";

export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The properties of a kind on which the messages depend. */
export interface PreconditionKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly strategy: Pick<Strategy, "deletion">;
}

/** Throws 409 if the first read of a delete returns another object than its preconditions name. */
export function assertPreconditions(
  { group, kind, plural, strategy }: PreconditionKind,
  { uid, resourceVersion }: Preconditions,
  old: ReadonlyObject,
): void {
  const { name = "", uid: storedUid = "", resourceVersion: stored = "" } = old.metadata;
  // A kube-apiserver names the kind here, where all its other conflicts name the resource.
  const subject = { group, resource: kind };
  if (strategy.deletion?.begin !== undefined) {
    // kube-apiserver has special delete functions for these kinds, with other messages.
    const fail = (what: string, expected: string, found: string): never => {
      const why = `Precondition failed: ${what} in precondition: ${expected}, ${what} in object meta: ${found}`;
      throw conflict({ group, resource: plural }, name, why);
    };
    if (uid !== undefined && uid !== storedUid) fail("UID", uid, storedUid);
    if (resourceVersion !== undefined && resourceVersion !== stored) fail("ResourceVersion", resourceVersion, stored);
    return;
  }
  if (uid !== undefined && uid !== storedUid) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${storedUid})`;
    throw conflict(subject, name, `${why}. The object might have been deleted and then recreated`);
  }
  if (resourceVersion !== undefined && resourceVersion !== stored) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${stored})`;
    throw conflict(subject, name, `${why}. The object might have been modified`);
  }
}

/** The object whose preconditions the storage checks. */
export interface StoragePlace {
  readonly resource: Pick<ServedResource, "custom" | "group" | "plural"> & {
    readonly storage: { readonly prefix?: string | undefined };
  };
  readonly namespace: string;
  readonly name: string;
  readonly dryRun: boolean;
}

/**
 * Throws 409 if the stored object (`undefined`: no object exists) does not match the uid and resourceVersion of the request. Every attempt of a
 * write checks this, with the message of a kube-apiserver's storage.
 */
export function assertStoragePreconditions(
  place: StoragePlace,
  { uid, resourceVersion }: Preconditions,
  live: ReadonlyObject | undefined,
): void {
  const { uid: storedUid = "", resourceVersion: storedVersion = "" } = live?.metadata ?? {};
  if (uid !== undefined && uid !== storedUid) throw storageConflict(place, "UID", uid, storedUid);
  if (resourceVersion !== undefined && resourceVersion !== storedVersion) {
    throw storageConflict(place, "ResourceVersion", resourceVersion, storedVersion);
  }
}

function storageConflict(place: StoragePlace, what: string, expected: string, found: string): Error {
  const { resource, namespace, name, dryRun } = place;
  const { custom, group, plural, storage } = resource;
  const prefix = storage.prefix ?? (custom ? `${group}/${plural}` : plural);
  const key = `${dryRun ? "" : "/registry"}/${prefix}/${entryKey(namespace, name)}`;
  const problem = `Precondition failed: ${what} in precondition: ${expected}, ${what} in object meta: ${found}`;
  const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${problem}`;
  return conflict({ group, resource: plural }, name, why);
}
