/**
 * Validates objects of kinds without own validation by the type of their published schema: required strings are not empty, required objects are
 * present, values of enumerations are supported. The decoder has checked types and formats. The status is not validated, and metadata has the
 * same rules for every kind.
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, getOwn } from "@kubewright/apimachinery";
import type { Type } from "@kubewright/schema";
import type { JsonObject, ReadonlyObject } from "../../objects/api-object.ts";
import { isObject } from "../decode/decode-scalar.ts";

const uncheckedFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Errors of an object by the type of its kind. */
export function checkStructure(object: ReadonlyObject, type: Type): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const name of type.fieldNames) {
    if (!uncheckedFields.has(name)) checkField(object, type, name, fieldPath(name), errors);
  }
  return errors;
}

function checkField(object: JsonObject, type: Type, name: string, path: FieldPath, errors: FieldError[]): void {
  const isRequired = type.schema.required?.includes(name) ?? false;
  checkValue(getOwn(object, name), type.field(name)?.type, isRequired, path, errors);
}

function checkValue(
  value: unknown,
  type: Type | undefined,
  isRequired: boolean,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (type === undefined) return;
  const { schema } = type;
  if (value === undefined || value === null || value === "") {
    // A required list may be empty, and then it is null.
    const isMissing = isRequired && (schema.type === "string" || (schema.type === "object" && value !== ""));
    if (isMissing && schema.additionalProperties === undefined) errors.push(field.required(path, ""));
    return;
  }
  if (typeof value === "string") checkEnumeration(value, schema.enum, path, errors);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkValue(item, type.items, false, path.index(index), errors);
  } else if (isObject(value)) {
    for (const name of type.fieldNames) checkField(value, type, name, path.child(name), errors);
    if (type.additional === undefined) return;
    for (const [key, item] of Object.entries(value)) checkValue(item, type.additional, false, path.key(key), errors);
  }
}

function checkEnumeration(
  value: string,
  allowed: readonly unknown[] | undefined,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (allowed === undefined || allowed.includes(value)) return;
  errors.push(field.notSupported(path, value, allowed.map(String)));
}
