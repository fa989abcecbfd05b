/**
 * Paths that remember the schema at each step. The checks of package schema report errors by path; this implementation of a path finds the schema,
 * the keyword and the rule that an error is about.
 */
import type { FieldPath } from "@kubewright/apimachinery";
import { additionalOf, itemsOf, propertyOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

/** A place in a schema. */
export interface SchemaPlace {
  /** The schemas on the way, from the root to the schema at the place. */
  readonly schemas: readonly JsonSchema[];
  /** The place as a field of the object: `spec.ports[*].name`. Empty for the object. */
  readonly field: string;
  /** The keyword of the schema; empty for the schema itself. */
  readonly keyword: string;
  /** The rule, and the part of it, for `x-kubernetes-validations`. */
  readonly ruleIndex?: number;
  readonly rulePart?: string;
}

/** The paths of one schema. */
export interface SchemaPaths {
  readonly root: FieldPath;
  /** The place of a path, by its string. */
  placeOf(path: string): SchemaPlace | undefined;
}

export function createSchemaPaths(schema: JsonSchema): SchemaPaths {
  const places = new Map<string, SchemaPlace>();
  const root = new SchemaPath(places, "schema", { schemas: [schema], field: "", keyword: "" });
  return { root, placeOf: (path) => places.get(path) };
}

class SchemaPath implements FieldPath {
  readonly #places: Map<string, SchemaPlace>;
  readonly #text: string;
  readonly #place: SchemaPlace;

  constructor(places: Map<string, SchemaPlace>, text: string, place: SchemaPlace) {
    this.#places = places;
    this.#text = text;
    this.#place = place;
  }

  child(name: string, ...more: readonly string[]): FieldPath {
    const next: FieldPath = this.#to(`.${name}`, stepInto(this.#place, name));
    const [first, ...rest] = more;
    return first === undefined ? next : next.child(first, ...rest);
  }

  index(index: number): FieldPath {
    const { keyword, ruleIndex } = this.#place;
    const isRule = keyword === "x-kubernetes-validations" && ruleIndex === undefined;
    return this.#to(`[${index}]`, isRule ? { ...this.#place, ruleIndex: index } : this.#place);
  }

  key(key: string): FieldPath {
    const { schemas, field, keyword } = this.#place;
    const property = keyword === "properties" ? propertyOf(schemas.at(-1) ?? {}, key) : undefined;
    return this.#to(
      `[${key}]`,
      property === undefined
        ? this.#place
        : { schemas: [...schemas, property], field: field === "" ? key : `${field}.${key}`, keyword: "" },
    );
  }

  toString(): string {
    // Errors hold the string of a path only.
    this.#places.set(this.#text, this.#place);
    return this.#text;
  }

  #to(step: string, place: SchemaPlace): SchemaPath {
    return new SchemaPath(this.#places, this.#text + step, place);
  }
}

function stepInto(place: SchemaPlace, name: string): SchemaPlace {
  const { schemas, field, keyword, ruleIndex, rulePart } = place;
  if (ruleIndex !== undefined) return rulePart === undefined ? { ...place, rulePart: name } : place;
  // Below a keyword such as `default` there are values, not schemas.
  if (keyword !== "") return place;
  const schema = schemas.at(-1) ?? {};
  const inner = name === "items" ? itemsOf(schema) : name === "additionalProperties" ? additionalOf(schema) : undefined;
  return inner === undefined
    ? { ...place, keyword: name }
    : { schemas: [...schemas, inner], field: `${field}[*]`, keyword: "" };
}
