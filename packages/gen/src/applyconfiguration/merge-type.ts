/**
 * How an object is merged, as the type that `ApplyConfiguration` of `@kubewright/apimachinery` reads: which of its lists have keys, and which of
 * its objects are one value. Of all else there is nothing to say.
 */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { literal } from "../artifacts/code.ts";
import type { TypeText } from "../artifacts/type-literal.ts";
import { printType } from "../artifacts/type-literal.ts";

/** Undefined when every list is one value, and no object is. */
export function mergeType(schema: JsonSchema): string | undefined {
  const type = typeOf(schema);
  return type === undefined ? undefined : printType(type);
}

function typeOf(schema: JsonSchema): TypeText | undefined {
  if (schema["x-kubernetes-map-type"] === "atomic") return literal("whole");
  const items = itemsOf(schema);
  if (items !== undefined) return schema["x-kubernetes-list-type"] === "map" ? keyedType(schema, items) : undefined;
  const values = additionalOf(schema);
  if (values !== undefined) {
    const type = typeOf(values);
    return type === undefined ? undefined : [{ name: undefined, type }];
  }
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const type = typeOf(property);
    return type === undefined ? [] : [{ name, type }];
  });
  return fields.length > 0 ? fields : undefined;
}

/** A key that has a default may be left out: the server fills it in before it looks for the item. */
function keyedType(list: JsonSchema, items: JsonSchema): TypeText {
  const keys = list["x-kubernetes-list-map-keys"] ?? [];
  const needed = keys.filter((key) => items.properties?.[key]?.default === undefined);
  return [
    { name: "by", type: needed.map(literal).join(" | ") || "never" },
    { name: "of", type: typeOf(items) ?? "unknown" },
  ];
}
