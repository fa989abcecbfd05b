// The generator makes what it says: schemas that a server takes, the same for the same seed, and objects of all sorts for them.
import { createSeededRandom } from "@kubewright/async";
import { fieldPath } from "@kubewright/apimachinery";
import { checkStructural, validate } from "@kubewright/schema";
import { expect, test } from "vitest";
import { randomValue } from "./schema-objects.ts";
import { randomSchema } from "./structural-schema.ts";

const schemas = Array.from({ length: 300 }, (_, seed) => randomSchema(createSeededRandom(`schema ${seed}`)));

test("the same seed gives the same schema, and another seed another one", () => {
  const again = randomSchema(createSeededRandom("schema 7"));

  expect(again).toEqual(schemas[7]);
  expect(new Set(schemas.map((schema) => JSON.stringify(schema))).size).toBeGreaterThan(290);
});

test("what is wrong with a random schema is a default alone, and most have nothing wrong", () => {
  const errors = schemas.map((schema) => checkStructural(schema, fieldPath("schema")));

  const others = errors.flat().filter(({ field }) => !/default|must result in valid metadata/.test(field));
  expect(others).toEqual([]);
  expect(errors.filter(({ length }) => length === 0).length).toBeGreaterThan(150);
});

test("a value of a random schema fits it about as often as not", () => {
  const random = createSeededRandom("values");
  const good = schemas.filter((schema) => checkStructural(schema, fieldPath("schema")).length === 0);

  const fitting = good.filter((schema) => {
    const value = randomValue(schema, random, { wrong: 0.02 });
    return validate(value, schema).length === 0;
  });

  expect(fitting.length / good.length).toBeGreaterThan(0.2);
  expect(fitting.length / good.length).toBeLessThan(0.9);
});
