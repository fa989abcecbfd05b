// An object in the versions it has on its way: as it is stored, as the hooks of a write see it, as a request asks for it. Mostly an answer is a
// matter of cutting bytes: parsing is only needed for kinds whose versions differ in more than their name, and for custom resources whose
// schema changed since they were written.
//
//            stored ── storedObject ──▶ stored version ── toServedForm ──▶ request's version
//   custom resources: pruned and defaulted here              … and pruned again here
import { encodeJson, isDeepEqual, parseApiVersion } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";
import type { VersionedResource } from "./registry.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { bodyBytes, decodeEntry, headOf, metadataBytes } from "../storage/stored-entry.ts";
import { derivedBytes } from "./derived-bytes.ts";
import type { ServedResource } from "./strategy.ts";

/**
 * The object, parsed, in the version it is stored in. A custom resource is pruned and defaulted by that version's schema of today, whatever
 * version is asked for afterwards. It belongs to the caller.
 */
export function storedObject(entry: StoredEntry, resource: ServedResource): ApiObject {
  const object = decodeEntry(entry);
  if (isCurrent(entry, resource)) return object;
  const { version } = parseApiVersion(entry.apiVersion);
  const { decode, defaultObject } = resource.strategy;
  const pruned = decode?.(object, version).object ?? object;
  return defaultObject?.(pruned, version) ?? pruned;
}

/** The object, parsed, in the version of the request. It belongs to the caller. */
export function objectIn(entry: StoredEntry, resource: VersionedResource): ApiObject {
  return toServedForm(storedObject(entry, resource), resource);
}

/**
 * The object, parsed, as the hooks of a write see it: of a built-in kind in the storage version, of a custom resource in the request's, since
 * it is that version's schema which the object has to fit. It belongs to the caller.
 */
export function workingObject(entry: StoredEntry, resource: VersionedResource): ApiObject {
  return resource.custom ? objectIn(entry, resource) : storedObject(entry, resource);
}

/** The object's JSON in the version of the request. */
export function bytesIn(entry: StoredEntry, resource: VersionedResource): Uint8Array {
  if (needsParsing(entry, resource))
    return derivedBytes(entry, resource, "object", () => Buffer.from(encodeJson(objectIn(entry, resource))));
  if (entry.apiVersion === resource.apiVersion && entry.kind === resource.kind) return entry.bytes;
  return Buffer.concat([resource.head, bodyBytes(entry)]);
}

/** The pieces of the object's JSON as it stands in a list: kind and apiVersion are only in the items of custom resources. */
export function itemPieces(entry: StoredEntry, resource: VersionedResource): readonly Uint8Array[] {
  if (resource.custom) return [bytesIn(entry, resource)];
  if (!needsParsing(entry, resource)) return [openBrace, bodyBytes(entry)];
  return [derivedBytes(entry, resource, "item", () => itemBytes(entry, resource))];
}

function itemBytes(entry: StoredEntry, resource: VersionedResource): Uint8Array {
  const { kind: _, apiVersion: __, ...item } = objectIn(entry, resource);
  return Buffer.from(encodeJson(item));
}

const openBrace = Buffer.from("{");

/** The object reduced to its metadata, as JSON pieces. https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
export function metadataPieces(entry: StoredEntry, metaVersion: string): readonly Uint8Array[] {
  const head = headOf("PartialObjectMetadata", `meta.k8s.io/${metaVersion}`);
  return [Buffer.from(`${head}"metadata":`), metadataBytes(entry), closeBrace];
}

const closeBrace = Buffer.from("}");

/** An object of any version of its kind in the version of the request. May change it in place. */
export function toServedForm(object: ApiObject, resource: VersionedResource): ApiObject {
  return inVersion(object, resource, resource.apiVersion, resource.kind);
}

/** A decoded object of the request's version as the hooks of a write see it (`workingObject`), with defaults. May change it in place. */
export function toWorkingForm(object: ApiObject, resource: VersionedResource): ApiObject {
  const complete = resource.strategy.defaultObject?.(object, resource.version.name) ?? object;
  return resource.custom ? complete : toStorageForm(complete, resource);
}

/** An object of any version of its kind in the storage version. May change it in place. */
export function toStorageForm(object: ApiObject, resource: ServedResource): ApiObject {
  return inVersion(object, resource, resource.storage.apiVersion, resource.storage.kind);
}

function inVersion(object: ApiObject, { strategy }: ServedResource, apiVersion: string, kind: string): ApiObject {
  const converted = object.apiVersion === apiVersion ? object : (strategy.convert?.(object, apiVersion) ?? object);
  converted.apiVersion = apiVersion;
  converted.kind = kind;
  return converted;
}

function needsParsing(entry: StoredEntry, resource: VersionedResource): boolean {
  if (resource.strategy.convert !== undefined && entry.apiVersion !== resource.apiVersion) return true;
  return !isCurrent(entry, resource);
}

/** In place of the schema that an entry was written under: the entry has fields that a kube-apiserver would not have stored. */
export const incompleteMarker = "filled in";

/** Whether a write of an object that has not changed, `object` as it was read, would leave what a kube-apiserver has stored as it is. */
export function isStoredAs(entry: StoredEntry, object: ApiObject, resource: ServedResource): boolean {
  if (entry.writtenUnder === incompleteMarker) return false;
  if (!resource.custom || (isCurrent(entry, resource) && entry.apiVersion === resource.storage.apiVersion)) return true;
  const stored = decodeEntry(entry);
  return isDeepEqual(toStorageForm(structuredClone(object), resource), stored);
}

/** Whether decoding and defaulting the stored bytes by the current schema would not change them. The schemas of built-in kinds never change. */
function isCurrent(entry: StoredEntry, { custom, strategy }: ServedResource): boolean {
  if (!custom) return true;
  if (entry.writtenUnder === undefined || strategy.defaultsReads === true) return false;
  return entry.writtenUnder === strategy.schemaId?.(entry.apiVersion);
}
