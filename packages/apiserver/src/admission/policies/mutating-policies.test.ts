// Mutating policies. tests/differential compares messages with a kube-apiserver, tests/contract the mutated objects.
import { expect, test } from "vitest";
import type { TestResponse, WebhookServer } from "../webhooks/testdata/webhook-server.ts";
import { configure, patching, startWebhookServer, webhook } from "../webhooks/testdata/webhook-server.ts";

const group = "/apis/admissionregistration.k8s.io/v1";
const configMaps = "/api/v1/namespaces/default/configmaps";
const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] };

const apply = (expression: string): object => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
const patch = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });

async function install(
  server: WebhookServer,
  name: string,
  mutations: readonly object[],
  more: object = {},
): Promise<void> {
  const spec = { matchConstraints: { resourceRules: [rule] }, mutations, reinvocationPolicy: "Never", ...more };
  const policy = await server.send("POST", `${group}/mutatingadmissionpolicies`, { metadata: { name }, spec });
  expect([policy.status, policy.body.message]).toEqual([201, undefined]);
  const binding = { metadata: { name }, spec: { policyName: name } };
  expect((await server.send("POST", `${group}/mutatingadmissionpolicybindings`, binding)).status).toBe(201);
}

function create(server: WebhookServer, name: string, more: object = {}): Promise<TestResponse> {
  return server.send("POST", configMaps, { metadata: { name }, ...more });
}

test("an apply configuration is merged, and a JSON patch is applied after it", async () => {
  await using server = startWebhookServer();
  await install(server, "p", [
    apply("Object{metadata: Object.metadata{labels: {'a': object.metadata.name}}, data: {'n': '1'}}"),
    patch(
      "[JSONPatch{op: 'add', path: '/metadata/labels/' + jsonpatch.escapeKey('x/y'), value: string(size(object.data))}]",
    ),
  ]);

  const { status, body } = await create(server, "one", { data: { kept: "yes" } });

  expect([status, body.message]).toEqual([201, undefined]);
  expect(body.metadata.labels).toEqual({ a: "one", "x/y": "2" });
  expect(body.data).toEqual({ kept: "yes", n: "1" });
});

test("fields that a policy sets have no field manager", async () => {
  await using server = startWebhookServer();
  await install(server, "p", [apply("Object{data: {'n': '1'}}")]);

  const { body } = await create(server, "one", { data: { own: "1" } });

  expect(body.data).toEqual({ own: "1", n: "1" });
  expect(body.metadata.managedFields).toEqual([
    expect.objectContaining({ operation: "Update", fieldsV1: { "f:data": { ".": {}, "f:own": {} } } }),
  ]);
});

test("a mutation that fails denies the request with its message, or is skipped", async () => {
  await using server = startWebhookServer();
  await install(server, "p", [patch("[JSONPatch{op: 'replace', path: '/data/a', value: 'b'}]")]);
  const denied = await create(server, "one");
  await install(server, "q", [patch("[JSONPatch{op: 'replace', path: '/data/a', value: 'b'}]")], {
    failurePolicy: "Ignore",
  });
  await server.send("DELETE", `${group}/mutatingadmissionpolicybindings/p`);

  expect([denied.status, denied.body.message]).toEqual([
    403,
    "policy 'p' with binding 'p' denied request: JSON Patch: replace operation does not apply: doc is missing path: /data/a: missing value",
  ]);
  expect((await create(server, "one")).status).toBe(201);
});

test("a policy that never converges runs twice", async () => {
  await using server = startWebhookServer();
  const counting = "Object{data: {'n': string((has(object.data) ? int(object.data.n) : 0) + 1)}}";
  await install(server, "p", [apply(counting)], { reinvocationPolicy: "IfNeeded" });
  await install(server, "q", [apply(counting)], { reinvocationPolicy: "IfNeeded" });
  await install(server, "r", [apply(counting)]);

  const { body } = await create(server, "one");

  expect(body.data).toEqual({ n: "5" });
});

