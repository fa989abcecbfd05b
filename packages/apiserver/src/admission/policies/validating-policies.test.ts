import { createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { beforeEach, expect, test } from "vitest";
import type { ApiServer } from "../../api-server.ts";
import { createApiServer } from "../../api-server.ts";

interface TestResponse {
  readonly status: number;
  readonly body: { readonly message?: string; readonly metadata: Readonly<Record<string, unknown>> };
}

const group = "/apis/admissionregistration.k8s.io/v1";
const policies = `${group}/validatingadmissionpolicies`;
const bindings = `${group}/validatingadmissionpolicybindings`;
const configMaps = "/api/v1/namespaces/default/configmaps";

let server: ApiServer;

beforeEach(() => {
  server = createApiServer();
  return () => server[Symbol.asyncDispose]();
});

async function send(method: string, path: string, body?: unknown, to: ApiServer = server): Promise<TestResponse> {
  const headers = { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" };
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers };
  const response = await to.transport().request({ method, path, ...sent });
  return { status: response.status, body: JSON.parse(await readText(response)) as TestResponse["body"] };
}

async function created(path: string, body: unknown): Promise<void> {
  const { status, body: response } = await send("POST", path, body);
  if (status !== 201) throw new Error(response.message);
}

const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["*"], resources: ["configmaps"] };

function policy(name: string, spec: object): object {
  return { metadata: { name }, spec: { matchConstraints: { resourceRules: [rule] }, ...spec } };
}

function binding(name: string, spec: object = {}): object {
  return { metadata: { name }, spec: { policyName: name, validationActions: ["Deny"], ...spec } };
}

const configMap = (name: string): object => ({ metadata: { name } });

test("a policy takes effect with the response to its binding, and ends with the response to the deletion", async () => {
  await created(policies, policy("p", { validations: [{ expression: "false" }] }));
  expect((await send("POST", configMaps, configMap("before"))).status).toBe(201);
  await created(bindings, binding("p"));
  expect((await send("POST", configMaps, configMap("denied"))).status).toBe(422);
  await send("PATCH", `${policies}/p`, { spec: { validations: [{ expression: "object.metadata.name == 'good'" }] } });
  expect((await send("POST", configMaps, configMap("good"))).status).toBe(201);
  await send("DELETE", `${bindings}/p`);
  expect((await send("POST", configMaps, configMap("after"))).status).toBe(201);
});

test("creates during the create of a binding are decided as before or after it", async () => {
  await created(policies, policy("p", { validations: [{ expression: "false" }] }));
  const sent = Array.from({ length: 20 }, (_, index) => send("POST", configMaps, configMap(`early-${index}`)));
  const bound = send("POST", bindings, binding("p")).then(async () => {
    const late = Array.from({ length: 20 }, (_, index) => send("POST", configMaps, configMap(`late-${index}`)));
    return await Promise.all(late);
  });
  const early = await Promise.all(sent);
  expect(early.every(({ status }) => status === 201 || status === 422)).toBe(true);
  expect((await bound).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 422));
});

test("a fork has the policies of its server, and later changes of either do not affect the other", async () => {
  await created(policies, policy("p", { validations: [{ expression: "false" }] }));
  await created(bindings, binding("p"));
  await using fork = server.fork();
  expect((await send("POST", configMaps, configMap("a"), fork)).status).toBe(422);
  await send("DELETE", `${bindings}/p`, undefined, fork);
  expect((await send("POST", configMaps, configMap("a"), fork)).status).toBe(201);
  expect((await send("POST", configMaps, configMap("a"))).status).toBe(422);
});

test("a server without the plugin stores policies and does not evaluate them", async () => {
  await using other = createApiServer({ disableAdmissionPlugins: ["ValidatingAdmissionPolicy"] });
  await send("POST", policies, policy("p", { validations: [{ expression: "false" }] }), other);
  expect((await send("POST", bindings, binding("p"), other)).status).toBe(201);
  expect((await send("POST", configMaps, configMap("a"), other)).status).toBe(201);
});

test("the response names the first of several policies that deny, by name", async () => {
  for (const name of ["c", "a", "b"]) {
    await created(policies, policy(name, { validations: [{ expression: "false", message: `denied by ${name}` }] }));
    await created(bindings, binding(name));
  }
  const { body } = await send("POST", configMaps, configMap("x"));
  expect(body.message).toBe(
    `configmaps "x" is forbidden: ValidatingAdmissionPolicy 'a' with binding 'a' denied request: denied by a`,
  );
});

