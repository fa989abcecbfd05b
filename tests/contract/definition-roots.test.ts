// Keywords of a definition's schemas that Go reads as present, and those that it reads as absent.
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { useServer } from "./server-suite.ts";

const suite = useServer();
const group = "roots.test";

async function dryRun(
  schema: object,
  subresources: object = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources };
  const spec = { group, scope: "Namespaced", names: { plural: "widgets", kind: "Widget" }, versions: [version] };
  const { status, body } = await sendRequest(suite.server.transport, {
    method: "POST",
    path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All",
    body: JSON.stringify({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `widgets.${group}` },
      spec,
    }),
  });
  return { status, body };
}

test.for([
  ["default", ""],
  ["default", false],
] as const)("the root of a schema with a status must not have %s %j", async ([keyword, value]) => {
  const { status, body } = await dryRun({ type: "object", [keyword]: value }, { status: {} });

  expect(status).toBe(422);
  expect(body).toMatchObject({
    message: expect.stringContaining(
      "fields are allowed at the root of the schema if the status subresource is enabled",
    ) as string,
  });
});

test("the message of a schema shows its external documentation as Go does", async () => {
  const { body } = await dryRun({ type: "object", default: {}, externalDocs: { url: "a" } }, { status: {} });

  expect(body).toMatchObject({
    message: expect.stringContaining('"ExternalDocs":{"Description":"","URL":"a"}') as string,
  });
});

test.for([[[]], [true], [1]] as const)("items %j of a schema with a default are absent", async ([items]) => {
  const { status, body } = await dryRun({
    type: "object",
    properties: { spec: { type: "string", items, default: "a" } },
  });

  expect(status).toBe(201);
  expect(body).toMatchObject({
    spec: { versions: [{ schema: { openAPIV3Schema: { properties: { spec: { type: "string", default: "a" } } } } }] },
  });
  expect(JSON.stringify(body)).not.toContain('"items"');
});