test("policies run before webhooks, and again after the change of a webhook", async () => {
  await using server = startWebhookServer();
  const seen = "Object{data: {'seen': has(object.data) && 'hook' in object.data ? 'hook' : 'none'}}";
  await install(server, "p", [apply(seen)], { reinvocationPolicy: "IfNeeded" });
  await configure(server, "Mutating", "m", webhook("x"));
  server.respond("/x", () => patching({ op: "add", path: "/data/hook", value: "yes" }));

  const { body } = await create(server, "one");

  expect(body.data).toEqual({ seen: "hook", hook: "yes" });
  expect(server.calls).toHaveLength(1);
  expect(server.calls[0]?.request.object.data).toEqual({ seen: "none" });
});

test("a hundred policies change one object, in the order of their names", async () => {
  await using server = startWebhookServer();
  for (let index = 0; index < 100; index++) {
    const name = `p${String(index).padStart(2, "0")}`;
    await install(server, name, [
      apply(`Object{data: {'last': '${name}'}, metadata: Object.metadata{labels: {'${name}': 'x'}}}`),
    ]);
  }

  const { status, body } = await create(server, "one");

  expect([status, body.data]).toEqual([201, { last: "p99" }]);
  expect(Object.keys(body.metadata.labels)).toHaveLength(100);
});

test("a policy that creates a huge object is rejected by the limit of its kind, and one that costs too much by its budget", async () => {
  await using server = startWebhookServer();
  const doubled = (count: number): readonly object[] => [
    { name: "v0", expression: "'0123456789'" },
    ...Array.from({ length: count }, (_, index) => ({
      name: `v${index + 1}`,
      expression: `variables.v${index} + variables.v${index}`,
    })),
  ];
  await install(server, "large", [apply("Object{data: {'a': variables.v17}}")], { variables: doubled(17) });
  const large = await create(server, "one");
  await server.send("DELETE", `${group}/mutatingadmissionpolicybindings/large`);
  await install(server, "costly", [apply("Object{data: {'a': variables.v40}}")], { variables: doubled(40) });
  const costly = await create(server, "one");

  expect([large.status, large.body.message]).toEqual([
    422,
    'ConfigMap "one" is invalid: []: Too long: may not be more than 1048576 bytes',
  ]);
  expect([costly.status, costly.body.message]).toEqual([
    403,
    expect.stringMatching(/^policy 'costly' with binding 'costly' denied request: .*: actual cost limit exceeded$/),
  ]);
});

test("copies in a patch are limited", async () => {
  await using server = startWebhookServer();
  const copies = Array.from(
    { length: 30 },
    (_, index) => `JSONPatch{op: 'copy', from: '/data', path: '/data/c${index}'}`,
  );
  await install(server, "p", [patch(`[${copies.join(", ")}]`)]);

  const { status, body } = await create(server, "one", { data: { a: "x".repeat(1000) } });

  expect([status, body.message]).toEqual([403, expect.stringContaining("denied request: JSON Patch: ")]);
});

test("the key `__proto__` in a mutation is an ordinary key", async () => {
  await using server = startWebhookServer();
  await install(server, "p", [
    patch("[JSONPatch{op: 'add', path: '/metadata/annotations', value: {'__proto__': 'a', 'b': 'c'}}]"),
    apply("Object{data: {'__proto__': 'x', 'k': 'v'}}"),
  ]);

  const { status, body } = await create(server, "one");

  expect([status, body.message]).toEqual([422, expect.stringContaining('Invalid value: "__proto__"')]);
});

test("policies do not apply to policies, so a policy that rejects everything can be deleted", async () => {
  await using server = startWebhookServer();
  const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] };
  await install(server, "p", [patch("[JSONPatch{op: 'remove', path: '/absent/a'}]")], {
    matchConstraints: { resourceRules: [everything] },
  });

  expect((await create(server, "one")).status).toBe(403);
  expect(
    (
      await server.send(
        "PATCH",
        `${group}/mutatingadmissionpolicies/p`,
        { metadata: { labels: { a: "b" } } },
        "application/merge-patch+json",
      )
    ).status,
  ).toBe(200);
  expect((await server.send("DELETE", `${group}/mutatingadmissionpolicies/p`)).status).toBe(200);
  expect((await create(server, "one")).status).toBe(201);
});

test("the plugin can be disabled", async () => {
  await using server = startWebhookServer({ disableAdmissionPlugins: ["MutatingAdmissionPolicy"] });
  await install(server, "p", [apply("Object{data: {'n': '1'}}")]);

  expect((await create(server, "one")).body.data).toBeUndefined();
});
