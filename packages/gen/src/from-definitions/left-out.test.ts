import type { JsonSchema } from "@kubewright/schema";
import { expect, test } from "vitest";

import { readDefinition } from "../definitions/definition.ts";
import { leftOutOf } from "./left-out.ts";

function leftOut(spec: JsonSchema): readonly string[] {
  const definition = readDefinition({
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "jobs.example.com" },
    spec: {
      group: "example.com",
      names: { plural: "jobs", kind: "Job" },
      scope: "Namespaced",
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  });
  return leftOutOf([definition]).map(({ path, keyword }) => `${path}: ${keyword}`);
}

test("leftOutOf() returns alternatives, and the defaults of items and values", () => {
  const text: JsonSchema = { type: "string" };

  expect(
    leftOut({
      type: "object",
      oneOf: [{ required: ["a"] }],
      properties: {
        a: { ...text, allOf: [{ pattern: "a" }], not: { pattern: "b" }, default: "ab" },
        list: { type: "array", items: { ...text, default: "x" } },
        "a.b": { type: "object", additionalProperties: { ...text, anyOf: [{ minLength: 1 }] } },
      },
    }),
  ).toEqual(["spec: oneOf", "spec.a: allOf", "spec.a: not", "spec.list[*]: default", 'spec["a.b"].*: anyOf']);
});

test("leftOutOf() does not return IntOrString, which has a type", () => {
  expect(leftOut({ "x-kubernetes-int-or-string": true, anyOf: [{ type: "integer" }, { type: "string" }] })).toEqual([]);
});
