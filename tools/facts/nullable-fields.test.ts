// Compares two lists derived from the same Go types: the nullable fields of the TypeScript types, and the table of the embedded API server
// with the encoding of empty fields.

import { readFileSync } from "node:fs";
import { definition } from "@kubewright/api-facts";
import { expect, test } from "vitest";
import { nullableFields } from "./nullable-fields.ts";

const recorded = readFileSync(
  new URL("../../packages/api-facts/src/go/printing.generated.ts", import.meta.url),
  "utf8",
);

test("the fields that may be null are the optional ones that Go writes as null", () => {
  const printing = JSON.parse(recorded.slice(recorded.indexOf("{"), recorded.lastIndexOf("}") + 1)) as Readonly<
    Record<string, { readonly printsNull?: readonly string[] }>
  >;

  const wanted = Object.entries(printing).flatMap(([name, { printsNull = [] }]) => {
    const schema = definition(name);
    const optional = printsNull.filter((field) => schema?.properties?.[field] && !schema.required?.includes(field));
    return optional.map((field) => `${name}.${field}`);
  });
  const required = ["io.k8s.api.events.v1.Event.eventTime"];
  expect([...nullableFields].toSorted()).toEqual([...wanted, ...required].toSorted());
});
