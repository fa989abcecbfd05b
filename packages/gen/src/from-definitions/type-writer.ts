/**
 * Writes types from schemas. An object with fields becomes an interface named by its path, any other type is written in place. Keywords
 * that a type cannot express become markers: on the field, or on a named type where there is no field.
 */
import { additionalOf, itemsOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import { docComment } from "./comments.ts";
import { scalarType } from "./scalar-types.ts";
import { nameStep, propertyKey } from "./type-names.ts";
import type { TypeNames } from "./type-names.ts";
import { schemaMarkers } from "./written-markers.ts";

/** A type as written in place, and its markers. */
interface Written {
  readonly type: string;
  readonly markers: readonly string[];
}

/** Writes the types of one file. */
export class TypeWriter {
  readonly #names: TypeNames;
  /** The declarations of all types that `members` has named so far, each above the types that it uses. */
  readonly declarations: string[] = [];
  /** The imports from `@kubewright/apimachinery`. */
  readonly imports: Set<string> = new Set();

  constructor(names: TypeNames) {
    this.#names = names;
  }

  /** The fields of an object as members of an interface; `path` is the name of the interface. */
  members(schema: JsonSchema, path: string, skip: ReadonlySet<string> = new Set()): string {
    const required = new Set(schema.required);
    return Object.entries(schema.properties ?? {})
      .filter(([name]) => !skip.has(name))
      .map(([name, field]) => {
        const { type, markers } = this.#fieldType(field, `${path}${nameStep(name)}`);
        const comment = docComment(field.description ?? "", [...markers, ...schemaMarkers(field, "field")], "  ");
        return `${comment}  readonly ${propertyKey(name)}${required.has(name) ? "" : "?"}: ${type};\n`;
      })
      .join("");
  }

  /** The type of a field. Its markers are written on the field. */
  #fieldType(schema: JsonSchema, path: string): Written {
    const written = this.#unnamed(schema, path, () => ({ description: "", markers: [] }));
    return { ...written, type: orNull(written.type, schema) };
  }

  /** The type of items and values. It gets a name if it needs markers, which are written on the named type. */
  #innerType(schema: JsonSchema, path: string): string {
    const { description = "" } = schema;
    const markers = schemaMarkers(schema, "value");
    if (isInterface(schema)) {
      return orNull(
        this.#unnamed(schema, path, (own) => ({ description, markers: [...own, ...markers] })).type,
        schema,
      );
    }
    // An alias of number needs a format, because its type would be ambiguous.
    const exact = schema.type === "integer" || schema.type === "number" ? withFormat(schema) : schema;
    const place = this.declarations.length;
    const written = this.#unnamed(exact, path, () => ({ description: "", markers: [] }));
    if (written.markers.length === 0 && description === "") return orNull(written.type, schema);
    const name = this.#names.take(path);
    this.declarations.splice(
      place,
      0,
      `${docComment(description, written.markers, "")}export type ${name} = ${written.type};\n`,
    );
    return orNull(name, schema);
  }

  /** The type without a name. `commentOf` returns the comment of an interface, from the markers that only objects have. */
  #unnamed(
    schema: JsonSchema,
    path: string,
    commentOf: (own: readonly string[]) => { readonly description: string; readonly markers: readonly string[] },
  ): Written {
    const markers = schemaMarkers(schema, "value");
    if (isInterface(schema))
      return {
        type: this.#declareInterface(schema, path, commentOf(openMarkers(schema))),
        markers: [...openMarkers(schema), ...markers],
      };
    const items = itemsOf(schema);
    if (schema.type === "array" && items !== undefined) {
      const element = this.#elementType(items, path);
      return { type: `readonly ${inBrackets(element.type)}[]`, markers: [...markers, ...element.markers] };
    }
    if (schema.type === "object") return { type: this.#openType(schema, path), markers };
    const scalar = scalarType(schema, "value");
    if (scalar.imported !== undefined) this.imports.add(scalar.imported);
    return { type: scalar.type, markers: [...scalar.markers, ...markers] };
  }

  /** Scalar items are written in place, and their markers on the list. */
  #elementType(items: JsonSchema, path: string): Written {
    const isNamed =
      ["object", "array"].includes(items.type ?? "") || items.description !== undefined || items.title !== undefined;
    if (isNamed || items.externalDocs !== undefined)
      return { type: this.#innerType(items, `${path}Item`), markers: [] };
    const scalar = scalarType(items, "items");
    if (scalar.imported !== undefined) this.imports.add(scalar.imported);
    return { type: orNull(scalar.type, items), markers: [...scalar.markers, ...schemaMarkers(items, "items")] };
  }

  #openType(schema: JsonSchema, path: string): string {
    const values = additionalOf(schema);
    if (values !== undefined) return `{ readonly [key: string]: ${this.#innerType(values, `${path}Value`)} }`;
    if (schema.additionalProperties === true) {
      this.imports.add("JsonValue");
      return "{ readonly [key: string]: JsonValue }";
    }
    this.imports.add("JsonObject");
    return "JsonObject";
  }

  #declareInterface(
    schema: JsonSchema,
    path: string,
    { description, markers }: { readonly description: string; readonly markers: readonly string[] },
  ): string {
    const name = this.#names.take(path);
    // Reserves the place above the nested types, which are not known yet.
    const place = this.declarations.push("") - 1;
    const body = this.members(schema, name);
    this.declarations[place] =
      `${docComment(description, markers, "")}export interface ${name} {${body === "" ? "" : `\n${body}`}}\n`;
    return name;
  }
}

/** Objects with fields, and closed objects without fields. */
function isInterface(schema: JsonSchema): boolean {
  if (schema.type !== "object") return false;
  if (Object.keys(schema.properties ?? {}).length > 0) return true;
  return schema.additionalProperties === undefined && schema["x-kubernetes-preserve-unknown-fields"] !== true;
}

function openMarkers(schema: JsonSchema): readonly string[] {
  return schema["x-kubernetes-preserve-unknown-fields"] === true
    ? ["@kubebuilder:validation:XPreserveUnknownFields"]
    : [];
}

/** The API server rejects null for an enumeration, even if the schema is nullable and the enumeration lists null. */
function orNull(type: string, schema: JsonSchema): string {
  return schema.nullable === true && schema.enum === undefined ? `${type} | null` : type;
}

function inBrackets(type: string): string {
  return type.includes(" ") && !type.startsWith("{") ? `(${type})` : type;
}

function withFormat(schema: JsonSchema): JsonSchema {
  if (schema.format !== undefined || schema.enum !== undefined) return schema;
  return { ...schema, format: schema.type === "integer" ? "int64" : "double" };
}
