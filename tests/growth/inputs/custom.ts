/** Objects of CustomResourceDefinitions. */
import type { GrowingInput } from "../input.ts";
import { list, map } from "../input.ts";
import { definition, gadget, gadgets, mapList, stringList, withSpec } from "./gadgets.ts";

function inObject(
  name: string,
  schema: object,
  fields: (n: number) => object,
  more: Partial<GrowingInput> = {},
): GrowingInput {
  return { name: `custom ${name}`, before: () => [definition(schema)], request: (n) => gadget(fields(n)), ...more };
}

const anyMap = withSpec({ m: { type: "object", additionalProperties: { type: "string" } } });

const listOf = (properties: object): object =>
  withSpec({ list: { type: "array", items: { type: "object", properties } } });

export const customInputs: readonly GrowingInput[] = [
  inObject("list", stringList({}), (n) => ({ spec: { list: list(n, (index) => `s${index}`) } })),
  inObject("list of the wrong type", stringList({}), (n) => ({ spec: { list: list(n, (index) => index) } })),
  inObject("set", stringList({ "x-kubernetes-list-type": "set" }), (n) => ({
    spec: { list: list(n, (index) => `s${index}`) },
  })),
  inObject("set with equal items", stringList({ "x-kubernetes-list-type": "set" }), (n) => ({
    spec: { list: list(n, () => "s") },
  })),
  inObject(
    "set of numbers",
    withSpec({ list: { type: "array", items: { type: "number" }, "x-kubernetes-list-type": "set" } }),
    (n) => ({ spec: { list: list(n, (index) => index) } }),
  ),
  inObject(
    "set of atomic objects",
    withSpec({
      list: {
        type: "array",
        "x-kubernetes-list-type": "set",
        items: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: { type: "integer" } } },
      },
    }),
    (n) => ({ spec: { list: list(n, (index) => ({ a: index })) } }),
  ),
  inObject("list-map", mapList(["k"]), (n) => ({ spec: { list: list(n, (index) => ({ k: `k${index}` })) } })),
  inObject("list-map with equal keys", mapList(["k"]), (n) => ({ spec: { list: list(n, () => ({ k: "k" })) } })),
  inObject("list-map with three keys", mapList(["k", "l", "m"]), (n) => ({
    spec: { list: list(n, (index) => ({ k: `k${index}`, l: "l", m: "m" })) },
  })),
  inObject("unique items", stringList({ uniqueItems: false }), (n) => ({
    spec: { list: list(n, (index) => `s${index}`) },
  })),
  inObject("map", anyMap, (n) => ({ spec: { m: map(n, (index) => [`k${index}`, "v"]) } })),
  inObject("map of the wrong type", anyMap, (n) => ({ spec: { m: map(n, (index) => [`k${index}`, 1]) } })),
  inObject("unknown fields", withSpec({}), (n) => ({ spec: map(n, (index) => [`k${index}`, 1]) })),
  inObject("unknown fields in a list", withSpec({ list: { type: "array", items: { type: "object" } } }), (n) => ({
    spec: { list: list(n, () => ({ a: 1 })) },
  })),
  inObject("unknown fields beside known ones in a list", listOf({ a: { type: "integer" } }), (n) => ({
    spec: { list: list(n, () => ({ a: 1, b: 1 })) },
  })),
  inObject("fractions", listOf({ a: { type: "number" } }), (n) => ({
    spec: { list: list(n, () => ({ a: 1.5 })) },
  })),
  inObject("nulls", listOf({ a: { type: "string" } }), (n) => ({ spec: { list: list(n, () => ({ a: null })) } })),
  inObject(
    "defaults",
    withSpec({
      list: { type: "array", items: { type: "object", properties: { a: { type: "string", default: "d" } } } },
    }),
    (n) => ({ spec: { list: list(n, () => ({})) } }),
  ),
  inObject("enum", withSpec({ list: { type: "array", items: { type: "string", enum: ["a", "b"] } } }), (n) => ({
    spec: { list: list(n, (index) => `s${index}`) },
  })),
  inObject("pattern", withSpec({ p: { type: "string", pattern: "^(a+)+$" } }), (n) => ({
    spec: { p: `${"a".repeat(n)}b` },
  })),
  inObject("alternatives pattern", withSpec({ p: { type: "string", pattern: "^(a|a|aa)*$" } }), (n) => ({
    spec: { p: `${"a".repeat(n)}b` },
  })),
  inObject("pattern without an anchor", withSpec({ p: { type: "string", pattern: "a*b" } }), (n) => ({
    spec: { p: "a".repeat(n) },
  })),
  inObject("length", withSpec({ p: { type: "string", maxLength: 5 } }), (n) => ({ spec: { p: "ä".repeat(n) } })),
  ...[
    "date-time",
    "email",
    "ipv4",
    "ipv6",
    "uri",
    "uuid",
    "duration",
    "hostname",
    "cidr",
    "mac",
    "isbn",
    "creditcard",
    "byte",
    "int-or-string",
    "date",
    "bsonobjectid",
    "rgbcolor",
    "hexcolor",
    "ssn",
    "password",
    "k8s-short-name",
  ].map((format) =>
    inObject(`format ${format}`, withSpec({ p: { type: "string", format } }), (n) => ({
      spec: { p: "1a:.-@/".repeat(n) },
    })),
  ),
  inObject(
    "embedded objects",
    withSpec({
      list: {
        type: "array",
        items: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
      },
    }),
    (n) => ({ spec: { list: list(n, () => ({ apiVersion: "v1", kind: "Pod", metadata: { name: "p" } })) } }),
  ),
  inObject(
    "metadata of an embedded object",
    withSpec({
      e: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    }),
    (n) => ({
      spec: {
        e: { apiVersion: "v1", kind: "Pod", metadata: { name: "p", labels: map(n, (index) => [`k${index}`, "v"]) } },
      },
    }),
  ),
  inObject(
    "unknown metadata of an embedded object",
    withSpec({
      e: { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
    }),
    (n) => ({ spec: { e: { apiVersion: "v1", kind: "Pod", metadata: map(n, (index) => [`k${index}`, "v"]) } } }),
  ),
  inObject(
    "alternatives",
    {
      ...withSpec({ m: { type: "object", "x-kubernetes-preserve-unknown-fields": true } }),
      anyOf: list(20, (index) => ({ required: [`k${index}`] })),
    },
    (n) => ({ spec: { m: map(n, (index) => [`k${index}`, "v"]) } }),
  ),
  {
    name: "custom column over a list",
    before: (n) => [
      definition(
        withSpec({
          list: {
            type: "array",
            items: { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } },
          },
        }),
        {
          version: { additionalPrinterColumns: [{ name: "a", type: "string", jsonPath: '.spec.list[?(@.a=="x")].b' }] },
        },
      ),
      gadget({ spec: { list: list(n, (index) => ({ a: `a${index}`, b: "b" })) } }),
    ],
    readsStored: true,
    partsMax: 50_000,
    request: () => ({
      method: "GET",
      path: gadgets,
      headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" },
    }),
  },
];
