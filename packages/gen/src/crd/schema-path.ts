/** Finds the part of a schema that an error is about, by the path of the error. */
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

/** The place of a path such as `.properties[spec].items.x-kubernetes-validations[0].rule`. */
export function placeInSchema(schema: JsonSchema, path: string): SchemaPlace {
  return placeBelow([schema], "", path);
}

function placeBelow(schemas: readonly JsonSchema[], field: string, path: string): SchemaPlace {
  const schema = schemas.at(-1) ?? {};
  const [, keyword = "", rest = ""] = /^\.([^.[]+)(.*)$/s.exec(path) ?? [];
  const values = keyword === "items" ? itemsOf(schema) : keyword === "additionalProperties" && additionalOf(schema);
  if (values) return placeBelow([...schemas, values], `${field}[*]`, rest);
  if (keyword === "properties") {
    // A name may contain brackets: the longest one that fits.
    const [name] = Object.keys(schema.properties ?? {})
      .filter((each) => rest.startsWith(`[${each}]`))
      .toSorted((a, b) => b.length - a.length);
    const property = name === undefined ? undefined : propertyOf(schema, name);
    if (name !== undefined && property !== undefined) {
      return placeBelow([...schemas, property], field === "" ? name : `${field}.${name}`, rest.slice(name.length + 2));
    }
  }
  // Below other keywords, such as `default`, there are values, not schemas.
  const [, index, rulePart] = (keyword === "x-kubernetes-validations" && /^\[(\d+)\](?:\.(\w+))?/.exec(rest)) || [];
  const rule = index !== undefined && { ruleIndex: Number(index), ...(rulePart !== undefined && { rulePart }) };
  return { schemas, field, keyword, ...rule };
}
