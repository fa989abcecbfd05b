/**
 * The fields of a kind that have a default, as the type that `Defaulted` of `@kubewright/apimachinery` reads. Every stored object has these
 * fields.
 */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import type { TypeText } from "../artifacts/type-literal.ts";
import { printType } from "../artifacts/type-literal.ts";
import { defaultSchemaOf } from "../defaulter/default-schema.ts";

/** Undefined when no field has a default. */
export function defaultedType(schema: JsonSchema): string | undefined {
  const defaults = defaultSchemaOf(schema);
  return defaults === undefined ? undefined : printType(typeOf(defaults));
}

/** @param defaults a schema reduced to its defaults. */
function typeOf(defaults: JsonSchema): TypeText {
  const items = itemsOf(defaults);
  if (items !== undefined) return { items: typeOf(items) };
  const values = additionalOf(defaults);
  if (values !== undefined) return [{ name: undefined, type: typeOf(values) }];
  return Object.entries(defaults.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeOf(property),
    // Without its own default, an object may be absent together with its fields.
    optional: property.default === undefined,
  }));
}
