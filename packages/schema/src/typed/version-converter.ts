// What the rules of managed fields must know of a kind beside the values: its versions. Sets of fields are kept in the
// version their manager wrote in, so objects are converted to that version before sets are looked at.

import { isDeepEqual, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { TypedComparison } from "./compare.ts";
import { assertTyped } from "./check.ts";
import { compareTyped } from "./compare.ts";
import type { FieldSet } from "./field-set.ts";

/** The versions of a kind, and what may be written through the door that a request came by. */
export interface VersionConverter {
  /** The schema of whole objects; undefined when there is no such version (any more). */
  schemaOf(apiVersion: string): JsonSchema | undefined;
  /** The object in another version of its kind. Never called for its own version, or one without a schema. */
  convert(object: JsonObject, apiVersion: string): JsonObject;
  /** The schemas never change, and objects have been read by them: neither is looked at again. Default: false. */
  readonly isFixed?: boolean;
  /** The part of a set that this door writes: without status, say. Default: all of it. */
  writable?(set: FieldSet, apiVersion: string): FieldSet;
}

/** An object in one version of its kind. */
export interface VersionedObject {
  readonly apiVersion: string;
  readonly object: JsonValue;
  readonly schema: JsonSchema;
}

/**
 * An object with the schema of its version.
 *
 * @throws {TypeError} when there is no such version.
 */
export function inVersion(converter: VersionConverter, object: JsonValue, apiVersion: string): VersionedObject {
  const schema = converter.schemaOf(apiVersion);
  if (schema === undefined) throw new TypeError(`Cannot read an object of ${apiVersion}: there is no such version`);
  return { apiVersion, object, schema };
}

/**
 * The object in another version; undefined when there is no such version.
 *
 * @throws {TypedError} when the converted object does not fit that version's schema. Duplicates in lists do not, here.
 */
export function convertTo(
  converter: VersionConverter,
  versioned: VersionedObject,
  apiVersion: string,
): VersionedObject | undefined {
  if (versioned.apiVersion === apiVersion) return versioned;
  const schema = converter.schemaOf(apiVersion);
  if (schema === undefined) return undefined;
  const { object } = versioned;
  if (!isJsonObject(object)) throw new TypeError(`Cannot convert to ${apiVersion}: nothing is left of the object`);
  const converted = converter.convert(object, apiVersion);
  assertTyped(converted, schema);
  return { apiVersion, schema, object: converted };
}

/** What changed between two objects, as each version sees it: undefined for versions that do not exist. */
export function comparisons(
  converter: VersionConverter,
  live: VersionedObject,
  next: VersionedObject,
): (apiVersion: string) => TypedComparison | undefined {
  const known = new Map<string, TypedComparison | undefined>();
  return (apiVersion) => {
    if (known.has(apiVersion)) return known.get(apiVersion);
    const [old, now] = [convertTo(converter, live, apiVersion), convertTo(converter, next, apiVersion)];
    const comparison =
      old && now && writableOf(converter, compareTyped(old.object, now.object, old.schema), apiVersion);
    known.set(apiVersion, comparison);
    return comparison;
  };
}

function writableOf(
  converter: VersionConverter,
  { added, modified, removed }: TypedComparison,
  apiVersion: string,
): TypedComparison {
  return {
    added: writable(converter, added, apiVersion),
    modified: writable(converter, modified, apiVersion),
    removed: writable(converter, removed, apiVersion),
  };
}

/** The part of a set that may be written. */
export function writable(converter: VersionConverter, set: FieldSet, apiVersion: string): FieldSet {
  return converter.writable?.(set, apiVersion) ?? set;
}

/** Whether two objects of one version are equal. */
export function isSameObject(left: VersionedObject, right: VersionedObject): boolean {
  return isDeepEqual(left.object, right.object);
}
