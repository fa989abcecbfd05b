/**
 * Validates objects of kinds without own validation against the published schema: required strings are not empty, required objects are
 * present, values of enumerations are supported. The decoder has checked types and formats. The status is not validated, and metadata has the
 * same rules for every kind.
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, getOwn } from "@kubewright/apimachinery";
import type { DefinitionSchema } from "@kubewright/api-facts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { isObject } from "../decode/decode.ts";

const uncheckedFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** Errors of an object by its kind's schema, in which references are resolved. */
export function checkStructure(object: ReadonlyObject, schema: DefinitionSchema): readonly FieldError[] {
  const errors: FieldError[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (uncheckedFields.has(name)) continue;
    checkProperty(getOwn(object, name), property, isRequired(schema, name), fieldPath(name), errors);
  }
  return errors;
}

function checkProperty(
  value: unknown,
  schema: DefinitionSchema,
  required: boolean,
  path: FieldPath,
  errors: FieldError[],
): void {
  if (value === undefined || value === null || value === "") {
    // A required list may be empty, and then it is null.
    const isMissing = required && (schema.type === "string" || (schema.type === "object" && value !== ""));
    if (isMissing && schema.additionalProperties === undefined) errors.push(field.required(path, ""));
    return;
  }
  if (typeof value === "string") checkEnumeration(value, schema, path, errors);
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      if (schema.items !== undefined) checkProperty(item, schema.items, false, path.index(index), errors);
    }
  } else if (isObject(value)) checkObject(value, schema, path, errors);
}

function checkObject(
  value: { readonly [key: string]: unknown },
  schema: DefinitionSchema,
  path: FieldPath,
  errors: FieldError[],
): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    checkProperty(getOwn(value, name), property, isRequired(schema, name), path.child(name), errors);
  }
  const values = schema.additionalProperties;
  if (typeof values !== "object") return;
  for (const [key, item] of Object.entries(value)) checkProperty(item, values, false, path.key(key), errors);
}

function checkEnumeration(value: string, schema: DefinitionSchema, path: FieldPath, errors: FieldError[]): void {
  if (schema.enum === undefined || schema.enum.includes(value)) return;
  errors.push(field.notSupported(path, value, schema.enum.map(String)));
}

function isRequired(schema: DefinitionSchema, name: string): boolean {
  return schema.required?.includes(name) ?? false;
}
