// Conversion between the versions of a kind, for managed fields. The set of a manager is in the version that the manager wrote, so objects are
// converted to that version before they are compared with the set.

import { isDeepEqual, isJsonObject, whenDone, whenFailed } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { TypedComparison } from "./compare.ts";
import { assertTyped } from "./check.ts";
import { compareTypedInSteps } from "./compare.ts";
import { TypedError } from "./errors.ts";
import type { FieldSet } from "./field-set.ts";

/** The versions of a kind, and the fields that the endpoint of a request may write. */
export interface VersionConverter {
  /** The schema of whole objects; undefined if the version does not exist. */
  schemaOf(apiVersion: string): JsonSchema | undefined;
  /**
   * The object in another version of its kind. Never called for its own version, or one without a schema. Throws a `TypedError` if the object cannot be
   * converted.
   */
  convert(object: JsonObject, apiVersion: string): Work<JsonObject>;
  /** The schemas never change and objects were decoded by them, so neither is checked again. Default: false. */
  readonly isFixed?: boolean;
  /** The part of a set that the endpoint writes, for example without status. Default: the whole set. */
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
 * @throws {TypeError} if the version does not exist.
 */
export function inVersion(converter: VersionConverter, object: JsonValue, apiVersion: string): VersionedObject {
  const schema = converter.schemaOf(apiVersion);
  if (schema === undefined) throw new TypeError(`Cannot read an object of ${apiVersion}: there is no such version`);
  return { apiVersion, object, schema };
}

/** The converter, which converts each object to a version once. For one operation, which does not change the objects. */
export function remembering(converter: VersionConverter): VersionConverter {
  if (converter.isFixed === true) return converter;
  const known = new Map<JsonObject, Map<string, JsonObject>>();
  return {
    schemaOf: (apiVersion) => converter.schemaOf(apiVersion),
    writable: (set, apiVersion) => writable(converter, set, apiVersion),
    convert(object, apiVersion) {
      const versions = known.get(object) ?? new Map<string, JsonObject>();
      known.set(object, versions);
      return (
        versions.get(apiVersion) ??
        whenDone(converter.convert(object, apiVersion), (converted) => {
          versions.set(apiVersion, converted);
          return converted;
        })
      );
    },
  };
}

/**
 * In steps, the object in another version; `undefined` if the version does not exist.
 *
 * @throws {TypedError} if the object cannot be converted, or does not fit that version's schema. Duplicates in lists are errors.
 */
export function convertTo(
  converter: VersionConverter,
  versioned: VersionedObject,
  apiVersion: string,
): Work<VersionedObject | undefined> {
  if (versioned.apiVersion === apiVersion) return versioned;
  const schema = converter.schemaOf(apiVersion);
  if (schema === undefined) return undefined;
  const { object } = versioned;
  if (!isJsonObject(object)) throw new TypeError(`Cannot convert to ${apiVersion}: nothing is left of the object`);
  return whenDone(converter.convert(object, apiVersion), (converted) =>
    whenDone(assertTyped(converted, schema), () => ({ apiVersion, schema, object: converted })),
  );
}

/** The changes between two objects in each version, computed in steps; undefined for versions that do not exist. */
export function comparisons(
  converter: VersionConverter,
  live: VersionedObject,
  next: VersionedObject,
): (apiVersion: string) => Work<TypedComparison | undefined> {
  const known = new Map<string, TypedComparison | undefined>();
  return (apiVersion) => {
    if (known.has(apiVersion)) return known.get(apiVersion);
    const comparing = whenDone(
      prefixed("failed to convert old object", () => convertTo(converter, live, apiVersion)),
      (old) =>
        whenDone(
          prefixed("failed to convert new object", () => convertTo(converter, next, apiVersion)),
          (now) => old && now && compareTypedInSteps(old.object, now.object, old.schema),
        ),
    );
    return whenDone(comparing, (changes) => {
      const comparison = changes && writableOf(converter, changes, apiVersion);
      known.set(apiVersion, comparison);
      return comparison;
    });
  };
}

/** In steps, the result of `work`. The message of a `TypedError` gets the prefix that kube-apiserver gives it. */
export function prefixed<Result>(prefix: string, work: () => Work<Result>): Work<Result> {
  return whenFailed(work, (error) => {
    if (error instanceof TypedError) throw new TypedError([`${prefix}: ${error.message}`]);
    throw error;
  });
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
