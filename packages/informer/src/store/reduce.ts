// Extracts frequently read metadata from a received object without parsing it, and removes `managedFields` from the stored bytes.
// The whole list is removed: the API server keeps its list if a write contains no `managedFields`, but a shortened list would
// delete the ownership of other field managers.

import { metadataMembersOf } from "@kubewright/client";
import type { MetadataMembers, RawObject } from "@kubewright/client";

import { joinedStringsAt, stringAt, valueAt } from "./json-value.ts";
import type { Range } from "./json-value.ts";

/** The fields of `metadata` whose positions are stored with an object. */
export const markedFields = [
  "uid",
  "resourceVersion",
  "generation",
  "labels",
  "ownerReferences",
  "deletionTimestamp",
] as const;

export type MarkedField = (typeof markedFields)[number];

/** A received object: its key, the positions of its marked fields, and the part of its bytes that the store leaves out. */
export interface ReducedObject {
  readonly bytes: Uint8Array;
  /** `namespace/name`, or `name`. */
  readonly key: string;
  /** The length of the namespace in the key; -1 without one. */
  readonly namespaceLength: number;
  /** Where the values of the marked fields begin in `bytes`; 0 for absent fields. */
  readonly marks: readonly number[];
  readonly cut: Range | undefined;
}

/**
 * Finds the key, the marked fields and the `managedFields` of an object.
 *
 * @throws {TypeError} if the bytes hold no object with a name, and {JsonSyntaxError} if its owner references are not JSON.
 */
export function reduceObject({ bytes, metadata: known }: RawObject): ReducedObject {
  const members = known ?? metadataMembersOf(bytes);
  if (members === undefined) throw new TypeError("Cannot cache object: it has no metadata");
  const marks = [0, 0, 0, 0, 0, 0];
  let nameAt = 0;
  let namespaceAt = 0;
  let cutIndex = -1;
  for (let index = 0; index < members.length; index += 4) {
    const start = members[index] ?? 0;
    const value = members[index + 2] ?? 0;
    const field = fieldOf(bytes, start, (members[index + 1] ?? 0) - start);
    if (field === "name") nameAt = value;
    else if (field === "namespace") namespaceAt = value;
    else if (field === "managedFields") cutIndex = index;
    else if (field !== undefined) marks[markedFields.indexOf(field)] = value;
  }
  const key = keyAt(bytes, namespaceAt, nameAt);
  const ownersAt = marks[markedFields.indexOf("ownerReferences")] ?? 0;
  if (ownersAt !== 0) valueAt(bytes, ownersAt); // An index reads the owners later, where nothing rejects the object.
  return { bytes, ...key, marks, cut: cutIndex < 0 ? undefined : memberAndComma(members, cutIndex) };
}

/** The version of an object, such as a bookmark's. */
export function resourceVersionOf(object: RawObject): string | undefined {
  const { bytes, metadata: members = metadataMembersOf(bytes) ?? [] } = object;
  for (let index = 0; index < members.length; index += 4) {
    const start = members[index] ?? 0;
    const field = fieldOf(bytes, start, (members[index + 1] ?? 0) - start);
    if (field === "resourceVersion") return stringAt(bytes, members[index + 2] ?? 0);
  }
  return undefined;
}

/** The positions of the marked fields in the bytes without the cut. */
export function markWithout(mark: number, cut: Range | undefined): number {
  return cut === undefined || mark < cut.end ? mark : mark - (cut.end - cut.start);
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

type ReadField = MarkedField | "name" | "namespace" | "managedFields";

const readFields: readonly ReadField[] = [...markedFields, "name", "namespace", "managedFields"];

/** The field with the name at `start`, if the cache reads it. */
function fieldOf(bytes: Uint8Array, start: number, length: number): ReadField | undefined {
  for (const field of readFields) {
    if (field.length === length && bytes[start] === field.charCodeAt(0) && isAscii(bytes, start, field)) return field;
  }
  return undefined;
}

function isAscii(bytes: Uint8Array, start: number, ascii: string): boolean {
  for (let index = 1; index < ascii.length; index += 1) {
    if (bytes[start + index] !== ascii.charCodeAt(index)) return false;
  }
  return true;
}

function keyAt(bytes: Uint8Array, namespaceAt: number, nameAt: number): Pick<ReducedObject, "key" | "namespaceLength"> {
  const namespaceLength = namespaceAt === 0 ? 0 : (stringAt(bytes, namespaceAt)?.length ?? 0);
  const key = namespaceLength === 0 ? stringAt(bytes, nameAt) : joinedStringsAt(bytes, namespaceAt, nameAt);
  if (key === undefined || key.endsWith("/")) throw new TypeError("Cannot cache object: its metadata has no name");
  return { key, namespaceLength: namespaceLength === 0 ? -1 : namespaceLength };
}

/** The range of a member with one comma: the comma after it, or the comma before it if it is the last member. */
function memberAndComma(members: MetadataMembers, index: number): Range {
  const start = (members[index] ?? 0) - 1;
  const end = members[index + 3] ?? 0;
  const next = members[index + 4];
  if (next !== undefined) return { start, end: next - 1 };
  return { start: index === 0 ? start : (members[index - 1] ?? 0), end };
}
