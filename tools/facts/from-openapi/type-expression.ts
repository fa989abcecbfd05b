// One schema as a TypeScript type. Everything is readonly, an enum is a union of its literals, an object without
// declared fields is `object`, and a schema without a type is `unknown`.

import type { PublishedSchema } from "./document.ts";
import { definitionOfReference } from "./names.ts";

/** Returns the name of a definition in the file that is being written, or its type. */
export type NameDefinition = (definition: string) => string;

/** The type of values that the schema describes. */
export function typeExpression(schema: PublishedSchema, nameOf: NameDefinition): string {
  if (schema.$ref !== undefined) return nameOf(definitionOfReference(schema.$ref));
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.oneOf !== undefined) return schema.oneOf.map((one) => typeExpression(one, nameOf)).join(" | ");
  switch (schema.type) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "integer":
    case "number":
      return "number";
    case "array":
      return `readonly ${elementType(schema.items ?? {}, nameOf)}[]`;
    case "object":
      return objectType(schema, nameOf);
    case undefined:
      return "unknown";
    default:
      throw new TypeError(`Cannot express the type "${schema.type}": expected a JSON type`);
  }
}

function elementType(items: PublishedSchema, nameOf: NameDefinition): string {
  const element = typeExpression(items, nameOf);
  return /[ |]/u.test(element) && !element.startsWith("{") ? `(${element})` : element;
}

function objectType({ additionalProperties }: PublishedSchema, nameOf: NameDefinition): string {
  if (additionalProperties === undefined || additionalProperties === false) return "object";
  const value = additionalProperties === true ? "unknown" : typeExpression(additionalProperties, nameOf);
  return `{ readonly [key: string]: ${value} }`;
}
