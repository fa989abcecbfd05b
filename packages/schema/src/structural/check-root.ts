// Checks the root of a schema with a status subresource: the status is validated separately, so keywords at the root must not
// concern both parts.

import { field } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { internalSchema } from "./internal-schema.ts";
import { isZero } from "./keywords.ts";

// In the order and with the names of kube-apiserver's type, because the message lists them.
const allowedNames =
  "Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations";

/** The same keywords under their API names. */
const allowedKeywords: readonly string[] =
  "description type format title maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems multipleOf required items properties externalDocs example x-kubernetes-preserve-unknown-fields x-kubernetes-validations".split(
    " ",
  );

/** Keywords that kube-apiserver checks before the type: it reports the first problem in the order of the Go struct. */
const keywordsBeforeType: readonly string[] = ["id", "$schema", "$ref"];

/** Errors of the root. Only the first problem is reported. */
export function checkRootWithStatus(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { type = "" } = schema;
  const forbidden = Object.entries(schema).flatMap(([keyword, value]) =>
    isZero(keyword, value) || allowedKeywords.includes(keyword) ? [] : [keyword],
  );
  if (type !== "" && type !== "object" && !forbidden.some((keyword) => keywordsBeforeType.includes(keyword))) {
    const text = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [field.invalid(path.child("type"), type, text)];
  }
  if (forbidden.length === 0) return [];
  const text = `only [${allowedNames}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [field.invalid(path, internalSchema(schema), text)];
}
