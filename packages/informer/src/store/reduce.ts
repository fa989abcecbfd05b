// What happens to an object at the door: the few fields that everybody asks for are read, and `managedFields` is reduced to what
// tells a no-op and a fight: the whole entries of our own field manager, and of others everything (name, operation, time)
// but the field sets. Nothing else is parsed; the reduction is a list of places to leave out when the bytes are copied.

import { decodeJson, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, OwnerReference } from "@kubewright/apimachinery";

import { elementsOf, isText, membersOf } from "./json-ranges.ts";
import type { MemberRange, Range } from "./json-ranges.ts";

/** The fields of an object that are kept beside its bytes. */
export interface ReadMetadata {
  readonly namespace: string | undefined;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly ownerReferences: readonly OwnerReference[];
  readonly deletionTimestamp: string | undefined;
}

/** An object ready to be kept: its fields, and which parts of its bytes not to keep, in order. */
export interface ReducedObject {
  readonly metadata: ReadMetadata;
  readonly cuts: readonly Range[];
}

const noLabels: Readonly<Record<string, string>> = Object.freeze({});
const noOwners: readonly OwnerReference[] = Object.freeze([]);

/**
 * Reads what is needed of an object's JSON.
 *
 * @throws {TypeError} when it is no object with a name.
 */
export function reduceObject(bytes: Uint8Array, fieldManager: string | undefined): ReducedObject {
  const metadata = memberOf(bytes, { start: 0, end: bytes.length }, "metadata");
  if (metadata === undefined) throw new TypeError("Cannot keep object: it has no metadata");
  let managed: MemberRange | undefined;
  for (const member of membersOf(bytes, metadata.value)) {
    if (isText(bytes, member.name, "managedFields")) managed = member;
  }
  const fields = decodeWithout(bytes, metadata.value, managed);
  const cuts = managed === undefined ? [] : fieldSetsOfOthers(bytes, managed.value, fieldManager);
  return { metadata: fieldsOf(fields), cuts };
}

/** The version of an object, such as a bookmark's. */
export function resourceVersionOf(bytes: Uint8Array): string | undefined {
  const metadata = memberOf(bytes, { start: 0, end: bytes.length }, "metadata");
  const version = metadata === undefined ? undefined : memberOf(bytes, metadata.value, "resourceVersion");
  const text =
    version === undefined ? undefined : decodeJson(bytes.subarray(version.value.start, version.value.end)).value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** Copies an object's bytes without the cuts; returns the length of the copy. */
export function copyWithout(bytes: Uint8Array, cuts: readonly Range[], target: Uint8Array, offset: number): number {
  let from = 0;
  let to = offset;
  for (const { start, end } of cuts) {
    target.set(bytes.subarray(from, start), to);
    to += start - from;
    from = end;
  }
  target.set(bytes.subarray(from), to);
  return to + bytes.length - from - offset;
}

/** How many bytes are left without the cuts. */
export function lengthWithout(bytes: Uint8Array, cuts: readonly Range[]): number {
  return cuts.reduce((length, { start, end }) => length - (end - start), bytes.length);
}

function memberOf(bytes: Uint8Array, range: Range, name: string): MemberRange | undefined {
  for (const member of membersOf(bytes, range)) {
    if (isText(bytes, member.name, name)) return member;
  }
  return undefined;
}

/** Parses metadata with an empty list in the place of its managedFields. */
function decodeWithout(bytes: Uint8Array, range: Range, managed: MemberRange | undefined): JsonObject {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole =
    managed === undefined
      ? text.toString("utf8", range.start, range.end)
      : `${text.toString("utf8", range.start, managed.value.start)}[]${text.toString("utf8", managed.value.end, range.end)}`;
  const { value } = decodeJson(whole);
  if (!isJsonObject(value)) throw new TypeError("Cannot keep object: its metadata is no object");
  return value;
}

function fieldSetsOfOthers(bytes: Uint8Array, managed: Range, fieldManager: string | undefined): Range[] {
  const cuts: Range[] = [];
  for (const entry of elementsOf(bytes, managed)) {
    const manager = memberOf(bytes, entry, "manager");
    if (fieldManager !== undefined && manager !== undefined && isText(bytes, inner(manager.value), fieldManager))
      continue;
    const cut = memberAndComma(bytes, entry, "fieldsV1");
    if (cut !== undefined) cuts.push(cut);
  }
  return cuts;
}

/** The place of a member with the comma that would be left over: the one behind it, or the one before the last member. */
function memberAndComma(bytes: Uint8Array, entry: Range, name: string): Range | undefined {
  let before: MemberRange | undefined;
  let found: MemberRange | undefined;
  for (const member of membersOf(bytes, entry)) {
    if (found !== undefined) return { start: found.name.start - 1, end: member.name.start - 1 };
    if (isText(bytes, member.name, name)) found = member;
    else before = member;
  }
  if (found === undefined) return undefined;
  return { start: before === undefined ? found.name.start - 1 : before.value.end, end: found.value.end };
}

function inner({ start, end }: Range): Range {
  return { start: start + 1, end: end - 1 };
}

function fieldsOf(metadata: JsonObject): ReadMetadata {
  const name = textOf(metadata["name"]);
  if (name === undefined) throw new TypeError("Cannot keep object: its metadata has no name");
  return {
    namespace: textOf(metadata["namespace"]),
    name,
    uid: textOf(metadata["uid"]) ?? "",
    resourceVersion: textOf(metadata["resourceVersion"]) ?? "",
    generation: typeof metadata["generation"] === "number" ? metadata["generation"] : undefined,
    // The API server has checked both against the schema of ObjectMeta.
    labels: isJsonObject(metadata["labels"]) ? (metadata["labels"] as Record<string, string>) : noLabels,
    ownerReferences: ownersOf(metadata["ownerReferences"]),
    deletionTimestamp: textOf(metadata["deletionTimestamp"]),
  };
}

function ownersOf(value: JsonValue | undefined): readonly OwnerReference[] {
  return Array.isArray(value) && value.length > 0 ? (value as OwnerReference[]) : noOwners;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
