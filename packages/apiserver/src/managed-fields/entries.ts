/**
 * `metadata.managedFields`: who owns which fields of an object, as entries of its JSON and as owners that can be reckoned with.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
import { parseTime } from "@kubewright/apimachinery";
import type { JsonObject, ManagedFieldsEntry } from "@kubewright/apimachinery";
import { fieldSetFromJson, fieldSetToJson, storedFieldSet } from "@kubewright/schema";
import type { FieldSet, Manager } from "@kubewright/schema";
import type { DeepReadonly } from "../registry/api-object.ts";

/** One who owns fields. */
export interface Owner extends Manager {
  /** What its set was stored as, to be stored again as long as the set is this one. */
  readonly source?: { readonly set: FieldSet; readonly fieldsV1: JsonObject };
}

export type Entries = readonly DeepReadonly<ManagedFieldsEntry>[];

/** Entries that cannot be read. The message is a kube-apiserver's. */
export class EntriesError extends Error {
  override readonly name = "EntriesError";
}

/**
 * The owners that entries tell of; when two are the same, the later one.
 *
 * @throws {EntriesError} when an entry is none.
 */
export function ownersOf(entries: Entries = []): readonly Owner[] {
  const owners = entries.map((entry, index) => ({ ...ownerOf(entry, index), set: readSet(fieldsOf(entry)) }));
  return withoutRepeated(owners);
}

/** The owners that stored entries tell of. Their sets are read when they are needed. */
export function storedOwners(entries: Entries = []): readonly Owner[] {
  const owners = entries.map((entry, index) => {
    const fieldsV1 = fieldsOf(entry);
    const set = storedFieldSet(fieldsV1);
    return { ...ownerOf(entry, index), set, source: { set, fieldsV1 } };
  });
  return withoutRepeated(owners);
}

function withoutRepeated(owners: readonly Owner[]): readonly Owner[] {
  return owners.filter((owner, index) => !owners.some((later, at) => at > index && isSameOwner(later, owner)));
}

/** Whether two are the same owner: an applier is one whatever version it applies in, who updates is another one in each. */
export function isSameOwner(a: Omit<Owner, "set">, b: Omit<Owner, "set">): boolean {
  if (a.manager !== b.manager || a.operation !== b.operation || a.subresource !== b.subresource) return false;
  return a.operation === "Apply" || a.apiVersion === b.apiVersion;
}

/** The entries that tell of owners, in their order; `undefined` for none. */
export function entriesOf(owners: readonly Owner[]): ManagedFieldsEntry[] | undefined {
  return owners.length === 0 ? undefined : owners.toSorted(byPlace).map(entryOf);
}

/** What is the same of an owner in two entries, as the text that errors order owners by. */
export function identityOf({ manager, operation, apiVersion, subresource }: Omit<Owner, "set">): string {
  return JSON.stringify({
    ...(manager === "" ? {} : { manager }),
    operation,
    ...(operation === "Apply" ? {} : { apiVersion }),
    ...(subresource === "" ? {} : { subresource }),
  });
}

function ownerOf(entry: DeepReadonly<ManagedFieldsEntry>, index: number): Omit<Owner, "set"> {
  // What a client sends may hold other texts than the type allows.
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
  const owner = { manager, operation, apiVersion, subresource };
  return typeof time === "string" ? { ...owner, time } : owner;
}

function fieldsOf({ fieldsV1 = {} }: DeepReadonly<ManagedFieldsEntry>): JsonObject {
  return fieldsV1 as JsonObject; // It was JSON a moment ago.
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

/** The fields stand in the order in which Kubernetes declares them. */
function entryOf({ manager, operation, apiVersion, time, set, source, subresource }: Owner): ManagedFieldsEntry {
  return {
    ...(manager === "" ? {} : { manager }),
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: "FieldsV1",
    fieldsV1: source?.set === set ? source.fieldsV1 : fieldSetToJson(set),
    ...(subresource === "" ? {} : { subresource }),
  };
}

/** Appliers first; then who wrote longest ago; then by name. */
function byPlace(a: Owner, b: Owner): number {
  return (
    compareTexts(a.operation, b.operation) ||
    (a.time === b.time ? 0 : secondsOf(a) - secondsOf(b)) ||
    compareTexts(a.manager, b.manager) ||
    compareTexts(a.apiVersion, b.apiVersion) ||
    compareTexts(a.subresource, b.subresource)
  );
}

/** When an owner last wrote, in seconds; one without a time comes before all others. */
export function secondsOf({ time }: Pick<Owner, "time">): number {
  return time === undefined ? 0 : Math.floor((parseTime(time) ?? 0) / 1000);
}

export function compareTexts(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
