/**
 * Builds the structural schema of a type: the shape, then the comments and markers of each named type that is resolved, and finally those
 * of the field.
 */
import { isRecursiveDefinition } from "@kubewright/api-facts";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { CommentReader } from "../kinds/comment-reader.ts";
import { has } from "../markers/read-markers.ts";
import type { Position, ProblemLog } from "../problem.ts";
import type { Base, Literal, NamedDeclaration, ObjectShape, Property, TypeUse, UnionShape } from "../source/shape.ts";
import { applyMarkers, schemaOfMarkers } from "./apply-markers.ts";
import type { ApplyOptions } from "./apply-markers.ts";
import { isRequired, keepsRule, numberMarkersOf } from "./field-markers.ts";
import type { NumberMarkers } from "./field-markers.ts";
import type { LibrarySchemas } from "./library-schemas.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { withDeclaration, withRuleOrigin } from "./origins.ts";
import { unionOf } from "./union-schema.ts";
import type { PropertySchema } from "./union-schema.ts";

export interface SchemaBuilder {
  /** The structural schema of a type. Parts that it cannot express are reported, and have an open schema. */
  schemaOf(use: TypeUse): JsonSchema;
}

export interface SchemaBuilderOptions {
  readonly libraries: LibrarySchemas;
  readonly log: ProblemLog;
  readonly read: CommentReader;
  /** Whether the fields of a file are optional by default, as with `@kubebuilder:validation:Optional` on its folder. */
  readonly optionalByDefault: (file: string) => boolean;
}

export function createSchemaBuilder({ libraries, log, read, optionalByDefault }: SchemaBuilderOptions): SchemaBuilder {
  function typeSchema(use: TypeUse, path: readonly number[], numbers: NumberMarkers): JsonSchema {
    const bare = shapeSchema(use, path, numbers);
    const options = { log, itemsAreNamed: hasNamedItems(use) };
    const [innermost, ...outer] = use.names.toReversed();
    const own = innermost === undefined ? bare : describeType(bare, innermost, true, options);
    const whole = use.bases().reduce(inheritFrom, own);
    const schema = outer.reduce((inner, name) => describeType(inner, name, false, options), whole);
    // JSON of any shape includes null.
    const isAny = schema.type === undefined && schema["x-kubernetes-preserve-unknown-fields"] === true;
    return use.nullable && !isAny ? { ...schema, nullable: true } : schema;
  }

  function shapeSchema(use: TypeUse, path: readonly number[], numbers: NumberMarkers): JsonSchema {
    const { shape, position } = use;
    switch (shape.kind) {
      case "string":
      case "boolean":
        return { type: shape.kind };
      case "bigint":
        return { type: "integer", format: "int64" };
      case "number":
        return numberSchema(position, numbers, log);
      case "literals":
        return literalsSchema(shape.values, position, log);
      case "array":
        return { type: "array", items: typeSchema(shape.element, path, numbers.ofItems ?? {}) };
      case "map":
        return { type: "object", additionalProperties: typeSchema(shape.value, path, {}) };
      case "object":
        return objectSchema(shape, use, path);
      case "union":
        return unionSchema(shape, use, path);
      case "library":
        return librarySchema(shape, position);
      case "nothing":
        log.report(position, '"never" has no structural schema: remove the field');
        return {};
      case "unsupported":
        log.report(position, `${shape.found} has no structural schema: ${shape.instead}`);
        return {};
    }
  }

  function librarySchema(
    shape: Extract<TypeUse["shape"], { readonly kind: "library" }>,
    position: Position,
  ): JsonSchema {
    try {
      const schema = libraries.schemaOf(shape);
      if (schema !== undefined) return schema;
      log.report(position, `"${shape.name}" of "${shape.library}" is not a type of an API: ${insteadOf(shape.name)}`);
    } catch (error) {
      if (!isRecursiveDefinition(error)) throw error;
      log.report(position, `"${shape.name}" is recursive, which a structural schema cannot express: ${openInstead}`);
    }
    return {};
  }

  function objectSchema(shape: ObjectShape, use: TypeUse, path: readonly number[]): JsonSchema {
    if (isEndless(shape, use, path)) return {};
    for (const { type, position } of shape.properties().filter(isNothing)) shapeSchema({ ...type, position }, path, {});
    return schemaOfProperties(propertiesOf(shape, path), []);
  }

  function unionSchema(shape: UnionShape, use: TypeUse, path: readonly number[]): JsonSchema {
    if (isEndless(shape, use, path)) return {};
    const variants = shape.variants.map((variant) => {
      for (const marker of variant.names.flatMap(({ comments }) => read(comments, "type").markers)) {
        log.report(
          marker.position,
          `the marker "@${marker.written}" is on a variant of a union, but would apply to all variants: move it to the union or to a field`,
        );
      }
      return variant.shape.kind === "object" ? propertiesOf(variant.shape, [...path, shape.id]) : [];
    });
    const { properties, rules } = unionOf(variants, use.position, log);
    return schemaOfProperties(properties, rules);
  }

  function isEndless({ id }: { readonly id: number }, use: TypeUse, path: readonly number[]): boolean {
    if (!path.includes(id) && path.length <= depthMax) return false;
    const name = use.names.at(-1)?.name;
    const found = name === undefined ? "a type" : `"${name}"`;
    log.report(use.position, `${found} is recursive, which a structural schema cannot express: ${openInstead}`);
    return true;
  }

  function propertiesOf(shape: ObjectShape, path: readonly number[]): readonly PropertySchema[] {
    return shape.properties().map((property) => propertySchema(property, [...path, shape.id]));
  }

  /** Merges the markers of a base with the schema of the type that extends it. */
  function inheritFrom(schema: JsonSchema, base: Base): JsonSchema {
    return mergeSchemas(schemaOfBase(schema, base), schema);
  }

  function schemaOfBase(schema: JsonSchema, base: Base): JsonSchema {
    if (!("library" in base)) {
      const { markers } = read(base.comments, "type");
      return schemaOfMarkers(schema, markers, { log, itemsAreNamed: false });
    }
    const { type: _type, properties: _own, required: _listed, ...keywords } = libraries.schemaOf(base) ?? {};
    return keywords;
  }

  function propertySchema(property: Property, path: readonly number[]): PropertySchema {
    const { name, position } = property;
    if (isNothing(property)) return { name, schema: {}, required: false, immutable: false, absent: true, position };
    const { description, markers } = read(property.comments, "field");
    const published = property.library && libraries.schemaOf(property.library)?.properties?.[property.name];
    const own = has(markers, "kubebuilder:validation:Schemaless")
      ? {}
      : (published ?? typeSchema(property.type, path, numberMarkersOf(markers)));
    // The markers of a field are merged with those of its named type and do not replace them.
    const options = { log, itemsAreNamed: hasNamedItems(property.type) };
    const marked = isNamed(property.type)
      ? mergeSchemas(own, schemaOfMarkers(own, markers, options))
      : applyMarkers(own, markers, options);
    reportAbsence(property, marked, log);
    const described = description === "" ? marked : { ...marked, description };
    return {
      name,
      position,
      absent: false,
      schema: withDeclaration(described, { position, what: `the type of "${name}"` }),
      required: isRequired(markers, property.optional, optionalByDefault(position.file)),
      immutable: has(markers, "k8s:immutable"),
    };
  }

  function describeType(
    schema: JsonSchema,
    name: NamedDeclaration,
    isInnermost: boolean,
    options: ApplyOptions,
  ): JsonSchema {
    const { description, markers } = read(name.comments, "type");
    const marked = isInnermost
      ? applyMarkers(schema, markers, options)
      : mergeSchemas(schema, schemaOfMarkers(schema, markers, options));
    return description === "" ? marked : { ...marked, description };
  }

  return { schemaOf: (use) => typeSchema(use, [], {}) };
}

