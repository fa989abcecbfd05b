import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { encodeJson, finish, isJsonObject } from "@kubewright/apimachinery";
import { compareTyped, emptyFieldSet, fieldSet, fieldSetToJson, fieldsOfNew, typedErrors } from "@kubewright/schema";
import type { FieldSet, JsonSchema } from "@kubewright/schema";
import { anySchema } from "./any-schema.ts";
import { anyValue } from "./any-value.ts";

interface Created {
  readonly schema: JsonSchema;
  readonly empty: JsonObject;
  readonly created: JsonObject;
}

/** Objects with and without errors, each with another of its kind that has some of the same fields. */
const anyCreated: fc.Arbitrary<Created> = anySchema(4)
  .filter(({ type }) => type === "object")
  .chain((schema) => {
    const [fitting, odd] = [
      { duplicates: false, errors: false },
      { duplicates: true, errors: true },
    ].map((fit) => anyValue(schema, fit).filter(isJsonObject));
    const created = fc.oneof(fitting ?? fc.constant({}), odd ?? fc.constant({}));
    const empty = fc.oneof(fc.constant({}), created.map(hollow), created).filter((each) => fits(each, schema));
    return fc.record({ schema: fc.constant(schema), empty, created });
  });

function fits(value: JsonObject, schema: JsonSchema): boolean {
  return typedErrors(value, schema, { allowDuplicates: true }).length === 0;
}

/** The rest of an object whose fields are empty, by either function. */
function hollow(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]): readonly [string, JsonValue] => {
      if (isJsonObject(value)) return [name, hollow(value)];
      return [name, Array.isArray(value) ? null : value];
    }),
  );
}

/** The same by comparison; undefined for invalid objects. */
function compared({ schema, empty, created }: Created, except: FieldSet): FieldSet | undefined {
  if (!fits(created, schema)) return undefined;
  const { added, modified } = compareTyped(empty, created, schema);
  return modified.union(added).recursiveDifference(except);
}

function assertSame(written: JsonObject | undefined, wanted: FieldSet | undefined): void {
  if (written !== undefined) assert.equal(encodeJson(written), wanted && encodeJson(fieldSetToJson(wanted)));
}

test("The fields of a new object in one pass equal those of a comparison, in the same order", () => {
  fc.assert(
    fc.property(anyCreated, (question) => {
      const written = finish(fieldsOfNew(question.empty, question.created, question.schema, emptyFieldSet));
      assertSame(written, compared(question, emptyFieldSet));
    }),
    { numRuns: 1000 },
  );
});

test("Excluded fields are not recorded, and neither are the fields below them", () => {
  const anyQuestion = anyCreated.chain((question) => {
    const paths = [...(compared(question, emptyFieldSet)?.paths() ?? [])].flatMap((path) => [path, path.slice(0, 1)]);
    return fc.record({ question: fc.constant(question), except: fc.subarray(paths) });
  });
  fc.assert(
    fc.property(anyQuestion, ({ question, except }) => {
      const set = fieldSet(...except);
      const written = finish(fieldsOfNew(question.empty, question.created, question.schema, set));
      assertSame(written, compared(question, set));
    }),
    { numRuns: 1000 },
  );
});

test("The fields of each valid object with distinct items are recorded in one pass", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          ports: {
            type: "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["port"],
            items: { type: "object", properties: { port: { type: "integer" }, name: { type: "string" } } },
          },
          args: { type: "array", items: { type: "string" } },
        },
      },
    },
  };
  const created = { spec: { ports: [{ port: 80, name: "web" }, { port: 9 }], args: ["a"] } };

  const written = finish(fieldsOfNew({ spec: {} }, created, schema, emptyFieldSet));

  const ports = {
    ".": {},
    'k:{"port":9}': { ".": {}, "f:port": {} },
    'k:{"port":80}': { ".": {}, "f:name": {}, "f:port": {} },
  };
  assert.deepEqual(written, { "f:spec": { "f:args": {}, "f:ports": ports } });
});

test("An invalid object or equal items need a comparison", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: { text: { type: "string" }, set: { type: "array", items: {}, "x-kubernetes-list-type": "set" } },
  };

  for (const created of [{ text: 1 }, { other: 1 }, { set: ["a", "a"] }, { set: [null] }]) {
    assert.equal(finish(fieldsOfNew({}, created, schema, emptyFieldSet)), undefined);
  }
});
