import { fieldPath } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { JsonSchema } from "../model/json-schema.ts";
import { checkStructural } from "./check-structural.ts";

/** The stack of a worker of the tests has room for about 520,000 arguments of a call. */
const count = 550_000;

test("all errors of a schema are returned, also more than a call may have arguments", () => {
  const list: JsonSchema = {
    type: "array",
    items: { type: "object" },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": Array.from({ length: count }, (_, index) => `k${index}`),
  };

  const errors = checkStructural({ type: "object", properties: { list } }, fieldPath("schema"));

  expect(errors.length).toBeGreaterThanOrEqual(count);
});
