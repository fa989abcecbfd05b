// Extracts indexed metadata from a received object and leaves `managedFields` out of the stored bytes. Only `metadata` is
// parsed. The list is left out as a whole: an API server keeps its own list when a write carries none, but it takes a list at
// its word, so that a shortened one would delete the ownership of other field managers.

import { decodeJson, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, OwnerReference } from "@kubewright/apimachinery";

import { isText, membersOf } from "./json-ranges.ts";
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

/** A received object: its indexed metadata, and the part of its bytes that the store leaves out. */
export interface ReducedObject {
  readonly metadata: ReadMetadata;
  readonly cut: Range | undefined;
}

const noLabels: Readonly<Record<string, string>> = Object.freeze({});
const noOwners: readonly OwnerReference[] = Object.freeze([]);

/**
 * Extracts the indexed metadata of an object's JSON, and finds its `managedFields`.
 *
 * @throws {TypeError} when the bytes hold no object with a name.
 */
export function reduceObject(bytes: Uint8Array): ReducedObject {
  const metadata = memberOf(bytes, { start: 0, end: bytes.length }, "metadata");
  if (metadata === undefined) throw new TypeError("Cannot keep object: it has no metadata");
  const cut = memberAndComma(bytes, metadata.value, "managedFields");
  return { metadata: fieldsOf(decodeWithout(bytes, metadata.value, cut)), cut };
}

/** The version of an object, such as a bookmark's. */
export function resourceVersionOf(bytes: Uint8Array): string | undefined {
  const metadata = memberOf(bytes, { start: 0, end: bytes.length }, "metadata");
  const version = metadata === undefined ? undefined : memberOf(bytes, metadata.value, "resourceVersion");
  const text =
    version === undefined ? undefined : decodeJson(bytes.subarray(version.value.start, version.value.end)).value;
  return typeof text === "string" && text !== "" ? text : undefined;
}

/** Copies an object's bytes without the cut to `offset` of `target`. */
export function copyWithout(bytes: Uint8Array, cut: Range | undefined, target: Uint8Array, offset: number): void {
  if (cut === undefined) {
    target.set(bytes, offset);
    return;
  }
  target.set(bytes.subarray(0, cut.start), offset);
  target.set(bytes.subarray(cut.end), offset + cut.start);
}

/** The number of bytes without the cut. */
export function lengthWithout(bytes: Uint8Array, cut: Range | undefined): number {
  return cut === undefined ? bytes.length : bytes.length - (cut.end - cut.start);
}

function memberOf(bytes: Uint8Array, range: Range, name: string): MemberRange | undefined {
  for (const member of membersOf(bytes, range)) {
    if (isText(bytes, member.name, name)) return member;
  }
  return undefined;
}

function decodeWithout(bytes: Uint8Array, range: Range, cut: Range | undefined): JsonObject {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const json =
    cut === undefined
      ? text.toString("utf8", range.start, range.end)
      : text.toString("utf8", range.start, cut.start) + text.toString("utf8", cut.end, range.end);
  const { value } = decodeJson(json);
  if (!isJsonObject(value)) throw new TypeError("Cannot keep object: its metadata is no object");
  return value;
}

/** The range of a member with one comma: the comma after it, or the comma before it if it is the last member. */
function memberAndComma(bytes: Uint8Array, object: Range, name: string): Range | undefined {
  let before: MemberRange | undefined;
  let found: MemberRange | undefined;
  for (const member of membersOf(bytes, object)) {
    if (found !== undefined) return { start: found.name.start - 1, end: member.name.start - 1 };
    if (isText(bytes, member.name, name)) found = member;
    else before = member;
  }
  if (found === undefined) return undefined;
  return { start: before === undefined ? found.name.start - 1 : before.value.end, end: found.value.end };
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
