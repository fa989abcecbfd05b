/**
 * `metadata.managedFields`: reads the entries as managers with field sets, and writes managers as entries.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
import { afterPause, eachInSteps, finish, parseTime, whenDone } from "@kubewright/apimachinery";
import type { JsonObject, ManagedFieldsEntry, Work } from "@kubewright/apimachinery";
import { fieldSetFromJson, fieldSetToJsonInSteps, internedFieldSet } from "@kubewright/schema";
import type { FieldSet, Manager } from "@kubewright/schema";
import type { DeepReadonly } from "../objects/api-object.ts";

/** A manager of an entry. */
export interface StoredManager extends Manager {
  /** The JSON of its set, reused as long as the set is this one. */
  readonly source?: { readonly set: FieldSet; readonly fieldsV1: JsonObject };
}

export type Entries = readonly DeepReadonly<ManagedFieldsEntry>[];

/** The entries cannot be read. The message is that of kube-apiserver. */
export class EntriesError extends Error {
  override readonly name = "EntriesError";
}

/**
 * Returns the managers of entries; of two equal ones, the later.
 *
 * @throws {EntriesError} if an entry cannot be read.
 */
export function managersOf(entries: Entries = []): readonly StoredManager[] {
  const managers = entries.map((entry, index) => ({ ...managerOf(entry, index), set: readSet(fieldsOf(entry)) }));
  return withoutRepeated(managers);
}

/** Returns the managers of stored entries. Their sets are shared, and decoded when they are first used. */
export function storedManagers(entries: Entries = []): readonly StoredManager[] {
  const managers = entries.map((entry, index) => {
    const fieldsV1 = fieldsOf(entry);
    const set = internedFieldSet(fieldsV1);
    return { ...managerOf(entry, index), set, source: { set, fieldsV1 } };
  });
  return withoutRepeated(managers);
}

function withoutRepeated(managers: readonly StoredManager[]): readonly StoredManager[] {
  if (managers.length < 2) return managers;
  const last = new Map(managers.map((manager) => [identityOf(manager), manager]));
  return last.size === managers.length
    ? managers
    : managers.filter((manager) => last.get(identityOf(manager)) === manager);
}

/** Whether two entries have the same manager: appliers of all versions are one, updaters of different versions are not. */
export function isSameManager(a: Omit<StoredManager, "set">, b: Omit<StoredManager, "set">): boolean {
  if (a.manager !== b.manager || a.operation !== b.operation || a.subresource !== b.subresource) return false;
  return a.operation === "Apply" || a.apiVersion === b.apiVersion;
}

/** Returns the entries of managers, in the order of kube-apiserver; `undefined` for none. */
export function entriesOf(managers: readonly StoredManager[]): ManagedFieldsEntry[] | undefined {
  return finish(entriesInSteps(managers));
}

/** `entriesOf`, in steps. */
export function entriesInSteps(managers: readonly StoredManager[]): Work<ManagedFieldsEntry[] | undefined> {
  if (managers.length === 0) return undefined;
  const entries: ManagedFieldsEntry[] = [];
  const adding = eachInSteps(managers.toSorted(byPlace), (manager) => {
    const { set, source } = manager;
    const fields = source?.set === set ? source.fieldsV1 : fieldSetToJsonInSteps(set);
    return afterPause(fields, (fieldsV1) => void entries.push(entryOf(manager, fieldsV1)));
  });
  return whenDone(adding, () => entries);
}

/** The identity of a manager as a string; conflict errors are sorted by it. */
export function identityOf({ manager, operation, apiVersion, subresource }: Omit<StoredManager, "set">): string {
  return JSON.stringify({
    ...(manager === "" ? {} : { manager }),
    operation,
    ...(operation === "Apply" ? {} : { apiVersion }),
    ...(subresource === "" ? {} : { subresource }),
  });
}

function managerOf(entry: DeepReadonly<ManagedFieldsEntry>, index: number): Omit<StoredManager, "set"> {
  // A client may send other values than the type allows.
  const { manager = "", operation, apiVersion = "", time, subresource = "" } = entry;
  const fieldsType: string = entry.fieldsType ?? "";
  if (operation !== "Apply" && operation !== "Update") {
    throw new EntriesError("operation must be `Apply` or `Update`");
  }
  if (apiVersion === "") throw new EntriesError("apiVersion must not be empty");
  if (fieldsType === "") throw new EntriesError(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== "FieldsV1") {
    throw new EntriesError(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`);
  }
  const identity = { manager, operation, apiVersion, subresource };
  return typeof time === "string" ? { ...identity, time } : identity;
}

function fieldsOf({ fieldsV1 = {} }: DeepReadonly<ManagedFieldsEntry>): JsonObject {
  return fieldsV1 as JsonObject; // Decoded from JSON.
}

function readSet(fieldsV1: JsonObject): FieldSet {
  try {
    return fieldSetFromJson(fieldsV1);
  } catch (error) {
    throw new EntriesError(`error decoding set: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** The fields have the order in which Kubernetes declares them. */
function entryOf(
  { manager, operation, apiVersion, time, subresource }: StoredManager,
  fieldsV1: JsonObject,
): ManagedFieldsEntry {
  return {
    ...(manager === "" ? {} : { manager }),
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: "FieldsV1",
    fieldsV1,
    ...(subresource === "" ? {} : { subresource }),
  };
}

/** Appliers first, then by time, the oldest first, then by name. */
function byPlace(a: StoredManager, b: StoredManager): number {
  return (
    compareTexts(a.operation, b.operation) ||
    compareTimes(a, b) ||
    compareTexts(a.manager, b.manager) ||
    compareTexts(a.apiVersion, b.apiVersion) ||
    compareTexts(a.subresource, b.subresource)
  );
}

function compareTimes(a: StoredManager, b: StoredManager): number {
  if (a.time === b.time) return 0;
  // Times in the server's format have the order of their strings.
  if (a.time?.length === serverTimeLength && b.time?.length === serverTimeLength) return compareTexts(a.time, b.time);
  return secondsOf(a) - secondsOf(b);
}

/** `2026-01-02T03:04:05Z`. No other form of a time is as short and has a zone. */
const serverTimeLength = 20;

/** The time of the last write, in seconds; 0 without a time. */
export function secondsOf({ time }: Pick<StoredManager, "time">): number {
  return time === undefined ? 0 : Math.floor((parseTime(time) ?? 0) / 1000);
}

export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
