// Validates whole objects inside a custom resource (`x-kubernetes-embedded-resource`): they need an apiVersion and a kind, and
// valid metadata.

import {
  append,
  eachInSteps,
  field,
  fieldPath,
  finish,
  getOwn,
  isDns1035Label,
  isJsonArray,
  isJsonObject,
  nameIsPathSegment,
  objectMetaErrors,
  parseApiVersion,
  whenDone,
} from "@kubewright/apimachinery";
import type { FieldError, FieldPath, JsonObject, JsonValue, ObjectMeta, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";
import { metadataProblem } from "./metadata-shape.ts";

/**
 * Returns the errors of embedded objects. The object itself counts only if its schema is an embedded resource: the server
 * validates its metadata.
 */
export function validateEmbeddedResources(value: JsonValue, schema: JsonSchema, path?: FieldPath): FieldError[] {
  return finish(validateEmbeddedInSteps(value, schema, path));
}

/** Like `validateEmbeddedResources`, in steps. */
export function validateEmbeddedInSteps(value: JsonValue, schema: JsonSchema, path?: FieldPath): Work<FieldError[]> {
  const errors: FieldError[] = [];
  return whenDone(validateValue(value, typeOf(schema), path, errors), () => errors);
}

function validateValue(value: JsonValue, type: Type, path: FieldPath | undefined, errors: FieldError[]): Work<void> {
  if (!type.hasEmbedded) return;
  if (isJsonArray(value)) {
    const { items } = type;
    if (items === undefined || path === undefined) return;
    return eachInSteps(value, (item, index) => validateValue(item, items, path.index(index), errors));
  }
  if (!isJsonObject(value)) return;
  return whenDone(type.isEmbedded ? validateEmbedded(value, path, errors) : undefined, () =>
    eachInSteps(Object.keys(value), (key) => validateField(value, key, type, path, errors)),
  );
}

function validateField(
  object: JsonObject,
  key: string,
  type: Type,
  path: FieldPath | undefined,
  errors: FieldError[],
): Work<void> {
  const value = object[key] ?? null;
  const field = type.field(key);
  if (field !== undefined) return validateValue(value, field.type, path?.child(key) ?? fieldPath(key), errors);
  if (type.additional === undefined) return;
  return validateValue(value, type.additional, path?.key(key) ?? fieldPath("").key(key), errors);
}

function validateEmbedded(object: JsonObject, path: FieldPath | undefined, errors: FieldError[]): Work<void> {
  const at = (name: string): FieldPath => path?.child(name) ?? fieldPath(name);
  append(errors, [
    ...validateText(getOwn(object, "apiVersion"), at("apiVersion"), apiVersionProblem),
    ...validateText(getOwn(object, "kind"), at("kind"), kindProblem),
  ]);
  return whenDone(validateMetadata(getOwn(object, "metadata"), at("metadata")), (found) => append(errors, found));
}

function validateText(
  value: JsonValue | undefined,
  path: FieldPath,
  problemOf: (text: string) => string | undefined,
): FieldError[] {
  if (value === undefined) return [field.required(path, "")];
  if (typeof value !== "string") return [field.invalid(path, value, "must be a string")];
  const problem = value === "" ? "must not be empty" : problemOf(value);
  return problem === undefined ? [] : [field.invalid(path, value, problem)];
}

function apiVersionProblem(text: string): string | undefined {
  try {
    parseApiVersion(text);
    return undefined;
  } catch {
    return `unexpected GroupVersion string: ${text}`; // The only error of upstream's parser.
  }
}

function kindProblem(kind: string): string | undefined {
  const messages = isDns1035Label(kind.toLowerCase());
  if (messages.length === 0) return undefined;
  return `may have mixed case, but should otherwise match: ${messages.join(",")}`;
}

function validateMetadata(value: JsonValue | undefined, path: FieldPath): Work<FieldError[]> {
  if (value === undefined || value === null) return [];
  const problem = metadataProblem(value);
  if (problem !== undefined) return [field.invalid(path, value, problem)];
  const metadata = value as ObjectMeta; // metadataProblem() has checked the types.
  const named = metadata.name ? metadata : { ...metadata, name: "fakename" };
  const namespaced = (metadata.namespace ?? "") !== "";
  return objectMetaErrors(named, { namespaced, nameRule: nameIsPathSegment, path });
}
