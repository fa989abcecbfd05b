import { expect, test } from "vitest";
import type { TestResponse, WebhookServer } from "./testdata/webhook-server.ts";
import { configure, patching, startWebhookServer, webhook } from "./testdata/webhook-server.ts";

const path = "/api/v1/namespaces/default/configmaps/a";
const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } };

async function apply(server: WebhookServer, data: object): Promise<TestResponse> {
  return server.send("PATCH", `${path}?fieldManager=m`, { ...map, data }, "application/apply-patch+yaml");
}

test("a webhook receives an apply as CREATE or UPDATE, with the field manager", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("look"));

  await apply(server, { a: "1" });
  await apply(server, { a: "1" });

  const seen = server.calls.map(({ request: { operation, options } }) => ({ operation, options }));
  expect(seen).toEqual([
    { operation: "CREATE", options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "m" } },
    { operation: "UPDATE", options: { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "m" } },
  ]);
  expect(server.calls[0]?.request.object.metadata.managedFields).toEqual([
    expect.objectContaining({ manager: "m", operation: "Apply", fieldsV1: { "f:data": { "f:a": {} } } }),
  ]);
});

test("a field that a webhook sets has no field manager", async () => {
  await using server = startWebhookServer();
  await configure(server, "Mutating", "m", webhook("set"));
  server.respond("/set", () => patching({ op: "add", path: "/data/b", value: "2" }));

  const { body } = await apply(server, { a: "1" });

  expect(body.data).toEqual({ a: "1", b: "2" });
  expect(body.metadata.managedFields).toEqual([
    expect.objectContaining({ manager: "m", fieldsV1: { "f:data": { "f:a": {} } } }),
  ]);
});

test("managed fields that a webhook makes unreadable are restored, with a warning", async () => {
  await using server = startWebhookServer();
  await configure(server, "Mutating", "m", webhook("set"));
  server.respond("/set", () =>
    patching({ op: "replace", path: "/metadata/managedFields", value: [{ manager: "x", operation: "Delete" }] }),
  );

  const { body, warnings } = await apply(server, { a: "1" });

  expect(body.metadata.managedFields).toEqual([expect.objectContaining({ manager: "m", operation: "Apply" })]);
  expect(warnings).toEqual([expect.stringContaining("managedFields was in an invalid state after admission")]);
});

// A kube-apiserver stores the object under the name of the request.
test("an apply that creates is rejected if a webhook renames the object, whether the new name exists or not", async () => {
  await using server = startWebhookServer();
  await server.send("POST", "/api/v1/namespaces/default/configmaps", { metadata: { name: "taken" } });
  await configure(server, "Mutating", "m", webhook("rename"));
  const renamedTo = async (name: string): Promise<unknown> => {
    let calls = 0;
    server.respond("/rename", () => {
      calls += 1;
      return calls > 1 ? { allowed: false } : patching({ op: "replace", path: "/metadata/name", value: name });
    });
    const { status, body } = await apply(server, {});
    return [status, body.message];
  };
  const rejection = (name: string): unknown => [
    422,
    `ConfigMap "${name}" is invalid: metadata.name: Invalid value: "${name}": field is immutable`,
  ];

  expect(await renamedTo("taken")).toEqual(rejection("taken"));
  expect(await renamedTo("free")).toEqual(rejection("free"));
});
