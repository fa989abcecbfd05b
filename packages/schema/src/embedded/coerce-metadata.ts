// Coerces the metadata of custom resources and of objects embedded in them to the type ObjectMeta: unknown fields are dropped
// and reported. Fields of the wrong type are an error, or are dropped from stored objects that precede the check.

import {
  afterPause,
  eachInSteps,
  field,
  fieldPath,
  finish,
  getOwn,
  isJsonArray,
  isJsonObject,
  setOwn,
  whenDone,
} from "@kubewright/apimachinery";
import type { FieldError, FieldPath, JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { mapFields, mapItems } from "../model/map-in-steps.ts";
import type { Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";
import { malformedMetadataFields, metadataProblem, unknownMetadataFields } from "./metadata-shape.ts";

/** How metadata is coerced. */
export interface CoerceMetadataOptions {
  /** The value is a whole object itself. Default: true. */
  readonly isResourceRoot?: boolean;
  /** Drops fields of the wrong type instead of reporting an error. Default: false. */
  readonly dropMalformed?: boolean;
  /** The path of the value, for the error. Default: the value is the object. */
  readonly path?: FieldPath;
}

/** The coerced value. */
export interface CoercedMetadata {
  /** The same value when nothing changed. */
  readonly value: JsonValue;
  /** Paths of dropped fields that metadata does not have, sorted. */
  readonly unknown: readonly string[];
  /** The first error. The value must not be used if it is set. */
  readonly error?: FieldError;
}

/** Coerces the metadata of an object and of the objects embedded in it. */
export function coerceMetadata(value: JsonValue, schema: JsonSchema, options?: CoerceMetadataOptions): CoercedMetadata {
  return finish(coerceMetadataInSteps(value, schema, options));
}

/** Like `coerceMetadata`, in steps. */
export function coerceMetadataInSteps(
  value: JsonValue,
  schema: JsonSchema,
  options: CoerceMetadataOptions = {},
): Work<CoercedMetadata> {
  const { isResourceRoot = true, dropMalformed = false, path } = options;
  const type = typeOf(schema);
  const walk: Walk = { dropMalformed, unknown: [], error: undefined };
  const coercing =
    isResourceRoot && isJsonObject(value)
      ? coerceObject(value, type, true, path, walk)
      : coerce(value, type, path, walk);
  return whenDone(coercing, (coerced) => {
    const unknown = walk.unknown.toSorted();
    return walk.error === undefined ? { value: coerced, unknown } : { value: coerced, unknown, error: walk.error };
  });
}

interface Walk {
  readonly dropMalformed: boolean;
  readonly unknown: string[];
  error: FieldError | undefined;
}

function coerce(value: JsonValue, type: Type | undefined, path: FieldPath | undefined, walk: Walk): Work<JsonValue> {
  if (type?.hasEmbedded !== true) return value;
  if (isJsonArray(value)) {
    const { items } = type;
    if (items === undefined) return value;
    return mapItems(value, (item, index) => coerce(item, items, (path ?? fieldPath("")).index(index), walk));
  }
  return isJsonObject(value) ? coerceObject(value, type, type.isEmbedded, path, walk) : value;
}

function coerceObject(
  object: JsonObject,
  type: Type,
  isEmbedded: boolean,
  path: FieldPath | undefined,
  walk: Walk,
): Work<JsonObject> {
  return mapFields(object, (key, value) =>
    isEmbedded && isMetaField(key)
      ? coerceMetaField(key, value, path?.child(key) ?? fieldPath(key), walk)
      : coerceField(key, value, type, path, walk),
  );
}

function coerceField(
  key: string,
  value: JsonValue,
  type: Type,
  path: FieldPath | undefined,
  walk: Walk,
): Work<JsonValue> {
  const field = type.field(key);
  if (field !== undefined) return coerce(value, field.type, path?.child(key) ?? fieldPath(key), walk);
  return coerce(value, type.additional, path?.key(key) ?? fieldPath("").key(key), walk);
}

function isMetaField(key: string): boolean {
  return key === "apiVersion" || key === "kind" || key === "metadata";
}

function coerceMetaField(key: string, value: JsonValue, path: FieldPath, walk: Walk): Work<JsonValue | undefined> {
  if (key === "metadata") return coerceMetadataField(value, path, walk);
  if (typeof value === "string") return value;
  if (walk.dropMalformed) return undefined;
  walk.error ??= field.invalid(path, value, "must be a string");
  return value;
}

function coerceMetadataField(value: JsonValue, path: FieldPath, walk: Walk): Work<JsonValue | undefined> {
  const problem = metadataProblem(value);
  if (problem !== undefined && (!walk.dropMalformed || !isJsonObject(value))) {
    if (walk.dropMalformed) return undefined;
    walk.error ??= field.invalid(path, value, problem);
    return value;
  }
  if (value === null) return {};
  if (!isJsonObject(value)) return value;
  const unknown = unknownMetadataFields(value);
  const lead = path.toString();
  const reporting = eachInSteps(unknown, (name) => void walk.unknown.push(`${lead}.${name}`));
  return afterPause(reporting, () => {
    const malformed = problem === undefined ? [] : malformedMetadataFields(value);
    return afterPause(without(value, new Set([...unknown, ...malformed])), withoutNulls);
  });
}

// Decoding replaces a null by the zero value of the type: an absent field, an empty string, an empty object.
function withoutNulls(metadata: JsonObject): JsonObject {
  let changed: MutableJsonObject | undefined;
  for (const [name, value] of Object.entries(metadata)) {
    const next = value === null ? undefined : plainField(value);
    if (next === value) continue;
    changed ??= { ...metadata };
    if (next === undefined) delete changed[name];
    else changed[name] = next; // A name that metadata has, so not "__proto__".
  }
  return changed ?? metadata;
}

function plainField(value: JsonValue): JsonValue {
  if (isJsonObject(value)) return Object.values(value).includes(null) ? mapNulls(value) : value;
  if (!isJsonArray(value) || !value.includes(null)) return value;
  const isTexts = value.some((item) => typeof item === "string");
  return value.map((item) => item ?? (isTexts ? "" : {}));
}

function mapNulls(texts: JsonObject): JsonObject {
  const mapped: MutableJsonObject = {};
  for (const key of Object.keys(texts)) setOwn(mapped, key, texts[key] ?? "");
  return mapped;
}

function without(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (names.size === 0) return object;
  const rest: MutableJsonObject = {};
  for (const key of Object.keys(object)) if (!names.has(key)) setOwn(rest, key, getOwn(object, key) ?? null);
  return rest;
}