test("a policy that denies everything can be deleted", async () => {
  const everything = { apiGroups: ["*"], apiVersions: ["*"], operations: ["*"], resources: ["*/*"] };
  const denial = { matchConstraints: { resourceRules: [everything] }, validations: [{ expression: "false" }] };
  await created(policies, policy("p", denial));
  await created(bindings, binding("p"));
  expect((await send("DELETE", "/api/v1/namespaces/default/serviceaccounts/x")).status).toBe(404);
  expect(
    (
      await send("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        spec: { nonResourceAttributes: { path: "/", verb: "get" } },
      })
    ).status,
  ).toBe(201);
  expect((await send("POST", configMaps, configMap("a"))).status).toBe(422);
  expect((await send("DELETE", `${policies}/p`)).status).toBe(200);
  expect((await send("POST", configMaps, configMap("a"))).status).toBe(201);
});

test("params of a kind that was deleted are missing, and a kind that never existed is an error", async () => {
  const definition = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "limits.example.com" },
    spec: {
      group: "example.com",
      names: { kind: "Limit", plural: "limits" },
      scope: "Cluster",
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
    },
  };
  const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
  const denied = async (): Promise<string | undefined> =>
    (await send("POST", `${configMaps}?dryRun=All`, configMap("a"))).body.message;
  await created(
    policies,
    policy("p", {
      paramKind: { apiVersion: "example.com/v1", kind: "Limit" },
      validations: [{ expression: "params != null" }],
    }),
  );
  await created(bindings, binding("p", { paramRef: { name: "l", parameterNotFoundAction: "Deny" } }));
  const lead = `configmaps "a" is forbidden: ValidatingAdmissionPolicy 'p'`;
  expect(await denied()).toBe(
    `${lead} denied request: failed to configure policy: failed to find resource referenced by paramKind: 'example.com/v1, Kind=Limit'`,
  );
  await created(definitions, definition);
  await created("/apis/example.com/v1/limits", {
    apiVersion: "example.com/v1",
    kind: "Limit",
    metadata: { name: "l" },
  });
  expect(await denied()).toBeUndefined();
  await send("DELETE", `${definitions}/limits.example.com`);
  expect(await denied()).toBe(
    `${lead} with binding 'p' denied request: failed to configure binding: no params found for policy binding with \`Deny\` parameterNotFoundAction`,
  );
});

test("a thousand bound policies and params of a megabyte do not stop a create", async () => {
  const big = { metadata: { name: "big" }, data: { text: "x".repeat(1_000_000) } };
  await created(configMaps, big);
  const spec = {
    paramKind: { apiVersion: "v1", kind: "ConfigMap" },
    validations: [{ expression: "has(params.data.text)" }],
  };
  for (let index = 0; index < 1000; index++) {
    await created(policies, policy(`p-${index}`, spec));
    await created(bindings, binding(`p-${index}`, { paramRef: { name: "big", parameterNotFoundAction: "Deny" } }));
  }
  expect((await send("POST", configMaps, configMap("a"))).status).toBe(201);
  expect((await send("POST", configMaps, configMap("a"))).status).toBe(409);
}, 60_000);

test.for<readonly [what: string, count: number, expression: string]>([
  [
    "an expression with a long loop",
    1,
    "object.data.text.split(',').all(x, object.data.text.split(',').all(y, x == y))",
  ],
  ["a hundred policies", 100, "true"],
])("%s ends with 504 at the deadline of the request, and nothing is stored", async ([, count, expression]) => {
  const virtual = createVirtualClock();
  let secondsPerReading = 0;
  let seconds = 0;
  const clock = { ...virtual, now: () => virtual.now() + (seconds += secondsPerReading) * 1000 };
  await using slow = createApiServer({ clock });
  for (let index = 0; index < count; index++) {
    const name = `p-${index}`;
    await send("POST", policies, policy(name, { failurePolicy: "Ignore", validations: [{ expression }] }), slow);
    await send("POST", bindings, binding(name), slow);
  }
  const body = { ...configMap("a"), data: { text: Array.from({ length: 100 }, () => "x").join(",") } };
  secondsPerReading = 0.5; // A create without policies reads the clock some ten times, and ends within 34 seconds.

  const { status } = await send("POST", configMaps, body, slow);

  secondsPerReading = 0;
  expect(status).toBe(504);
  expect((await send("GET", `${configMaps}/a`, undefined, slow)).status).toBe(404);
  expect((await send("POST", configMaps, body, slow)).status).toBe(201);
});