function numberSchema(position: Position, { type, format }: NumberMarkers, log: ProblemLog): JsonSchema {
  if (type !== undefined) return { type };
  if (format === "int32" || format === "int64") return { type: "integer" };
  if (format === "float" || format === "double") return { type: "number" };
  log.report(position, '"number" is ambiguous: use Int32, Int64 or Double of "@kubewright/apimachinery"');
  return {};
}

function literalsSchema(values: readonly Literal[], position: Position, log: ProblemLog): JsonSchema {
  const types = [...new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)))];
  const [type] = types;
  if (types.length === 1 && type !== undefined) return { type, enum: values };
  if (types.every((each) => each === "integer" || each === "number")) return { type: "number", enum: values };
  log.report(
    position,
    `literals of different types (${types.join(", ")}) have no structural schema: write literals of one type`,
  );
  return {};
}

/** Whether a type has a name with comments or markers. The names of numbers only set the type. */
function isNamed({ names, shape }: TypeUse): boolean {
  return names.length > 0 || (shape.kind === "library" && !["Int32", "Int64", "Double"].includes(shape.name));
}

/** Reports a field whose type allows a value for "no value" that its schema rejects. */
function reportAbsence({ name, undefinable, position }: Property, schema: JsonSchema, log: ProblemLog): void {
  if (undefinable) {
    log.report(
      position,
      `the field "${name}" is required, but may be undefined, which JSON cannot express: write "${name}?:"`,
    );
  }
  if (schema.nullable === true && schema.enum !== undefined) {
    log.report(
      position,
      `"${name}" is an enumeration, and the API server accepts no null for it: write "${name}?:" instead`,
    );
  }
}

function hasNamedItems({ shape }: TypeUse): boolean {
  return shape.kind === "array" && isNamed(shape.element);
}

function isNothing({ type }: Property): boolean {
  return type.shape.kind === "nothing";
}

function schemaOfProperties(all: readonly PropertySchema[], rules: readonly ValidationRule[]): JsonSchema {
  const properties = all.filter(({ absent }) => !absent);
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  const keeps = properties.filter(({ immutable, required: always }) => immutable && !always);
  const keepsRules = keeps.map(({ name, position }) =>
    withRuleOrigin(keepsRule(name), { position, what: `the immutable field "${name}"` }),
  );
  const allRules = [...keepsRules, ...rules];
  return {
    type: "object",
    // Names are data: fromEntries makes "__proto__" an own property.
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    }),
    ...(required.length > 0 && { required: required.toSorted() }),
    ...(allRules.length > 0 && { "x-kubernetes-validations": allRules }),
  };
}

const openInstead = "write RawExtension for the recursive part, or a list of references by name";

/** Only a recursive generic type is nested this deep. */
const depthMax = 64;

/** The type to use instead of one of a library that has no schema. A parsed quantity is an object, whereas the fields of objects have its text. */
function insteadOf(name: string): string {
  return name === "ParsedQuantity"
    ? 'use "Quantity" of "@kubewright/api/meta/v1"'
    : "write an interface with its fields";
}
