// Checks of x-kubernetes-list-type and the keys of lists of type map.

import { append, field, repeatedIndexes } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { itemsOf, propertyOf } from "../model/walk.ts";
import { internalItems } from "./internal-schema.ts";

/** Errors of a list's type, of its keys, and of items or keys that may be null or absent. */
export function checkListType(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { "x-kubernetes-list-type": listType, "x-kubernetes-list-map-keys": keys = [] } = schema;
  const errors: FieldError[] = [];
  const at = path.child("x-kubernetes-list-type");
  if (listType !== undefined) append(errors, checkArray(schema, listType, path));
  if (listType !== undefined && !["atomic", "set", "map"].includes(listType)) {
    errors.push(field.notSupported(at, listType, ["atomic", "set", "map"]));
  }
  if (keys.length > 0 && listType !== "map") {
    const text = "must be map if x-kubernetes-list-map-keys is non-empty";
    errors.push(listType === undefined ? field.required(at, text) : field.invalid(at, listType, text));
  }
  const ofMap = listType === "map" ? checkMap(schema, keys, path) : [];
  const ofNullable = listType === "map" || listType === "set" ? checkNullable(schema, listType, keys, path) : [];
  return [...errors, ...ofMap, ...ofNullable];
}

function checkArray(schema: JsonSchema, listType: string, path: FieldPath): FieldError[] {
  const { type = "" } = schema;
  if (type !== "array") {
    const text = "must be array if x-kubernetes-list-type is specified";
    return [type === "" ? field.required(path.child("type"), text) : field.invalid(path.child("type"), type, text)];
  }
  const items = itemsOf(schema);
  if (listType !== "set" || items === undefined) return [];
  const text = "must be atomic as item of a list with x-kubernetes-list-type=set";
  const { "x-kubernetes-list-type": itemListType, "x-kubernetes-map-type": itemMapType } = items;
  if (items.type === "array" && itemListType !== undefined && itemListType !== "atomic") {
    return [field.invalid(path.child("items", "x-kubernetes-list-type"), itemListType, text)];
  }
  if (items.type === "object" && itemMapType !== "atomic") {
    // Upstream shows the list type here, which an object does not have.
    return [field.invalid(path.child("items", "x-kubernetes-map-type"), itemListType ?? null, text)];
  }
  return [];
}

function checkMap(schema: JsonSchema, keys: readonly string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const items = itemsOf(schema);
  if (keys.length === 0) {
    errors.push(
      field.required(path.child("x-kubernetes-list-map-keys"), "must not be empty if x-kubernetes-list-type is map"),
    );
  }
  if (Array.isArray(schema.items)) {
    const text = "must only have a single schema if x-kubernetes-list-type is map";
    errors.push(field.invalid(path.child("items"), internalItems(schema.items), text));
  } else if (items === undefined) {
    errors.push(field.required(path.child("items"), "must have a schema if x-kubernetes-list-type is map"));
  } else if (items.type !== "object") {
    const text = "must be object if parent array's x-kubernetes-list-type is map";
    errors.push(field.invalid(path.child("items", "type"), items.type ?? "", text));
  } else {
    const repeated = repeatedIndexes(keys);
    for (const [index, key] of keys.entries()) {
      append(errors, checkKey(items, keys, key, path));
      if (repeated.has(index)) {
        const at = path.child("x-kubernetes-list-map-keys");
        errors.push(field.invalid(at, keys, "must not contain duplicate entries"));
      }
    }
  }
  return errors;
}

function checkKey(items: JsonSchema, keys: readonly string[], key: string, path: FieldPath): FieldError[] {
  const errors: FieldError[] = [];
  const at = path.child("x-kubernetes-list-map-keys");
  const property = propertyOf(items, key);
  if (property === undefined) {
    errors.push(field.invalid(at, keys, "entries must all be names of item properties"));
  } else if (property.type === "array" || property.type === "object") {
    const text = "must be a scalar type if parent array's x-kubernetes-list-type is map";
    errors.push(field.invalid(path.child("items", "properties").key(key).child("type"), items.type, text));
  }
  return errors;
}

function checkNullable(schema: JsonSchema, listType: string, keys: readonly string[], path: FieldPath): FieldError[] {
  const items = itemsOf(schema);
  if (items === undefined) return [];
  const errors: FieldError[] = [];
  if (items.nullable === true) {
    const text = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    errors.push(field.forbidden(path.child("items", "nullable"), text));
  }
  const required = new Set(items.required);
  for (const key of listType === "map" ? keys : []) {
    const property = propertyOf(items, key);
    if (property === undefined) continue;
    const at = path.child("items", "properties").key(key);
    if (!required.has(key) && property.default === undefined) {
      const text =
        "this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property";
      errors.push(field.required(at.child("default"), text));
    }
    if (property.nullable === true) {
      const text = "this property is in x-kubernetes-list-map-keys, so it cannot be nullable";
      errors.push(field.forbidden(at.child("nullable"), text));
    }
  }
  return errors;
}
