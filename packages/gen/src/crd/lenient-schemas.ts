/**
 * Copies of a schema that pass more checks, so that a single run reports all errors: an API server checks defaults only in a schema without
 * other errors, and rules only in a schema with valid defaults.
 */
import type { JsonSchema } from "@kubewright/schema";

import { mapSchema } from "./map-schema.ts";

/**
 * The schema with a dynamic type for each part without a type, for which an error was reported. Expressions may use these parts in any way.
 */
export function withDynamicParts(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (part) => (isUntyped(part) ? { "x-kubernetes-int-or-string": true } : part));
}

/** The schema reduced to what the types and costs of rules depend on: without defaults, list types, and the paths and messages of rules. */
export function forRules(schema: JsonSchema): JsonSchema {
  return mapSchema(withDynamicParts(schema), (part) => {
    const {
      default: _default,
      nullable: _nullable,
      uniqueItems: _uniqueItems,
      "x-kubernetes-list-type": _listType,
      "x-kubernetes-list-map-keys": _listMapKeys,
      "x-kubernetes-map-type": _mapType,
      "x-kubernetes-validations": rules,
      ...rest
    } = part;
    // A rule with line breaks needs a message.
    const bare = rules?.map(({ fieldPath: _fieldPath, reason: _reason, ...rule }) => ({ ...rule, message: "failed" }));
    return { ...rest, ...(bare && { "x-kubernetes-validations": bare }) };
  });
}

function isUntyped(schema: JsonSchema): boolean {
  return (
    schema.type === undefined &&
    schema["x-kubernetes-int-or-string"] !== true &&
    schema["x-kubernetes-preserve-unknown-fields"] !== true
  );
}
