// A stored object in the version and kind that a request asks for. Mostly that is a matter of cutting bytes: parsing is only needed for
// kinds whose versions differ in more than their name, and for custom resources whose schema changed since they were written.
import type { ApiObject } from "./api-object.ts";
import type { VersionedResource } from "./registry.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { bodyBytes, decodeEntry, headOf, metadataBytes } from "../storage/stored-entry.ts";
import { encodeJson } from "@kubewright/apimachinery";

/** The object, parsed, in the version of the request. It belongs to the caller. */
export function objectIn(entry: StoredEntry, form: VersionedResource): ApiObject {
  return toServedForm(decodeEntry(entry), form, entry.writtenUnder);
}

/** The object's JSON in the version of the request. */
export function bytesIn(entry: StoredEntry, form: VersionedResource): Uint8Array {
  if (needsParsing(entry, form)) return Buffer.from(encodeJson(objectIn(entry, form)));
  if (entry.apiVersion === form.apiVersion && entry.kind === form.resource.kind) return entry.bytes;
  return Buffer.concat([form.head, bodyBytes(entry)]);
}

/** The pieces of the object's JSON as it stands in a list: kind and apiVersion are only in the items of custom resources. */
export function itemPieces(entry: StoredEntry, form: VersionedResource): readonly Uint8Array[] {
  if (form.resource.custom) return [bytesIn(entry, form)];
  if (!needsParsing(entry, form)) return [openBrace, bodyBytes(entry)];
  const { kind: _, apiVersion: __, ...item } = objectIn(entry, form);
  return [Buffer.from(encodeJson(item))];
}

const openBrace = Buffer.from("{");

/** The object reduced to its metadata, as JSON pieces. https://kubernetes.io/docs/reference/using-api/api-concepts/#metadata-only-fetches */
export function metadataPieces(entry: StoredEntry, metaVersion: string): readonly Uint8Array[] {
  const head = headOf("PartialObjectMetadata", `meta.k8s.io/${metaVersion}`);
  return [Buffer.from(`${head}"metadata":`), metadataBytes(entry), closeBrace];
}

const closeBrace = Buffer.from("}");

/** An object of the storage version in the version of the request. May change it in place. */
export function toServedForm(object: ApiObject, form: VersionedResource, writtenUnder?: object): ApiObject {
  const { resource, version, apiVersion } = form;
  const { strategy } = resource;
  let served = object;
  if (object.apiVersion !== apiVersion && strategy.convert !== undefined) served = strategy.convert(object, apiVersion);
  served.apiVersion = apiVersion;
  served.kind = resource.kind;
  if (writtenUnder === undefined || !mayLackDefaults(form, writtenUnder)) return served;
  served = strategy.decode?.(served, version.name).object ?? served;
  return strategy.defaultObject?.(served, version.name) ?? served;
}

/** A decoded object of the request's version in the storage version, with defaults. May change it in place. */
export function toStorageForm(object: ApiObject, { resource, version }: VersionedResource): ApiObject {
  const { strategy, storage } = resource;
  let stored = strategy.defaultObject?.(object, version.name) ?? object;
  if (stored.apiVersion !== storage.apiVersion && strategy.convert !== undefined) {
    stored = strategy.convert(stored, storage.apiVersion);
  }
  stored.apiVersion = storage.apiVersion;
  stored.kind = storage.kind;
  return stored;
}

function needsParsing(entry: StoredEntry, form: VersionedResource): boolean {
  if (form.resource.strategy.convert !== undefined && entry.apiVersion !== form.apiVersion) return true;
  return mayLackDefaults(form, entry.writtenUnder);
}

/**
 * Custom resources are pruned and defaulted as they are read, by the schema of today and of the version asked for. Built-in kinds do not
 * change while the server runs.
 */
function mayLackDefaults({ resource }: VersionedResource, writtenUnder: object): boolean {
  return resource.custom && (writtenUnder !== resource.strategy || resource.versions.length > 1);
}
