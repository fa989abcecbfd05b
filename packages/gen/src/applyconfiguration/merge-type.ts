/**
 * The merge rules of a schema as the type that `ApplyConfiguration` of `@kubewright/apimachinery` reads: the keys of lists of type map, and
 * the atomic objects. Other parts of the schema are left out.
 */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { literal, printType } from "../artifacts/code.ts";
import type { TypeText } from "../artifacts/code.ts";

/** Undefined when all lists and no objects are atomic. */
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

/** A key that has a default is optional: the server sets the default before it looks up the item. */
function keyedType(list: JsonSchema, items: JsonSchema): TypeText {
  const keys = list["x-kubernetes-list-map-keys"] ?? [];
  const needed = keys.filter((key) => items.properties?.[key]?.default === undefined);
  return [
    { name: "by", type: needed.map(literal).join(" | ") || "never" },
    { name: "of", type: typeOf(items) ?? "unknown" },
  ];
}
