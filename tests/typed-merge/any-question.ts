// Random questions about typed merge, and random histories of writes.

import fc from "fast-check";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "@kubewright/schema";
import { anyName, anySchema, objectOf } from "./any-schema.ts";
import { anyFittingValue, anySetOf, anySetText, anyValue, careless, stored, strict } from "./any-value.ts";
import type { Question, Versions } from "./question.ts";

const depth = 3;

function inOneVersion(schema: JsonSchema): Versions {
  return { version: "v1", schemas: { v1: schema } };
}

/** A schema with a live and an applied value of it. */
export const anyTyped: fc.Arbitrary<{
  readonly schema: JsonSchema;
  readonly live: JsonValue;
  readonly applied: JsonValue;
}> = anySchema(depth).chain((schema) =>
  fc.record({ schema: fc.constant(schema), live: anyValue(schema, strict), applied: anyValue(schema, strict) }),
);

/** A question about one or two values, or about sets. */
export const anyQuestion: fc.Arbitrary<Question> = fc.oneof(
  fc.tuple(anySetText, anySetText).map(([set, other]): Question => ({ op: "sets", set, other })),
  anySchema(depth).chain((schema): fc.Arbitrary<Question> => {
    const versions = inOneVersion(schema);
    const two = (fit: typeof strict): fc.Arbitrary<readonly [JsonValue, JsonValue]> =>
      fc.tuple(anyValue(schema, stored), anyValue(schema, fit));
    return fc.oneof(
      anyValue(schema, stored).map((value) => ({ ...versions, op: "fields" as const, value })),
      fc.tuple(anyValue(schema, careless), fc.boolean()).map(([value, duplicates]) => ({
        ...versions,
        op: "errors" as const,
        value,
        duplicates,
      })),
      two(stored).map(([live, next]) => ({ ...versions, op: "compare" as const, live, next })),
      two(strict).map(([live, next]) => ({ ...versions, op: "merge" as const, live, next })),
      fc
        .tuple(fc.constantFrom("remove" as const, "extract" as const), anyValue(schema, strict), anySetOf(schema))
        .map(([op, value, set]) => ({ ...versions, op, value, set })),
    );
  }),
);

/** One write of a history. */
export interface Write {
  readonly op: "update" | "apply";
  readonly version: string;
  readonly manager: string;
  readonly value: JsonValue;
  /** An update merges its value into the object instead of replacing the object. */
  readonly isPatch: boolean;
  readonly force: boolean;
  readonly ignored?: { readonly [version: string]: string };
}

/** A kind in two versions and writes to one object of it, by several managers. */
export interface History {
  readonly versions: Omit<Versions, "version">;
  readonly writes: readonly Write[];
}

export const anyHistory: fc.Arbitrary<History> = fc
  .tuple(anyFields(depth), fc.boolean(), fc.boolean())
  .chain(([fields, isRenamed, isAtomic]) => {
    const v1 = wholeObject(fields);
    const renamed = fields.map(([name, schema]) => [isRenamed && name === "a" ? "renamed" : name, schema] as const);
    const v2 = wholeObject(renamed);
    // A changed version: a granular field has become atomic.
    const v3 = wholeObject(fields.map(([name, schema]) => [name, isAtomic ? asOneValue(schema) : schema]));
    const schemas = { v1, v2, v3 };
    const renames = isRenamed ? { v2: { a: "renamed" } } : {};
    const anyWrite = fc.constantFrom("v1" as const, "v1" as const, "v2" as const, "v3" as const).chain((version) =>
      fc.record<Write>(
        {
          op: fc.constantFrom("apply", "apply", "update"),
          version: fc.constant(version),
          manager: fc.constantFrom("m1", "m2", "m3"),
          value: anyFittingValue(schemas[version], strict),
          isPatch: fc.boolean(),
          force: fc.boolean(),
          ignored: anySetOf(v1).map((set) => ({ v1: set })),
        },
        { requiredKeys: ["op", "version", "manager", "value", "isPatch", "force"] },
      ),
    );
    return fc.record({
      versions: fc.constant({ schemas, renames }),
      writes: fc.array(anyWrite, { minLength: 1, maxLength: 6 }),
    });
  });

function anyFields(maxDepth: number): fc.Arbitrary<readonly (readonly [string, JsonSchema])[]> {
  return fc.uniqueArray(fc.tuple(anyName, anySchema(maxDepth)), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 4,
  });
}

function wholeObject(fields: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  const text: JsonSchema = { type: "string" };
  return { type: "object", properties: objectOf<JsonSchema>([["apiVersion", text], ["kind", text], ...fields]) };
}

function asOneValue(schema: JsonSchema): JsonSchema {
  if (schema.type === "array") return { ...schema, "x-kubernetes-list-type": "atomic" };
  return schema.type === "object" ? { ...schema, "x-kubernetes-map-type": "atomic" } : schema;
}
