import { expect, test } from "vitest";
import { prettyParameter } from "./parameters.ts";
import type { Route } from "./route.ts";
import { secondVersionDocument } from "./second-version.ts";

const gvk = { group: "x.io", version: "v1", kind: "Widget" };

function documentOf(schema: object): object {
  return secondVersionDocument([], { Widget: schema });
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
  const route: Route = {
    path: "/apis/x.io/v1/widgets",
    method: "post",
    name: "createWidget",
    description: "create a Widget",
    parameters: [prettyParameter],
    body: { schema, required: true },
    consumes: ["application/json"],
    produces: ["application/json"],
    responses: [["201", "Created", schema]],
    action: "post",
    gvk,
  };
  const document = secondVersionDocument([route], {});

  expect(document).toMatchObject({
    paths: {
      "/apis/x.io/v1/widgets": {
        parameters: [{ $ref: expect.stringMatching(/^#\/parameters\/pretty-[\w-]{8}$/u) as string }],
        post: {
          operationId: "createXIoV1Widget",
          tags: ["xIo_v1"],
          consumes: ["application/json"],
          parameters: [{ name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Widget" } }],
          responses: { "201": { schema: { $ref: "#/definitions/Widget" } } },
        },
      },
    },
  });
});
