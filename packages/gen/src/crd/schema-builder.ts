/**
 * Builds the structural schema of a type: the shape, then the comments and markers of each named type that is resolved, and finally those
 * of the field.
 */
import { isRecursiveDefinition } from "@kubewright/api-facts";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import { readComments } from "../kinds/read-comments.ts";
import { applyEffects } from "../markers/apply-effects.ts";
import { celSelect } from "../markers/cel-names.ts";
import type { FieldFacts, NumberFacts } from "../markers/marker.ts";
import type { Position, ProblemLog } from "../problem.ts";
import type {
  Base,
  LibraryShape,
  Literal,
  NamedDeclaration,
  ObjectShape,
  Property,
  TypeUse,
  UnionShape,
} from "../source/shape.ts";
import { applyMarkers, mergeMarkers, withoutLimits } from "./apply-markers.ts";
import type { LibrarySchemas } from "./library-schemas.ts";
import { mergeSchemas } from "./merge-schemas.ts";
import { withDeclaration, withRuleOrigin } from "./origins.ts";
import { unionOf } from "./union-schema.ts";
import type { PropertySchema } from "./union-schema.ts";

export interface SchemaBuilderOptions {
  readonly libraries: LibrarySchemas;
  readonly log: ProblemLog;
  /** Whether the fields of a file are optional by default, as with `@kubebuilder:validation:Optional` on its folder. */
  readonly optionalByDefault: (file: string) => boolean;
}

/** The structural schema of a type. Parts that it cannot express are reported, and have an open schema. */
export function schemaOfType(use: TypeUse, options: SchemaBuilderOptions): JsonSchema {
  return new SchemaBuilder(options).typeSchema(use, [], {});
}

/** `path` has the ids of the objects around a type, to find recursive types; `numbers` has the markers of a plain number. */
class SchemaBuilder {
  readonly #libraries: LibrarySchemas;
  readonly #log: ProblemLog;
  readonly #optionalByDefault: (file: string) => boolean;

  constructor({ libraries, log, optionalByDefault }: SchemaBuilderOptions) {
    this.#libraries = libraries;
    this.#log = log;
    this.#optionalByDefault = optionalByDefault;
  }

  typeSchema(use: TypeUse, path: readonly number[], numbers: NumberFacts): JsonSchema {
    const [innermost, ...outer] = use.names.toReversed();
    const bare = this.#shapeSchema(use, path, numbers);
    const own = innermost === undefined ? bare : this.#describe(bare, innermost, use, applyMarkers);
    const inherited = use.bases().reduce((schema, base) => mergeSchemas(this.#baseSchema(schema, base), schema), own);
    const schema = outer.reduce((inner, name) => this.#describe(inner, name, use, mergeMarkers), inherited);
    // JSON of any shape includes null.
    const isAny = schema.type === undefined && schema["x-kubernetes-preserve-unknown-fields"] === true;
    return use.nullable && !isAny ? { ...schema, nullable: true } : schema;
  }

  #shapeSchema(use: TypeUse, path: readonly number[], numbers: NumberFacts): JsonSchema {
    const { shape, position } = use;
    switch (shape.kind) {
      case "string":
      case "boolean":
        return { type: shape.kind };
      case "bigint":
        return { type: "integer", format: "int64" };
      case "number":
        return this.#numberSchema(position, numbers);
      case "literals":
        return this.#literalsSchema(shape.values, position);
      case "array":
        return { type: "array", items: this.typeSchema(shape.element, path, numbers.ofItems ?? {}) };
      case "map":
        return { type: "object", additionalProperties: this.typeSchema(shape.value, path, {}) };
      case "object":
        return this.#objectSchema(shape, use, path);
      case "union":
        return this.#unionSchema(shape, use, path);
      case "library":
        return this.#librarySchema(shape, position);
      case "nothing":
        return this.#open(position, '"never" has no structural schema: remove the field');
      case "unsupported":
        return this.#open(position, `${shape.found} has no structural schema: ${shape.instead}`);
    }
  }

  /** The schema of a part that was reported. */
  #open(position: Position, problem: string): JsonSchema {
    this.#log.report(position, problem);
    return {};
  }

  #numberSchema(position: Position, { type, format }: NumberFacts): JsonSchema {
    if (type !== undefined) return { type };
    if (format === "int32" || format === "int64") return { type: "integer" };
    if (format === "float" || format === "double") return { type: "number" };
    return this.#open(position, '"number" is ambiguous: use Int32, Int64 or Double of "@kubewright/apimachinery"');
  }

