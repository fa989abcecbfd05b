// A schema as the messages of kube-apiserver print it: its internal type has other field names than the API and omits no field.

import type { JsonSchema, ValidationRule } from "../model/json-schema.ts";
import { sortKeys } from "../validation/canonical.ts";

/** The schema in upstream's internal representation, for messages only. */
export function internalSchema(schema: JsonSchema): { readonly [name: string]: unknown } {
  return {
    ID: schema.id ?? "",
    Schema: schema.$schema ?? "",
    Ref: schema.$ref ?? null,
    Description: schema.description ?? "",
    Type: schema.type ?? "",
    Nullable: schema.nullable ?? false,
    Format: schema.format ?? "",
    Title: schema.title ?? "",
    Default: sortKeys(schema.default ?? null),
    Maximum: schema.maximum ?? null,
    ExclusiveMaximum: schema.exclusiveMaximum ?? false,
    Minimum: schema.minimum ?? null,
    ExclusiveMinimum: schema.exclusiveMinimum ?? false,
    MaxLength: schema.maxLength ?? null,
    MinLength: schema.minLength ?? null,
    Pattern: schema.pattern ?? "",
    MaxItems: schema.maxItems ?? null,
    MinItems: schema.minItems ?? null,
    UniqueItems: schema.uniqueItems ?? false,
    MultipleOf: schema.multipleOf ?? null,
    Enum: schema.enum?.map((value) => sortKeys(value)) ?? null,
    MaxProperties: schema.maxProperties ?? null,
    MinProperties: schema.minProperties ?? null,
    Required: schema.required ?? null,
    Items: internalItems(schema.items),
    AllOf: schema.allOf?.map(internalSchema) ?? null,
    OneOf: schema.oneOf?.map(internalSchema) ?? null,
    AnyOf: schema.anyOf?.map(internalSchema) ?? null,
    Not: schema.not === undefined ? null : internalSchema(schema.not),
    Properties: internalMap(schema.properties),
    AdditionalProperties: internalOrBool(schema.additionalProperties),
    PatternProperties: internalMap(schema.patternProperties),
    Dependencies: internalDependencies(schema.dependencies),
    AdditionalItems: internalOrBool(schema.additionalItems),
    Definitions: internalMap(schema.definitions),
    ExternalDocs: internalDocs(schema.externalDocs),
    Example: sortKeys(schema.example ?? null),
    XPreserveUnknownFields: schema["x-kubernetes-preserve-unknown-fields"] ?? null,
    XEmbeddedResource: schema["x-kubernetes-embedded-resource"] ?? false,
    XIntOrString: schema["x-kubernetes-int-or-string"] ?? false,
    XListMapKeys: schema["x-kubernetes-list-map-keys"] ?? null,
    XListType: schema["x-kubernetes-list-type"] ?? null,
    XMapType: schema["x-kubernetes-map-type"] ?? null,
    XValidations: schema["x-kubernetes-validations"]?.map(internalRule) ?? null,
  };
}

function internalDocs(docs: JsonSchema["externalDocs"]): unknown {
  return docs === undefined ? null : { Description: docs.description ?? "", URL: docs.url ?? "" };
}

/** A rule in upstream's internal representation, for messages only. */
export function internalRule(rule: ValidationRule): { readonly [name: string]: unknown } {
  return {
    Rule: rule.rule,
    Message: rule.message ?? "",
    MessageExpression: rule.messageExpression ?? "",
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? "",
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  };
}

/** The items of a schema whose value is neither a schema nor a list: Go reads nothing then. */
export const unreadItems: readonly JsonSchema[] = [];

/** Items in upstream's internal representation. */
export function internalItems(items: JsonSchema["items"]): unknown {
  if (items === undefined) return null;
  if (items === unreadItems) return { Schema: null, JSONSchemas: null };
  if (Array.isArray(items)) return { Schema: null, JSONSchemas: items.map(internalSchema) };
  return { Schema: internalSchema(items as JsonSchema), JSONSchemas: null }; // Array.isArray leaves readonly arrays in.
}

function internalDependencies(dependencies: JsonSchema["dependencies"]): unknown {
  if (dependencies === undefined) return null;
  const entries = Object.entries(dependencies).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      Array.isArray(value)
        ? { Schema: null, Property: value }
        : { Schema: internalSchema(value as JsonSchema), Property: null }, // Array.isArray leaves readonly arrays in.
    ]),
  );
}

function internalMap(schemas: { readonly [name: string]: JsonSchema } | undefined): unknown {
  if (schemas === undefined) return null;
  const entries = Object.entries(schemas).toSorted(([left], [right]) => (left < right ? -1 : 1));
  // fromEntries makes own keys, also of "__proto__".
  return Object.fromEntries(entries.map(([name, schema]) => [name, internalSchema(schema)]));
}

function internalOrBool(value: JsonSchema | boolean | undefined): unknown {
  if (value === undefined) return null;
  return typeof value === "boolean" ? { Allows: value, Schema: null } : { Allows: true, Schema: internalSchema(value) };
}
