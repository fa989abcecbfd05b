/**
 * Copies of a schema that pass more checks. An API server checks the defaults of a correct schema only, and the rules of a schema with correct defaults.
 * A generator checks all of them in each run.
 */
import type { JsonSchema } from "@kubewright/schema";

import { mapSchema } from "./map-schema.ts";

/** The schema with a dynamic type for each part whose type is unknown, because an error was reported for it. Expressions may use such a part in any way. */
export function withDynamicParts(schema: JsonSchema): JsonSchema {
  return mapSchema(schema, (part) => (isUntyped(part) ? { "x-kubernetes-int-or-string": true } : part));
}

/** The schema with what the types and costs of rules depend on: without defaults, types of lists, and the paths and messages of rules. */
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