  #literalsSchema(values: readonly Literal[], position: Position): JsonSchema {
    const types = [...new Set(values.map((value) => (Number.isInteger(value) ? "integer" : typeof value)))];
    const [type] = types;
    if (types.length === 1 && type !== undefined) return { type, enum: values };
    if (types.every((each) => each === "integer" || each === "number")) return { type: "number", enum: values };
    const found = types.join(", ");
    return this.#open(
      position,
      `literals of different types (${found}) have no structural schema: write literals of one type`,
    );
  }

  #librarySchema(shape: LibraryShape, position: Position): JsonSchema {
    const { name, library } = shape;
    try {
      return (
        this.#libraries(shape) ??
        this.#open(position, `"${name}" of "${library}" is not a type of an API: ${insteadOf(name)}`)
      );
    } catch (error) {
      if (!isRecursiveDefinition(error)) throw error;
      return this.#open(position, recursion(`"${name}"`));
    }
  }

  #objectSchema(shape: ObjectShape, use: TypeUse, path: readonly number[]): JsonSchema {
    if (this.#isEndless(shape.id, use, path)) return {};
    for (const { type, position } of shape.properties().filter(isNothing)) {
      this.#shapeSchema({ ...type, position }, path, {});
    }
    return schemaOfProperties(this.#propertiesOf(shape, path), []);
  }

  #unionSchema(shape: UnionShape, use: TypeUse, path: readonly number[]): JsonSchema {
    if (this.#isEndless(shape.id, use, path)) return {};
    const variants = shape.variants.map((variant) => {
      for (const { position, written } of variant.names.flatMap((name) => this.#read(name, "type").markers)) {
        this.#log.report(
          position,
          `the marker "@${written}" is on a variant of a union, but would apply to all variants: move it to the union or to a field`,
        );
      }
      return variant.shape.kind === "object" ? this.#propertiesOf(variant.shape, [...path, shape.id]) : [];
    });
    const { properties, rules } = unionOf(variants, use.position, this.#log);
    return schemaOfProperties(properties, rules);
  }

  #isEndless(id: number, { names, position }: TypeUse, path: readonly number[]): boolean {
    if (!path.includes(id) && path.length <= depthMax) return false;
    const name = names.at(-1)?.name;
    this.#log.report(position, recursion(name === undefined ? "a type" : `"${name}"`));
    return true;
  }

  #read(commented: Pick<NamedDeclaration, "comments">, target: "type" | "field"): ReturnType<typeof readComments> {
    return readComments(commented.comments, target, this.#log);
  }

  /** The keywords of a base, which are merged with those of the type that extends it. */
  #baseSchema(schema: JsonSchema, base: Base): JsonSchema {
    if (!("library" in base)) {
      return applyMarkers(withoutLimits(schema), this.#read(base, "type").markers, false, this.#log);
    }
    const { type: _type, properties: _own, required: _listed, ...keywords } = this.#libraries(base) ?? {};
    return keywords;
  }

  /** The schema with the description and the markers of a name of its type. */
  #describe(schema: JsonSchema, name: NamedDeclaration, use: TypeUse, apply: typeof applyMarkers): JsonSchema {
    const { description, markers } = this.#read(name, "type");
    const marked = apply(schema, markers, hasNamedItems(use), this.#log);
    return description === "" ? marked : { ...marked, description };
  }

  #propertiesOf(shape: ObjectShape, path: readonly number[]): readonly PropertySchema[] {
    return shape.properties().map((property) => this.#propertySchema(property, [...path, shape.id]));
  }

  #propertySchema(property: Property, path: readonly number[]): PropertySchema {
    const { name, position, type, library } = property;
    if (isNothing(property)) return { name, schema: {}, required: false, immutable: false, absent: true, position };
    const { description, markers } = this.#read(property, "field");
    const facts = applyEffects("field", {}, markers, this.#log);
    const published = library && this.#libraries(library)?.properties?.[name];
    const own = facts.isSchemaless === true ? {} : (published ?? this.typeSchema(type, path, facts.number ?? {}));
    // The markers of a field are merged with those of its named type and do not replace them.
    const apply = isNamed(type) ? mergeMarkers : applyMarkers;
    const marked = apply(own, markers, hasNamedItems(type), this.#log);
    this.#reportAbsence(property, marked);
    const described = description === "" ? marked : { ...marked, description };
    return {
      name,
      position,
      absent: false,
      schema: withDeclaration(described, { position, what: `the type of "${name}"` }),
      required: this.#isRequired(property, facts),
      immutable: facts.isImmutable === true,
    };
  }

  /** Markers have precedence over `?` and the default of the folder. */
  #isRequired({ optional, position }: Property, { presence }: FieldFacts): boolean {
    return presence?.required ?? (!optional && !this.#optionalByDefault(position.file));
  }

  /** Reports a field whose type allows a value for "no value" that its schema rejects. */
  #reportAbsence({ name, undefinable, position }: Property, schema: JsonSchema): void {
    if (undefinable) {
      const message = `the field "${name}" is required, but may be undefined, which JSON cannot express: write "${name}?:"`;
      this.#log.report(position, message);
    }
    if (schema.nullable === true && schema.enum !== undefined) {
      const message = `"${name}" is an enumeration, and the API server accepts no null for it: write "${name}?:" instead`;
      this.#log.report(position, message);
    }
  }
}

