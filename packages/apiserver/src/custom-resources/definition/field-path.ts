/** Paths to selectable fields in a schema, such as `.spec.color`. Items of lists cannot be reached. */
import type { JsonSchema } from "@kubewright/schema";
import { additionalOf, propertyOf } from "@kubewright/schema";

export interface PathTarget {
  readonly names: readonly string[];
  readonly schema: JsonSchema;
}

/** What a path leads to, or in the reference's words why it leads nowhere. */
export function schemaAtPath(path: string, root: JsonSchema): PathTarget | string {
  const tokens = tokensOf(path);
  const names: string[] = [];
  let schema = root;
  for (let index = 0; index < tokens.length; index += 2) {
    const [delimiter, name] = [tokens[index], tokens[index + 1]];
    if (delimiter === "[") return "array notation is not allowed";
    if (delimiter !== ".") return `expected [ or . but got: ${delimiter}`;
    if (name === undefined) return "unexpected end of JSON path";
    const next = schema.properties === undefined ? additionalOf(schema) : propertyOf(schema, name);
    if (next === undefined) return "does not refer to a valid field";
    names.push(name);
    schema = next;
  }
  return { names, schema };
}

/** The names in a path that has been checked. */
export function namesOf(path: string): readonly string[] {
  return tokensOf(path).filter((_, index) => index % 2 === 1);
}

/** Delimiters, and what is between them. */
function tokensOf(path: string): readonly string[] {
  return path.match(/[.[\]]|[^.[\]]+/g) ?? [];
}
