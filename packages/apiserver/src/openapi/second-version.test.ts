import { expect, test } from "vitest";
import { secondVersionDocument } from "./second-version.ts";

const gvk = { group: "x.io", version: "v1", kind: "Widget" };

function documentOf(schema: object): object {
  return secondVersionDocument([
    { openapi: "3.0.0", info: { title: "", version: "" }, paths: {}, components: { schemas: { Widget: schema } } },
  ]);
}

test("a reference in allOf becomes $ref beside its other keywords, without a default", () => {
  const metadata = { description: "About it", allOf: [{ $ref: "#/components/schemas/Meta" }], default: {} };

  expect(documentOf({ type: "object", properties: { metadata } })).toMatchObject({
    definitions: {
      Widget: { type: "object", properties: { metadata: { description: "About it", $ref: "#/definitions/Meta" } } },
    },
  });
});

test("a nullable or untyped field has no type and no properties", () => {
  const properties = {
    optional: { type: "object", nullable: true, properties: { a: { type: "string" } } },
    open: { type: "object", "x-kubernetes-preserve-unknown-fields": true, properties: { a: { type: "string" } } },
  };

  expect(documentOf({ type: "object", properties })).toMatchObject({
    definitions: {
      Widget: { properties: { optional: {}, open: { "x-kubernetes-preserve-unknown-fields": true } } },
    },
  });
  expect(JSON.stringify(documentOf({ type: "object", properties }))).not.toContain('"a"');
});

test("properties with the names of keywords are properties", () => {
  const properties = { default: { type: "string" }, not: { type: "integer" } };

  expect(documentOf({ type: "object", properties })).toMatchObject({ definitions: { Widget: { properties } } });
});

test("a request body becomes a parameter, and its media types become `consumes`", () => {
  const schema = { $ref: "#/components/schemas/Widget" };
  const document = secondVersionDocument([
    {
      openapi: "3.0.0",
      info: { title: "", version: "" },
      components: { schemas: {} },
      paths: {
        "/widgets": {
          parameters: [{ name: "pretty", in: "query", schema: { type: "string", uniqueItems: true } }],
          operations: {
            post: {
              operationId: "createWidget",
              description: "create a Widget",
              requestBody: { content: { "application/json": { schema } }, required: true },
              responses: { "201": { description: "Created", content: { "application/json": { schema } } } },
              "x-kubernetes-action": "post",
              "x-kubernetes-group-version-kind": gvk,
            },
          },
        },
      },
    },
  ]);

  expect(document).toMatchObject({
    paths: {
      "/widgets": {
        parameters: [{ name: "pretty", in: "query", type: "string", uniqueItems: true }],
        post: {
          consumes: ["application/json"],
          parameters: [{ name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Widget" } }],
          responses: { "201": { schema: { $ref: "#/definitions/Widget" } } },
        },
      },
    },
  });
});
