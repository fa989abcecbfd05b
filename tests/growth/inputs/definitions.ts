/** CustomResourceDefinitions with long lists and deep schemas. */
import type { GrowingInput } from "../input.ts";
import { json, list, map } from "../input.ts";
import { definition, definitions, gadget, mapList, open, stringList, versionOf, withSpec } from "./gadgets.ts";

/** A schema that nests `n` objects, each with the keywords. */
function nested(n: number, keywords: object = {}): object {
  let schema: object = { type: "string" };
  for (let depth = 0; depth < n; depth += 1) schema = { ...keywords, type: "object", properties: { a: schema } };
  return schema;
}

function inDefinition(name: string, schema: (n: number) => object, more: Partial<GrowingInput> = {}): GrowingInput {
  return { name: `definition ${name}`, request: (n) => definition(schema(n)), ...more };
}

export const definitionInputs: readonly GrowingInput[] = [
  {
    name: "definition with duplicate keys, in items and outside",
    request: (n) => {
      const schema = '{"type":"array","type":"array","items":{"type":"string","type":"string"}}';
      const properties = list(n, (index) => `"p${index}":${schema}`).join(",");
      const body = `{"spec":{"versions":[{"name":"v1","schema":{"openAPIV3Schema":{"properties":{${properties}}}}}]}}`;
      return json("POST", definitions, body);
    },
  },
  {
    name: "definition versions",
    request: (n) => definition({}, { versions: list(n, (index) => versionOf(`v${index + 1}`, open)) }),
  },
  {
    name: "definition versions with different schemas",
    request: (n) =>
      definition(
        {},
        { versions: list(n, (index) => versionOf(`v${index + 1}`, { ...open, description: `d${index}` })) },
      ),
  },
  {
    name: "definition equal versions",
    growingResponse: "kube-apiserver prints all versions",
    partsMax: 4000,
    request: (n) => definition({}, { versions: list(n, () => versionOf("v1", open)) }),
  },
  {
    name: "definition without schemas",
    request: (n) =>
      definition({}, { versions: list(n, (index) => ({ name: `v${index + 1}`, served: true, storage: index === 0 })) }),
  },
  {
    name: "definition versions with columns",
    request: (n) =>
      definition(
        {},
        {
          versions: list(n, (index) =>
            versionOf(`v${index + 1}`, open, {
              additionalPrinterColumns: [{ name: `a${index}`, type: "string", jsonPath: ".a" }],
            }),
          ),
        },
      ),
  },
  {
    name: "definition columns",
    request: (n) =>
      definition(open, {
        version: {
          additionalPrinterColumns: list(n, (index) => ({ name: `a${index}`, type: "string", jsonPath: ".a" })),
        },
      }),
  },
  {
    name: "definition with a long column path",
    request: (n) =>
      definition(open, {
        version: { additionalPrinterColumns: [{ name: "a", type: "string", jsonPath: ".a".repeat(n) }] },
      }),
  },
  {
    name: "definition selectable fields",
    request: (n) =>
      definition(withSpec(map(n, (index) => [`k${index}`, { type: "string" }])), {
        version: { selectableFields: list(n, (index) => ({ jsonPath: `.spec.k${index}` })) },
      }),
  },
  {
    name: "definition short names",
    request: (n) => definition(open, { names: { shortNames: list(n, (index) => `s${index}`) } }),
  },
  {
    name: "definition equal short names",
    request: (n) => definition(open, { names: { shortNames: list(n, () => "s") } }),
  },
  {
    name: "definition categories",
    request: (n) => definition(open, { names: { categories: list(n, (index) => `s${index}`) } }),
  },
  inDefinition("properties", (n) => withSpec(map(n, (index) => [`k${index}`, { type: "string" }]))),
  inDefinition("wrong properties", (n) => withSpec(map(n, (index) => [`k${index}`, { type: "x" }]))),
  inDefinition("properties without a type", (n) => withSpec(map(n, (index) => [`k${index}`, {}]))),
  inDefinition("required fields", (n) => ({ ...withSpec({}), required: list(n, (index) => `k${index}`) })),
  inDefinition("equal required fields", (n) => ({ ...withSpec({}), required: list(n, () => "k") })),
  inDefinition("nested objects", nested, { partsMax: 200 }),
  inDefinition("nested objects with fractions", (n) => nested(n, { maximum: 1.5, minimum: 0.5, multipleOf: 0.5 }), {
    partsMax: 200,
  }),
  inDefinition("enum", (n) => withSpec({ e: { type: "string", enum: list(n, (index) => `e${index}`) } })),
  inDefinition("equal enum", (n) => withSpec({ e: { type: "string", enum: list(n, () => "e") } })),
  inDefinition("enum of objects", (n) =>
    withSpec({
      e: { type: "object", "x-kubernetes-preserve-unknown-fields": true, enum: list(n, (index) => ({ a: index })) },
    }),
  ),
  inDefinition("a large default", (n) => stringList({ default: list(n, (index) => `d${index}`) })),
  inDefinition("a default set", (n) =>
    stringList({ "x-kubernetes-list-type": "set", default: list(n, (index) => `d${index}`) }),
  ),
  inDefinition("a default list-map", (n) => mapList(["k"], { default: list(n, (index) => ({ k: `k${index}` })) })),
  inDefinition("a default with unknown fields", (n) =>
    withSpec({ e: { type: "object", default: map(n, (index) => [`k${index}`, 1]) } }),
  ),
  inDefinition("alternatives", (n) => ({
    ...withSpec({ a: { type: "string" } }),
    anyOf: list(n, (index) => ({ required: [`k${index}`] })),
  })),
  inDefinition("wrong alternatives", (n) => ({
    ...withSpec({ a: { type: "string" } }),
    allOf: list(n, (index) => ({ properties: { [`k${index}`]: { type: "string" } } })),
  })),
  inDefinition("list-map keys", (n) =>
    withSpec({
      list: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": list(n, (index) => `k${index}`),
        items: {
          type: "object",
          required: list(n, (index) => `k${index}`),
          properties: map(n, (index) => [`k${index}`, { type: "string" }]),
        },
      },
    }),
  ),
  inDefinition("missing list-map keys", (n) =>
    withSpec({
      list: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": list(n, (index) => `k${index}`),
        items: { type: "object", properties: {} },
      },
    }),
  ),
  inDefinition("equal list-map keys", (n) =>
    withSpec({
      list: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": list(n, () => "k"),
        items: { type: "object", required: ["k"], properties: { k: { type: "string" } } },
      },
    }),
  ),
  inDefinition("a long pattern", (n) => withSpec({ e: { type: "string", pattern: "a?".repeat(n) } }), {
    partsMax: 20_000,
  }),
  inDefinition("a long description", (n) => ({ ...open, description: "d ".repeat(n) })),
  inDefinition(
    "rules",
    (n) => ({
      ...withSpec({ a: { type: "integer" } }),
      "x-kubernetes-validations": list(n, (index) => ({ rule: `self.spec.a > ${index}` })),
    }),
    { partsMax: 8000 },
  ),
  inDefinition(
    "wrong rules",
    (n) => ({
      ...withSpec({ a: { type: "integer" } }),
      "x-kubernetes-validations": list(n, (index) => ({ rule: `self.x${index}` })),
    }),
    { partsMax: 8000 },
  ),
  inDefinition(
    "equal rules",
    (n) => ({
      ...withSpec({ a: { type: "integer" } }),
      "x-kubernetes-validations": list(n, () => ({ rule: "self.spec.a > 1" })),
    }),
    { partsMax: 8000 },
  ),
  inDefinition(
    "properties with rules",
    (n) =>
      withSpec(
        map(n, (index) => [`k${index}`, { type: "integer", "x-kubernetes-validations": [{ rule: "self > 1" }] }]),
      ),
    { partsMax: 8000 },
  ),
  inDefinition("references", (n) => withSpec(map(n, (index) => [`k${index}`, { $ref: "#/a" }]))),
  {
    name: "definition update of properties",
    before: (n) => [definition(withSpec(map(n, (index) => [`k${index}`, { type: "string" }])))],
    request: (n) =>
      json(
        "PATCH",
        `${definitions}/gadgets.example.com`,
        { spec: { versions: [versionOf("v1", withSpec(map(n, (index) => [`k${index}`, { type: "integer" }])))] } },
        "application/merge-patch+json",
      ),
  },
  {
    name: "definition update of versions",
    partsMax: 8000,
    before: (n) => [definition({}, { versions: list(n, (index) => versionOf(`v${index + 1}`, open)) })],
    request: (n) =>
      json(
        "PATCH",
        `${definitions}/gadgets.example.com`,
        { spec: { versions: list(n, (index) => versionOf(`v${index + 1}`, { ...open, description: "d" })) } },
        "application/merge-patch+json",
      ),
  },
  {
    name: "object of a definition with many versions",
    partsMax: 2000,
    readsStored: true,
    before: (n) => [definition({}, { versions: list(n, (index) => versionOf(`v${index + 1}`, open)) })],
    request: () => gadget({}),
  },
  {
    name: "discovery of a definition with many versions",
    partsMax: 2000,
    readsStored: true,
    before: (n) => [definition({}, { versions: list(n, (index) => versionOf(`v${index + 1}`, open)) })],
    request: () => ({
      method: "GET",
      path: "/apis",
      headers: { accept: "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList" },
    }),
  },
  {
    name: "openapi of a definition with many properties",
    readsStored: true,
    partsMax: 20_000,
    before: (n) => [definition(withSpec(map(n, (index) => [`k${index}`, { type: "string" }])))],
    request: () => ({ method: "GET", path: "/openapi/v3/apis/example.com/v1", headers: {} }),
  },
];
