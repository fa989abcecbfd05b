// An object in the versions that a request passes through: the stored one, the one that the steps of a write work on, the requested one. Most
// responses are parts of the stored bytes. The server parses an entry only if the versions of its kind differ in more than their name, or if the
// schema of a custom resource has changed.
//
//            stored ── storedObject ──▶ stored version ── toServedVersion ──▶ requested version
//   custom resources: pruned and defaulted here              … and pruned again here
import { encodeJson, finish, isDeepEqual, parseApiVersion, waitFor, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { cloneObject } from "../objects/clone-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { bodyBytes, decodeEntry, headOf, metadataBytes } from "../storage/stored-entry.ts";
import type { ConvertedEntry } from "./converted-entries.ts";
import { convertedBytes } from "./converted-entries.ts";
import type { ConversionRules, ConvertibleKind, ConvertibleVersion } from "./version-converter.ts";

/**
 * The parsed object in its stored version. A custom resource is pruned and defaulted by the current schema of the stored version, not of the
 * requested one. The caller may change the object.
 */
export function storedObject(entry: StoredEntry, resource: ConvertibleKind): ApiObject {
  const object = decodeEntry(entry);
  if (isCurrent(entry, resource)) return object;
  const { version } = parseApiVersion(entry.apiVersion);
  const { decode, defaultObject } = resource.strategy;
  const pruned = decode === undefined ? object : finish(decode(object, version)).object;
  return defaultObject === undefined ? pruned : finish(defaultObject(pruned, version));
}

/** The object, parsed, in the version of the request. It belongs to the caller. */
export function objectIn(entry: ConvertedEntry, resource: ConvertibleVersion): ApiObject {
  return finish(toServedVersion(storedObject(entry, resource), resource)); // Nothing waits for the converter of a converted entry.
}

/**
 * The object, parsed, as the strategy of a write receives it: of a built-in kind in the storage version, of a custom resource in the version of the
 * request, whose schema it has to fit. It belongs to the caller.
 */
export function workingObject(entry: ConvertedEntry, resource: ConvertibleVersion): ApiObject {
  return resource.custom ? objectIn(entry, resource) : storedObject(entry, resource);
}

/** The object's JSON in the version of the request. */
export function bytesIn(entry: ConvertedEntry, resource: ConvertibleVersion): Uint8Array {
  if (needsParsing(entry, resource))
    return convertedBytes(entry, resource, "object", () => Buffer.from(encodeJson(objectIn(entry, resource))));
  if (entry.apiVersion === resource.apiVersion && entry.kind === resource.kind) return entry.bytes;
  return Buffer.concat([resource.head, bodyBytes(entry)]);
}

/** The object's JSON as an item of a list, in buffers. Only the items of custom resources contain kind and apiVersion. */
export function itemBuffers(entry: ConvertedEntry, resource: ConvertibleVersion): readonly Uint8Array[] {
  if (resource.custom) return [bytesIn(entry, resource)];
  if (!needsParsing(entry, resource)) return [openBrace, bodyBytes(entry)];
  return [convertedBytes(entry, resource, "item", () => itemBytes(entry, resource))];
}

function itemBytes(entry: ConvertedEntry, resource: ConvertibleVersion): Uint8Array {
  const { kind: _, apiVersion: __, ...item } = objectIn(entry, resource);
  return Buffer.from(encodeJson(item));
}

const openBrace = Buffer.from("{");

/** The JSON of the object's metadata, in buffers. https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
export function metadataBuffers(
  entry: ConvertedEntry,
  { strategy }: Pick<ConvertibleKind, "strategy">,
  metaVersion: string,
): readonly Uint8Array[] {
  const head = headOf("PartialObjectMetadata", `meta.k8s.io/${metaVersion}`);
  const bytes =
    strategy.versionAnnotations === undefined
      ? metadataBytes(entry)
      : Buffer.from(encodeJson(shownMetadata(decodeEntry(entry), strategy)));
  return [Buffer.from(`${head}"metadata":`), bytes, closeBrace];
}

/** The metadata that a metadata-only representation of the object has. */
export function shownMetadata(
  { metadata }: ReadonlyObject,
  { versionAnnotations }: ConversionRules,
): ReadonlyObject["metadata"] {
  const { annotations, ...others } = metadata;
  if (versionAnnotations === undefined || annotations === undefined) return metadata;
  const kept = Object.entries(annotations).filter(([key]) => !versionAnnotations.includes(key));
  return kept.length === 0 ? others : { ...others, annotations: Object.fromEntries(kept) };
}

const closeBrace = Buffer.from("}");

/** In steps, an object of any version of its kind in the version of the request. May change it in place. */
export function toServedVersion(object: ApiObject, resource: ConvertibleVersion): Work<ApiObject> {
  return inVersion(object, resource, resource.apiVersion, resource.kind);
}

/** In steps, an object of any version of its kind in the version of the request: `object` itself if it has that version, else a changed copy. */
export function inServedVersion(object: ReadonlyObject, resource: ConvertibleVersion): Work<ReadonlyObject> {
  if (object.apiVersion === resource.apiVersion && object.kind === resource.kind) return object;
  return toServedVersion(cloneObject(object), resource);
}

/** In steps: a decoded object of the request's version as the strategy of a write receives it (`workingObject`), with defaults. May change it in place. */
export function toWorkingVersion(object: ApiObject, resource: ConvertibleVersion): Work<ApiObject> {
  const defaulting = resource.strategy.defaultObject?.(object, resource.version.name) ?? object;
  return resource.custom ? defaulting : whenDone(defaulting, (complete) => toStorageVersion(complete, resource));
}

/** In steps, an object of any version of its kind in the storage version. May change it in place. */
export function toStorageVersion(object: ApiObject, resource: ConvertibleKind): Work<ApiObject> {
  return inVersion(object, resource, resource.storage.apiVersion, resource.storage.kind);
}

function inVersion(
  object: ApiObject,
  { strategy }: ConvertibleKind,
  apiVersion: string,
  kind: string,
): Work<ApiObject> {
  const { converter } = strategy;
  if (object.apiVersion === apiVersion || converter === undefined) return named(object, apiVersion, kind);
  if (converter.type === "direct") return named(converter.convert(object, apiVersion), apiVersion, kind);
  return whenDone(waitFor(converter.convert(object, apiVersion)), (converted) =>
    named(converter.prune?.(converted) ?? converted, apiVersion, kind),
  );
}

function named(object: ApiObject, apiVersion: string, kind: string): ApiObject {
  object.apiVersion = apiVersion;
  object.kind = kind;
  return object;
}

/**
 * In steps, the object in another version as field management compares it. As in kube-apiserver, a converted custom resource is not pruned there, so a field
 * that the version does not declare is an error. May change `object` in place.
 */
export function toManagedVersion(object: ApiObject, resource: ConvertibleVersion): Work<ApiObject> {
  const { apiVersion, kind, strategy } = resource;
  if (!resource.custom)
    return whenDone(toStorageVersion(object, resource), (stored) => toServedVersion(stored, resource));
  if (strategy.converter?.type !== "ahead") return { ...object, apiVersion, kind };
  return object.apiVersion === apiVersion ? object : waitFor(strategy.converter.convert(object, apiVersion));
}

function needsParsing(entry: StoredEntry, resource: ConvertibleVersion): boolean {
  if (resource.strategy.converter !== undefined && entry.apiVersion !== resource.apiVersion) return true;
  return !isCurrent(entry, resource);
}

/** The `schemaId` of an entry with fields that a kube-apiserver would not have stored. */
export const incompleteMarker = "filled in";

/** The `schemaId` of an entry that a converter that is called ahead has converted from a stored one. Reads set no defaults. */
export const convertedMarker = "converted";

/** In steps, whether a kube-apiserver that writes the unchanged `object` would store the same bytes again. */
export function isStoredAs(entry: StoredEntry, object: ApiObject, resource: ConvertibleKind): Work<boolean> {
  if (entry.schemaId === incompleteMarker) return false;
  if (!resource.custom) return true;
  const { strategy, storage } = resource;
  // A converter that is called ahead may not return the same object when it converts back.
  const isRestored = strategy.converter?.type !== "ahead" || object.apiVersion === storage.apiVersion;
  if (isRestored && isCurrent(entry, resource) && entry.apiVersion === storage.apiVersion) return true;
  return whenDone(toStorageVersion(cloneObject(object), resource), (stored) => isDeepEqual(stored, decodeEntry(entry)));
}

/** Whether decoding and defaulting the stored bytes by the current schema would not change them. The schemas of built-in kinds never change. */
export function isCurrent(entry: StoredEntry, { custom, strategy }: ConvertibleKind): boolean {
  if (!custom || entry.schemaId === convertedMarker) return true;
  if (entry.schemaId === undefined || strategy.defaultsReads === true) return false;
  return entry.schemaId === strategy.schemaId?.(entry.apiVersion);
}
