// Match conditions of webhooks. tests/differential/cases compares the messages with a kube-apiserver.
import { expect, test } from "vitest";
import type { TestResponse, WebhookServer } from "./testdata/webhook-server.ts";
import { configure, patching, startWebhookServer, webhook } from "./testdata/webhook-server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

function create(server: WebhookServer, name: string, more: object = {}): Promise<TestResponse> {
  return server.send("POST", configMaps, { metadata: { name }, ...more });
}

function conditions(...expressions: readonly string[]): object {
  return { matchConditions: expressions.map((expression, index) => ({ name: `c${index}`, expression })) };
}

test.for(["Mutating", "Validating"] as const)("a %s webhook is called if all its conditions are true", async (type) => {
  await using server = startWebhookServer();
  const met = conditions("object.data.a == 'b'", "request.operation == 'CREATE'");
  await configure(server, type, "w", webhook("x", met));

  await create(server, "one", { data: { a: "b" } });
  await create(server, "two", { data: { a: "c" } });

  expect(server.calls.map(({ request }) => request.name)).toEqual(["one"]);
});

test("a condition that fails rejects the request, skips the webhook, or has no effect beside a false one", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "w", webhook("x", conditions("object.data.a == 'b'")));
  const failing = await create(server, "one");
  await configure(server, "Validating", "w2", webhook("y", conditions("object.data.a == 'b'", "false")));
  await server.send("DELETE", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/w");
  const covered = await create(server, "two");
  await configure(
    server,
    "Validating",
    "w3",
    webhook("z", { ...conditions("object.data.a == 'b'"), failurePolicy: "Ignore" }),
  );
  const ignored = await create(server, "three");

  expect([failing.status, failing.body.message]).toEqual([
    403,
    `configmaps "one" is forbidden: expression 'object.data.a == 'b'' resulted in error: no such key: data`,
  ]);
  expect([covered.status, ignored.status]).toEqual([201, 201]);
  expect(server.calls).toEqual([]);
});

test("no validating webhook is called if the conditions of one of them fail", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "w", webhook("a"), webhook("b", conditions("object.data.a == 'b'")));

  expect((await create(server, "one")).status).toBe(403);
  expect(server.calls).toEqual([]);
});

test("a condition reads the changes of previous webhooks, and is evaluated again in the second round", async () => {
  await using server = startWebhookServer();
  const reinvoked = { ...conditions("!has(object.data) || object.data.n != '2'"), reinvocationPolicy: "IfNeeded" };
  await configure(
    server,
    "Mutating",
    "w",
    webhook("first", reinvoked),
    webhook("second", conditions("has(object.data)")),
  );
  server.respond("/first", () => patching({ op: "add", path: "/data", value: { n: "1" } }));
  server.respond("/second", () => patching({ op: "add", path: "/data/n", value: "2" }));

  const { body } = await create(server, "one");

  expect(body.data).toEqual({ n: "2" });
  expect(server.calls.map(({ path }) => path.split("?")[0])).toEqual(["/first", "/second"]);
});

test("a condition reads the old object, the authorizer, and nothing after a delete", async () => {
  await using server = startWebhookServer();
  await create(server, "one", { data: { a: "1" } });
  const expressions = [
    "oldObject != null",
    "object == null || object.data.a != oldObject.data.a",
    "authorizer.requestResource.check('delete').allowed()",
  ];
  await configure(server, "Validating", "w", webhook("x", conditions(...expressions)));

  await server.send("PUT", `${configMaps}/one`, { metadata: { name: "one" }, data: { a: "1" } });
  await server.send("PUT", `${configMaps}/one`, { metadata: { name: "one" }, data: { a: "2" } });
  await server.send("DELETE", `${configMaps}/one`);
  await create(server, "two");

  expect(server.calls.map(({ request }) => request.operation)).toEqual(["UPDATE", "DELETE"]);
});

const ten = "[1,2,3,4,5,6,7,8,9,10]";

test("conditions share one budget", async () => {
  await using server = startWebhookServer();
  const slow = `${ten}.all(a, ${ten}.all(b, ${ten}.all(c, ${ten}.all(d, ${ten}.all(e, a > 0)))))`;
  const loops = Array.from({ length: 5 }, () => slow);
  await configure(server, "Validating", "w", webhook("x", conditions(...loops)));

  const { status, body } = await create(server, "one");

  expect([status, body.message]).toEqual([
    403,
    'configmaps "one" is forbidden: validation failed due to running out of cost budget, no further validation rules will be run',
  ]);
});
