// Whether everything that allOf, anyOf, oneOf and not restrict is also specified outside of them.

import { field } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { itemsOf, propertyOf } from "../model/walk.ts";
import { propertiesOf } from "./keywords.ts";

/** Errors of restrictions on values that the schema itself does not specify. */
export function checkCompleteness(schema: JsonSchema, path: FieldPath): FieldError[] {
  return checkRestrictions(schema, schema, path, path);
}

function checkRestrictions(
  restriction: JsonSchema,
  schema: JsonSchema,
  schemaPath: FieldPath,
  path: FieldPath,
): FieldError[] {
  const listed = (["allOf", "anyOf", "oneOf"] as const).flatMap((name) =>
    (restriction[name] ?? []).flatMap((child, index) =>
      checkNested(child, schema, schemaPath, path.child(name).index(index)),
    ),
  );
  if (restriction.not === undefined) return listed;
  return [...checkNested(restriction.not, schema, schemaPath, path.child("not")), ...listed];
}

function checkNested(
  restriction: JsonSchema,
  schema: JsonSchema | undefined,
  schemaPath: FieldPath,
  path: FieldPath,
): FieldError[] {
  if (schema === undefined) return [field.required(schemaPath, `because it is defined in ${path.toString()}`)];
  const items = itemsOf(restriction);
  return [
    ...checkRestrictions(restriction, schema, schemaPath, path),
    ...(items === undefined ? [] : checkNested(items, itemsOf(schema), schemaPath.child("items"), path.child("items"))),
    ...propertiesOf(restriction).flatMap(([name, child]) =>
      checkNested(
        child,
        propertyOf(schema, name),
        schemaPath.child("properties").key(name),
        path.child("properties").key(name),
      ),
    ),
  ];
}
