import { finish } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { emptyFieldSet } from "./field-set.ts";
import { fieldsOfNew } from "./fields-of-new.ts";

const names = { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } } as const;
const schema = {
  type: "object",
  properties: { data: { type: "object", additionalProperties: { type: "object", properties: { names } } } },
} as const;

const many = Array.from({ length: 600 }, (_, index) => `n${index + 100}`);

function fieldsOf(data: JsonObject): JsonObject | undefined {
  return finish(fieldsOfNew({}, { data }, schema, emptyFieldSet));
}

test("the fields of a map with many lists, of which one has many items, are complete and in order", () => {
  const data = Object.fromEntries(many.toReversed().map((name) => [name, { names: name === "n300" ? many : ["x"] }]));

  const fields = fieldsOf(data);

  const fieldsOfItems = (items: readonly string[]): string => items.map((item) => `"v:\\"${item}\\"":{}`).join(",");
  const children = many.map((name) => {
    const items = fieldsOfItems(name === "n300" ? many : ["x"]);
    return `"f:${name}":{".":{},"f:names":{".":{},${items}}}`;
  });
  expect(JSON.stringify(fields)).toBe(`{"f:data":{".":{},${children.join(",")}}}`);
});

test.for([
  ["a value of the wrong type", { n1: { names: [...many, 1] } }],
  ["a duplicate item", { n1: { names: [...many, "n100"] } }],
])("a long list with %s has no fields", ([, data]) => {
  expect(fieldsOf(data as JsonObject)).toBeUndefined();
});
