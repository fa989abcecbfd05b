// Checks that the defaults of a schema are valid by the schema and have no fields that pruning drops.

import { afterPause, field, formatFieldErrors, joinedInSteps } from "@kubewright/apimachinery";
import type { FieldError, FieldPath, JsonValue, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, hasNode, itemsOf } from "../model/walk.ts";
import { coerceMetadata } from "../embedded/coerce-metadata.ts";
import { validateEmbeddedResources } from "../embedded/embedded-resources.ts";
import { pruneInSteps } from "../pruning/prune.ts";
import { typeOf } from "../model/type.ts";
import { validateType } from "../validation/validate.ts";
import { propertiesOf } from "./keywords.ts";
import type { RuleChecks } from "./rule-checks.ts";

/** In steps, the errors of defaults. A default of an int-or-string may be of any type. */
export function checkDefaults(schema: JsonSchema, path: FieldPath, rules?: RuleChecks): Work<readonly FieldError[]> {
  const root = { ...schema, "x-kubernetes-embedded-resource": true };
  return checkNode(root, path, { root, surround: asObject, isInsideMetadata: false, rules });
}

/** The whole object that contains a default. Metadata can only be validated as a whole. */
interface Surroundings {
  readonly root: JsonSchema;
  readonly surround: (value: JsonValue) => JsonValue;
  readonly isInsideMetadata: boolean;
  readonly rules: RuleChecks | undefined;
}

function checkNode(schema: JsonSchema, path: FieldPath, outer: Surroundings): Work<readonly FieldError[]> {
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const around = isEmbedded ? { ...outer, root: schema, surround: asObject, isInsideMetadata: false } : outer;
  const items = itemsOf(schema);
  const below = (
    child: JsonSchema,
    at: FieldPath,
    wrap: (value: JsonValue) => JsonValue,
    isMeta: boolean,
  ): Work<readonly FieldError[]> =>
    checkNode(child, at, {
      ...around,
      surround: (value) => around.surround(wrap(value)),
      isInsideMetadata: around.isInsideMetadata || isMeta,
    });
  return joinedInSteps([
    () => checkDefault(schema, path.child("default"), around),
    () => (items === undefined ? [] : below(items, path.child("items"), (value) => [value], false)),
    ...propertiesOf(schema).map(([name, child]) => () => {
      const isMeta = isEmbedded && ["apiVersion", "kind", "metadata"].includes(name);
      // A computed key of an object literal is an own key, also one named "__proto__".
      return below(child, path.child("properties").key(name), (value) => ({ [name]: value }), isMeta);
    }),
  ]);
}

function checkDefault(schema: JsonSchema, path: FieldPath, around: Surroundings): Work<readonly FieldError[]> {
  const value = schema.default ?? null;
  if (value === null) return [];
  if (around.isInsideMetadata) {
    const problem = metadataProblem(around.surround(value), around.root);
    if (problem !== "") return [field.invalid(path, value, `must result in valid metadata: ${problem}`)];
    return validateDefault(value, schema, path, around.rules);
  }
  const isResourceRoot = schema["x-kubernetes-embedded-resource"] === true;
  return afterPause(pruneInSteps(value, schema, { isResourceRoot }), (pruned) => {
    const unpruned = pruned.value === value ? [] : [field.invalid(path, value, "must not have unknown fields")];
    const { error } = coerceMetadata(value, schema, { isResourceRoot, path });
    if (error !== undefined) return [...unpruned, error];
    const embedded = validateEmbeddedResources(value, schema, path);
    if (embedded.length > 0) return [...unpruned, ...embedded];
    return joinedInSteps([() => unpruned, () => validateDefault(value, schema, path, around.rules)]);
  });
}

function validateDefault(
  value: JsonValue,
  schema: JsonSchema,
  path: FieldPath,
  rules: RuleChecks | undefined,
): Work<readonly FieldError[]> {
  const validating = validateType(value, typeOf(withoutIntOrString(schema), { keepsFormats: true }), { path });
  return afterPause(validating, (errors) =>
    errors.length > 0 || rules === undefined ? errors : rules.checkDefault(value, schema, path),
  );
}

function metadataProblem(object: JsonValue, root: JsonSchema): string {
  const { error } = coerceMetadata(object, root);
  return formatFieldErrors(error === undefined ? validateEmbeddedResources(object, root) : [error]);
}

function withoutIntOrString(schema: JsonSchema): JsonSchema {
  if (!hasNode(schema, (node) => node["x-kubernetes-int-or-string"] === true)) return schema;
  const { "x-kubernetes-int-or-string": _flag, ...rest } = schema;
  const items = itemsOf(schema);
  const additional = additionalOf(schema);
  return {
    ...rest,
    ...(items === undefined ? {} : { items: withoutIntOrString(items) }),
    ...(additional === undefined ? {} : { additionalProperties: withoutIntOrString(additional) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            propertiesOf(schema).map(([name, child]) => [name, withoutIntOrString(child)] as const),
          ),
        }),
  };
}

function asObject(value: JsonValue): JsonValue {
  const fields = typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
  return { apiVersion: "validation/v1", kind: "Validation", ...fields };
}
