import { expect, test } from "vitest";
import { sharedParts } from "./shared-parts.ts";

function version(name: string, schema: object): object {
  return { name, schema: { openAPIV3Schema: schema } };
}

test("schemas with bounds beyond 2^53 and empty parts are compared as Go compares them", () => {
  const schema = { type: "string", maxLength: 9_300_000_000_000_000_000n };
  const versions = [version("v1", schema), version("v2", schema)] as never;
  const withEmpty = (empty: object) => (each: object) =>
    ({ ...schema, ...(each === versions[0] ? empty : {}) }) as never;

  expect(sharedParts(versions, withEmpty({ enum: [] })).has("schema")).toBe(true);
  expect(sharedParts(versions, withEmpty({ items: [] })).has("schema")).toBe(false);
});
