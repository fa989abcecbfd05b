// Uniqueness in lists: values of a `set`, keys of a `map`. As in kube-apiserver, the check is separate from validation and
// reads the value that will be stored.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy

import {
  eachInSteps,
  field,
  fieldPath,
  finish,
  getOwn,
  IntegralFloat,
  isJsonArray,
  isJsonObject,
  setOwn,
  shownAsFloat,
  whenDone,
} from "@kubewright/apimachinery";
import type {
  FieldError,
  FieldPath,
  JsonArray,
  JsonObject,
  JsonValue,
  MutableJsonObject,
  Work,
} from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";
import { canonicalText, sortKeys } from "./canonical.ts";

/** Returns errors for duplicates in lists of type `set` and `map`: one for each repeated value, at its second occurrence. Numbers of `value` may be an `IntegralFloat`. */
export function validateListTypes(value: JsonValue, schema: JsonSchema, path?: FieldPath): FieldError[] {
  return finish(validateListTypesInSteps(value, schema, path));
}

/** Like `validateListTypes`, in steps. */
export function validateListTypesInSteps(value: JsonValue, schema: JsonSchema, path?: FieldPath): Work<FieldError[]> {
  const errors: FieldError[] = [];
  return whenDone(checkValue(value, typeOf(schema), path, errors), () => errors);
}

function checkValue(value: JsonValue, type: Type, path: FieldPath | undefined, errors: FieldError[]): Work<void> {
  if (typeof value !== "object" || !type.hasUniqueItems) return;
  if (isJsonArray(value)) return path && checkList(value, type, path, errors);
  if (!isJsonObject(value)) return;
  return eachInSteps(Object.keys(value), (key) => {
    const item = value[key] ?? null;
    if (typeof item !== "object") return;
    const field = type.field(key);
    // Upstream checks a declared field with both schemas; structural schemas have only one of them.
    if (field !== undefined) return checkValue(item, field.type, path?.child(key) ?? fieldPath(key), errors);
    if (type.additional === undefined) return;
    return checkValue(item, type.additional, path?.key(key) ?? fieldPath("").key(key), errors);
  });
}

function checkList(list: JsonArray, type: Type, path: FieldPath, errors: FieldError[]): Work<void> {
  const { schema, items } = type;
  return whenDone(checkUnique(list, schema, path, errors), () => {
    if (items?.hasUniqueItems !== true) return;
    return eachInSteps(list, (item, index) => checkValue(item, items, path.index(index), errors));
  });
}

function checkUnique(list: JsonArray, schema: JsonSchema, path: FieldPath, errors: FieldError[]): Work<void> {
  const { "x-kubernetes-list-type": listType, "x-kubernetes-list-map-keys": keys = [] } = schema;
  if (listType === "set") return checkSecondOnes(list, { identityOf: same, comparedOf: same }, path, errors);
  if (listType !== "map") return;
  const wrong = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (wrong === -1) {
    const [onlyKey] = keys.length === 1 ? keys : [];
    const identityOf = (item: JsonValue): JsonObject => pick(isJsonObject(item) ? item : {}, keys);
    // Go compares the values of one key, and the JSON of several.
    const comparedOf = (identity: JsonObject): JsonValue =>
      (onlyKey === undefined ? undefined : getOwn(identity, onlyKey)) ?? identity;
    return checkSecondOnes(list, { identityOf, comparedOf }, path, errors);
  }
  errors.push(field.invalid(path.index(wrong), list[wrong], "must be an object for an array of list-type map"));
}

const same = (value: JsonValue): JsonValue => value;

interface Comparison<Identity extends JsonValue> {
  readonly identityOf: (item: JsonValue) => Identity;
  /** The part of the identity that is compared. */
  readonly comparedOf: (identity: Identity) => JsonValue;
}

/** Adds an error for each second item with the same identity. */
function checkSecondOnes<Identity extends JsonValue>(
  list: JsonArray,
  { identityOf, comparedOf }: Comparison<Identity>,
  path: FieldPath,
  errors: FieldError[],
): Work<void> {
  const counts = new Map<string, number>();
  return eachInSteps(list, (item, index) => {
    const identity = identityOf(item);
    const text = canonicalText(comparedOf(identity));
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (count !== 2) return;
    const shown = identity instanceof IntegralFloat ? shownAsFloat(identity.value) : sortKeys(identity);
    errors.push(field.duplicate(path.index(index), shown));
  });
}

function pick(object: JsonObject, keys: readonly string[]): JsonObject {
  const picked: MutableJsonObject = {};
  for (const key of keys) {
    const value = getOwn(object, key);
    if (value !== undefined) setOwn(picked, key, value);
  }
  return picked;
}
