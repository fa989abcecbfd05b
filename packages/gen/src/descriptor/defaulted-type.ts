/** Which fields of a kind have a default, as the type that `Defaulted` of `@kubewright/apimachinery` reads: what a server stores has them all. */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import type { TypeText } from "../artifacts/type-literal.ts";
import { printType } from "../artifacts/type-literal.ts";
import { defaultSchemaOf } from "../defaulter/default-schema.ts";

/** Undefined when nothing has a default. */
export function defaultedType(schema: JsonSchema): string | undefined {
  const defaults = defaultSchemaOf(schema);
  return defaults === undefined ? undefined : printType(typeOf(defaults));
}

/** @param defaults with nothing in it but defaults and the way to them. */
function typeOf(defaults: JsonSchema): TypeText {
  const items = itemsOf(defaults);
  if (items !== undefined) return { items: typeOf(items) };
  const values = additionalOf(defaults);
  if (values !== undefined) return [{ name: undefined, type: typeOf(values) }];
  return Object.entries(defaults.properties ?? {}).map(([name, property]) => ({
    name,
    type: typeOf(property),
    // Without a default of its own it may be absent, with all that would be in it.
    optional: property.default === undefined,
  }));
}