/** Whether a type has a name with comments or markers. The names of numbers only set the type. */
function isNamed({ names, shape }: TypeUse): boolean {
  return names.length > 0 || (shape.kind === "library" && !["Int32", "Int64", "Double"].includes(shape.name));
}

function hasNamedItems({ shape }: TypeUse): boolean {
  return shape.kind === "array" && isNamed(shape.element);
}

function isNothing({ type }: Property): boolean {
  return type.shape.kind === "nothing";
}

function schemaOfProperties(all: readonly PropertySchema[], unionRules: readonly ValidationRule[]): JsonSchema {
  const properties = all.filter(({ absent }) => !absent);
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  const kept = properties.filter((property) => property.immutable && !property.required);
  const rules = [...kept.map(keepsRule), ...unionRules];
  return {
    type: "object",
    // Names are data: fromEntries makes "__proto__" an own property.
    ...(properties.length > 0 && {
      properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
    }),
    ...(required.length > 0 && { required: required.toSorted() }),
    ...(rules.length > 0 && { "x-kubernetes-validations": rules }),
  };
}

/** The rule of the object that forbids the removal of an immutable field. The rule of the field applies only while the field is set. */
function keepsRule({ name, position }: PropertySchema): ValidationRule {
  const [before, after] = [celSelect("oldSelf", name), celSelect("self", name)];
  const rule = { message: `field ${name} is immutable once set`, rule: `!has(${before}) || has(${after})` };
  return withRuleOrigin(rule, { position, what: `the immutable field "${name}"` });
}

function recursion(found: string): string {
  return `${found} is recursive, which a structural schema cannot express: write RawExtension for the recursive part, or a list of references by name`;
}

/** Only a recursive generic type is nested this deep. */
const depthMax = 64;

/** The type to use instead of one of a library that has no schema. A parsed quantity is an object, whereas the fields of objects have its text. */
function insteadOf(name: string): string {
  return name === "ParsedQuantity"
    ? 'use "Quantity" of "@kubewright/api/meta/v1"'
    : "write an interface with its fields";
}
