// The shape of metadata: which fields it has, and of which type.

import { getOwn, isJsonArray, isJsonObject, parseTime } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

type Check = (value: JsonValue) => boolean;

const isText: Check = (value) => typeof value === "string";
const isInteger: Check = (value) => typeof value === "bigint" || Number.isInteger(value);
const isTextMap: Check = (value) => isJsonObject(value) && Object.values(value).every(isText);
const isTime: Check = (value) => typeof value === "string" && parseTime(value) !== undefined;

function isListOf(fields: { readonly [name: string]: Check } | Check): Check {
  const isItem: Check = typeof fields === "function" ? fields : (item) => isJsonObject(item) && hasShape(item, fields);
  return (value) => isJsonArray(value) && value.every((item) => item === null || isItem(item));
}

const isBoolean: Check = (value) => typeof value === "boolean";

const metadataFields: { readonly [name: string]: Check } = {
  name: isText,
  generateName: isText,
  namespace: isText,
  selfLink: isText,
  uid: isText,
  resourceVersion: isText,
  generation: isInteger,
  creationTimestamp: isTime,
  deletionTimestamp: isTime,
  deletionGracePeriodSeconds: isInteger,
  labels: isTextMap,
  annotations: isTextMap,
  finalizers: isListOf(isText),
  ownerReferences: isListOf({
    apiVersion: isText,
    kind: isText,
    name: isText,
    uid: isText,
    controller: isBoolean,
    blockOwnerDeletion: isBoolean,
  }),
  managedFields: isListOf({
    manager: isText,
    operation: isText,
    apiVersion: isText,
    time: isTime,
    fieldsType: isText,
    fieldsV1: (value) => isJsonObject(value),
    subresource: isText,
  }),
};

/** What is wrong with the types in metadata; undefined when nothing is. Nulls count as absent. */
export function metadataProblem(value: JsonValue): string | undefined {
  if (value === null) return undefined;
  if (!isJsonObject(value)) return `invalid metadata: expected object, got ${Array.isArray(value) ? "array" : typeof value}`;
  const wrong = Object.keys(metadataFields).find((name) => !isFieldRight(value, name, metadataFields[name]));
  return wrong === undefined ? undefined : `invalid metadata: field ${wrong} has the wrong type`;
}

/** Names of the fields that metadata does not have. */
export function unknownMetadataFields(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((name) => !Object.hasOwn(metadataFields, name));
}

/** Names of the fields of metadata whose value has the wrong type. */
export function malformedMetadataFields(value: JsonObject): readonly string[] {
  return Object.keys(metadataFields).filter((name) => !isFieldRight(value, name, metadataFields[name]));
}

function hasShape(object: JsonObject, fields: { readonly [name: string]: Check }): boolean {
  return Object.keys(fields).every((name) => isFieldRight(object, name, fields[name]));
}

function isFieldRight(object: JsonObject, name: string, check: Check | undefined): boolean {
  const value = getOwn(object, name) ?? null;
  return value === null || check === undefined || check(value);
}
