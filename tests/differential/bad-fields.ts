/**
 * Every field of a custom resource with typical mistakes, from the schema of the CRD: a wrong type, out of range,
 * missing, unknown, too long, with control characters. Each object differs from a valid one in one place.
 */
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";

/** A valid object with one mistake. */
export interface BadObject {
  /** `spec.backends.0.name`. */
  readonly field: string;
  /** `5`, `missing`. */
  readonly what: string;
  readonly object: JsonValue;
}

type Path = readonly (string | number)[];

/** The mistakes in the fields of `good`: a field with an absent parent is not visited. */
export function badObjects(good: JsonValue, schema: JsonSchema): readonly BadObject[] {
  return [...badAt(good, schema, [])].map(({ path, what, value }) => ({
    field: path.join("."),
    what,
    object: replaced(good, path, value),
  }));
}

interface Bad {
  readonly path: Path;
  readonly what: string;
  /** Undefined: the field is omitted. */
  readonly value: JsonValue | undefined;
}

function* badAt(value: JsonValue | undefined, schema: JsonSchema, path: Path): Generator<Bad> {
  if (path.length > 0) {
    if (value !== undefined) yield { path, what: "missing", value: undefined };
    for (const bad of badValues(schema)) yield { path, what: nameOf(bad), value: bad };
  }
  if (Array.isArray(value)) {
    const [first] = value as readonly JsonValue[];
    if (first === undefined) return;
    yield { path, what: "the same twice", value: [first, first] };
    yield* badAt(first, itemsOf(schema), [...path, 0]);
  }
  if (!isJsonObject(value)) return;
  if (schema.properties) yield { path: [...path, "unknown"], what: "unknown", value: 1 };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (path.length > 0 || !builtIn.has(name)) yield* badAt(value[name], property, [...path, name]);
  }
  if (typeof schema.additionalProperties === "object") {
    for (const name of ["a", "", "a\nb"]) yield* badAt(undefined, schema.additionalProperties, [...path, name]);
  }
}

/** A structural schema has one schema for all items. */
function itemsOf({ items }: JsonSchema): JsonSchema {
  return (items ?? {}) as JsonSchema;
}

/** Metadata is compared in other cases, and the status needs another request. */
const builtIn: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

const texts: readonly string[] = ["", "other", "Not A Label", "a\u0000b", "a\nb", "a\u001bb", "ü", "n".repeat(300)];

const valuesOfTypes: Readonly<Record<string, readonly JsonValue[]>> = {
  string: [...texts, 5, true, [], {}, null],
  integer: [0, -1, 65_536, 2_147_483_648, 1e30, 1.5, "1", true, [], {}, null],
  number: ["1", true, [], {}, null],
  boolean: ["true", 1, [], {}, null],
  object: ["x", 1, [], null],
  array: ["x", 1, {}, [], null],
};

function badValues(schema: JsonSchema): readonly JsonValue[] {
  if (schema["x-kubernetes-int-or-string"] === true) return [...texts, 0, -1, 65_536, 1.5, true, [], {}, null];
  return valuesOfTypes[typeof schema.type === "string" ? schema.type : ""] ?? [];
}

function nameOf(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.length - 2} characters` : text;
}

function replaced(value: JsonValue | undefined, [key, ...rest]: Path, by: JsonValue | undefined): JsonValue {
  if (key === undefined) return by ?? null;
  if (Array.isArray(value)) {
    return (value as readonly JsonValue[]).map((item, index) => (index === key ? replaced(item, rest, by) : item));
  }
  const object = isJsonObject(value) ? value : {};
  const entries = Object.entries(object).filter(([name]) => name !== key);
  if (rest.length === 0 && by === undefined) return Object.fromEntries(entries);
  return Object.fromEntries([...entries, [String(key), replaced(object[key], rest, by)]]);
}
