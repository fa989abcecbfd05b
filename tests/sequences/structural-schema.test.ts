// The generator of random schemas: schemas that a server accepts, reproducible by seed, with valid and invalid objects.
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

test("a random schema has at most an invalid default, and most are valid", () => {
  const errors = schemas.map((schema) => checkStructural(schema, fieldPath("schema")));

  const others = errors.flat().filter(({ field }) => !/default|must result in valid metadata/.test(field));
  expect(others).toEqual([]);
  expect(errors.filter(({ length }) => length === 0).length).toBeGreaterThan(150);
});

test("about half of the random values are valid for their schema", () => {
  const random = createSeededRandom("values");
  const good = schemas.filter((schema) => checkStructural(schema, fieldPath("schema")).length === 0);

  const fitting = good.filter((schema) => {
    const value = randomValue(schema, random, { wrong: 0.02 });
    return validate(value, schema).length === 0;
  });

  expect(fitting.length / good.length).toBeGreaterThan(0.2);
  expect(fitting.length / good.length).toBeLessThan(0.9);
});
