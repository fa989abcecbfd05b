// Documents to files, compared with golden files; then the rejected documents. `npx vitest run tools/facts/from-openapi -u` updates
// the golden files.

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { OpenApiDocument, PublishedApi, PublishedSchema } from "./document.ts";
import { factsFiles } from "./facts.ts";
import { buildModel } from "./model.ts";
import type { TypeScriptOptions } from "./typescript.ts";
import { typeScriptFiles } from "./typescript.ts";

const published = JSON.parse(
  readFileSync(new URL("./testdata/published.json", import.meta.url), "utf8"),
) as PublishedApi;
const options: TypeScriptOptions = {
  apimachineryTypes: new Set(["ListMeta", "ObjectMeta"]),
  nullableFields: new Set(["io.k8s.api.core.v1.Thing.packedAt", "io.k8s.api.core.v1.Thing.rows"]),
  descriptions: {
    "io.k8s.api.core.v1.Thing": {
      description: "A thing in a box.",
      fields: {
        count: `How many things there are${" and more".repeat(11)}.`,
        mode: "Whether the thing is open.",
        unknown: "Not a field.",
      },
    },
  },
};

test("typeScriptFiles() returns a module for each group version and the list of descriptors", async () => {
  const files = typeScriptFiles(buildModel(published), options);

  expect(files.map(({ path }) => path)).toEqual([
    "core/v1.ts",
    "meta/v1.ts",
    "store.example.test/v1.ts",
    "builtin-types.ts",
  ]);
  for (const { path, content } of files) await expect(content).toMatchFileSnapshot(`testdata/types/${path}`);
});

test("factsFiles() returns one module of definitions and one of kinds, with one line for each fact", async () => {
  const files = factsFiles(buildModel(published));

  expect(files.map(({ path }) => path)).toEqual(["definitions.ts", "kinds.ts"]);
  for (const { path, content } of files) await expect(content).toMatchFileSnapshot(`testdata/data/${path}`);
});

test("the text of a facts module is read back unchanged, with any characters", async () => {
  const [definitions] = factsFiles(buildModel(published));

  const module: unknown = await import(
    `data:text/javascript,${encodeURIComponent((definitions?.content ?? "").replace(": string", ""))}`
  );
  expect(module).toHaveProperty("definitions", expect.stringContaining('"enum":["`${open}`","C:\\\\closed"]'));
});

test("the output does not depend on the order in which documents were read", () => {
  const reversed = { ...published, documents: Object.fromEntries(Object.entries(published.documents).toReversed()) };

  expect(factsFiles(buildModel(reversed))).toEqual(factsFiles(buildModel(published)));
  expect(typeScriptFiles(buildModel(reversed), options)).toEqual(typeScriptFiles(buildModel(published), options));
});

test("buildModel() takes group and version of a subresource's kind from discovery, or from the resource when they are empty", () => {
  const [boxes] = buildModel(published).kinds;

  expect(boxes?.subresources).toEqual([
    { name: "check", group: "store.example.test", version: "v1", kind: "Check", verbs: ["create"] },
    { name: "status", group: "", version: "v1", kind: "Box", verbs: ["get"] },
  ]);
});

test.each<readonly [string, string, PublishedSchema, string]>([
  [
    "an unknown key",
    "io.k8s.api.core.v1.Odd",
    { type: "object", properties: { size: { type: "integer", maximum: 3 } as PublishedSchema } },
    'Cannot read the schema of io.k8s.api.core.v1.Odd.size: unknown key "maximum"',
  ],
  [
    "an allOf of more than one reference",
    "io.k8s.api.core.v1.Odd",
    { allOf: [{ $ref: "#/components/schemas/a.A" }, { $ref: "#/components/schemas/a.B" }] },
    "Cannot read the schema of io.k8s.api.core.v1.Odd: allOf is expected to wrap exactly one reference",
  ],
  [
    "a definition that differs between two documents",
    "io.k8s.api.core.v1.Thing",
    { type: "object" },
    'Cannot read the definition "io.k8s.api.core.v1.Thing" of "apis/odd": it differs in another document',
  ],
  [
    "a package without any kind",
    "io.k8s.api.odd.v1.Odd",
    { type: "object" },
    'Cannot place the definition "io.k8s.api.odd.v1.Odd": no kind of its package is published',
  ],
])("buildModel() refuses %s", (_, name, schema, message) => {
  const odd: OpenApiDocument = { components: { schemas: { [name]: schema } } };

  expect(() => buildModel({ ...published, documents: { ...published.documents, "apis/odd": odd } })).toThrow(message);
});

test.each<readonly [string, PublishedSchema, string]>([
  [
    "a reference to a definition that is in no document",
    { $ref: "#/components/schemas/io.k8s.api.core.v1.Gone" },
    'Cannot name the definition "io.k8s.api.core.v1.Gone": it is in no document',
  ],
  [
    "a reference of another form",
    { $ref: "#/definitions/Box" },
    'Cannot follow the reference "#/definitions/Box": expected it to start with "#/components/schemas/"',
  ],
  ["a type that is not a JSON type", { type: "file" }, 'Cannot express the type "file": expected a JSON type'],
])("typeScriptFiles() refuses %s", (_, property, message) => {
  const schemas = { "io.k8s.api.core.v1.Odd": { type: "object", properties: { odd: property } } };
  const model = buildModel({
    ...published,
    documents: { ...published.documents, "apis/odd": { components: { schemas } } },
  });

  expect(() => typeScriptFiles(model, options)).toThrow(message);
});
