// The fields of metadata and their types. Upstream decodes metadata to a Go struct, so its errors name Go types.

import { getOwn, goKindOf, isJsonArray, isJsonObject, parseTime } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

/** A type of metadata fields. */
interface Shape {
  readonly goType: string;
  readonly is: (value: JsonValue) => boolean;
  /** Returns the first part of the wrong type and the type that it should have. Called for values that pass `is`. */
  readonly inner?: (value: JsonValue) => Wrong | undefined;
}

interface Wrong {
  readonly value: JsonValue;
  readonly goType: string;
}

const text: Shape = { goType: "string", is: (value) => typeof value === "string" };
const boolean: Shape = { goType: "bool", is: (value) => typeof value === "boolean" };
const integer: Shape = { goType: "int64", is: (value) => typeof value === "bigint" || Number.isInteger(value) };
const time: Shape = { goType: "v1.Time", is: (value) => typeof value === "string" && parseTime(value) !== undefined };
const anyObject: Shape = { goType: "v1.FieldsV1", is: isJsonObject };

function mapOf(shape: Shape): Shape {
  return {
    goType: `map[string]${shape.goType}`,
    is: isJsonObject,
    inner: (value) => firstWrong(isJsonObject(value) ? Object.values(value) : [], shape),
  };
}

function listOf(shape: Shape): Shape {
  return {
    goType: `[]${shape.goType}`,
    is: Array.isArray,
    inner: (value) => firstWrong(isJsonArray(value) ? value : [], shape),
  };
}

function structOf(goType: string, fields: { readonly [name: string]: Shape }): Shape {
  return {
    goType,
    is: isJsonObject,
    inner: (value) => {
      if (!isJsonObject(value)) return undefined;
      for (const [name, shape] of Object.entries(fields)) {
        const wrong = wrongIn(getOwn(value, name) ?? null, shape);
        if (wrong !== undefined) return wrong;
      }
      return undefined;
    },
  };
}

const ownerReference = structOf("v1.OwnerReference", {
  apiVersion: text,
  kind: text,
  name: text,
  uid: text,
  controller: boolean,
  blockOwnerDeletion: boolean,
});

const managedFieldsEntry = structOf("v1.ManagedFieldsEntry", {
  manager: text,
  operation: text,
  apiVersion: text,
  time,
  fieldsType: text,
  fieldsV1: anyObject,
  subresource: text,
});

const metadataFields: { readonly [name: string]: Shape } = {
  name: text,
  generateName: text,
  namespace: text,
  selfLink: text,
  uid: text,
  resourceVersion: text,
  generation: integer,
  deletionGracePeriodSeconds: integer,
  creationTimestamp: time,
  deletionTimestamp: time,
  labels: mapOf(text),
  annotations: mapOf(text),
  finalizers: listOf(text),
  ownerReferences: listOf(ownerReference),
  managedFields: listOf(managedFieldsEntry),
};

/** Returns the error of the first field with the wrong type, or `undefined`. Nulls count as absent. */
export function metadataProblem(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (!isJsonObject(value)) return `json: cannot unmarshal ${goKindOf(value)} into Go value of type v1.ObjectMeta`;
  for (const [name, shape] of Object.entries(metadataFields)) {
    const wrong = wrongIn(getOwn(value, name) ?? null, shape);
    if (wrong === undefined) continue;
    return `json: cannot unmarshal ${goKindOf(wrong.value)} into Go struct field ObjectMeta.${name} of type ${wrong.goType}`;
  }
  return undefined;
}

/** Returns the names of unknown fields. */
export function unknownMetadataFields(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((name) => !Object.hasOwn(metadataFields, name));
}

/** Returns the names of fields with the wrong type. */
export function malformedMetadataFields(value: JsonObject): readonly string[] {
  return Object.entries(metadataFields)
    .filter(([name, shape]) => wrongIn(getOwn(value, name) ?? null, shape) !== undefined)
    .map(([name]) => name);
}

function wrongIn(value: JsonValue, shape: Shape): Wrong | undefined {
  if (value === null) return undefined;
  return shape.is(value) ? shape.inner?.(value) : { value, goType: shape.goType };
}

function firstWrong(values: readonly JsonValue[], shape: Shape): Wrong | undefined {
  for (const value of values) {
    const wrong = wrongIn(value, shape);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
