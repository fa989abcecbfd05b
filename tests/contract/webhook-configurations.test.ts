// Webhook configurations as objects: defaults, validation and its messages, updates.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

type WebhookType = "mutating" | "validating";

function pathOf(type: WebhookType): string {
  return `/apis/admissionregistration.k8s.io/v1/${type}webhookconfigurations`;
}

/** The response to a dry-run create of a configuration with these webhooks. */
function tryOut(type: WebhookType, ...webhooks: readonly object[]): Promise<TestResponse> {
  const path = `${pathOf(type)}?dryRun=All`;
  return sendRequest(server.transport, { method: "POST", path, body: { metadata: { name: "tried" }, webhooks } });
}

const rule = { operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["pods"] };

function webhook(more: object = {}): object {
  return {
    name: "a.hooks.test",
    clientConfig: { url: "https://hooks.test/a" },
    rules: [rule],
    sideEffects: "None",
    admissionReviewVersions: ["v1"],
    ...more,
  };
}

test.for<readonly [WebhookType, object]>([
  ["mutating", { reinvocationPolicy: "Never" }],
  ["validating", {}],
])("a %s webhook gets its defaults", async ([type, own]) => {
  const service = { service: { name: "s", namespace: "n" } };

  const { status, body } = await tryOut(type, webhook({ clientConfig: service }));

  expect(status).toBe(201);
  expect(body).toMatchObject({ metadata: { generation: 1 } });
  expect(body).toHaveProperty("webhooks", [
    {
      ...webhook(),
      ...own,
      clientConfig: { service: { name: "s", namespace: "n", port: 443 } },
      rules: [{ ...rule, scope: "*" }],
      failurePolicy: "Fail",
      matchPolicy: "Equivalent",
      namespaceSelector: {},
      objectSelector: {},
      timeoutSeconds: 10,
    },
  ]);
});

const path = "webhooks[0].clientConfig";
const form = "; desired format: https://host[/path]";
const url = (text: string): object => ({ clientConfig: { url: text } });
const service = (more: object): object => ({ clientConfig: { service: { name: "s", namespace: "n", ...more } } });
const rules = (more: object): object => ({ rules: [{ ...rule, ...more }] });
const fewSegments = "should be a domain with at least three segments separated by dots";

test.for<readonly [problem: string, more: object]>([
  ["webhooks[0].name: Required value", { name: "" }],
  [`webhooks[0].name: Invalid value: "a.b": ${fewSegments}`, { name: "a.b" }],
  ["webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun", { sideEffects: undefined }],
  [
    'webhooks[0].sideEffects: Unsupported value: "Some": supported values: "None", "NoneOnDryRun"',
    { sideEffects: "Some" },
  ],
  ['webhooks[0].failurePolicy: Unsupported value: "x": supported values: "Fail", "Ignore"', { failurePolicy: "x" }],
  ['webhooks[0].matchPolicy: Unsupported value: "x": supported values: "Equivalent", "Exact"', { matchPolicy: "x" }],
  [
    "webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds",
    { timeoutSeconds: 31 },
  ],
  [
    "webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1",
    { admissionReviewVersions: [] },
  ],
  [
    'webhooks[0].admissionReviewVersions: Invalid value: ["v2"]: must include at least one of v1, v1beta1',
    { admissionReviewVersions: ["v2"] },
  ],
  [
    'webhooks[0].admissionReviewVersions[1]: Invalid value: "v1": duplicate version',
    { admissionReviewVersions: ["v1", "v1"] },
  ],
  [
    'webhooks[0].objectSelector.matchExpressions[0].operator: Invalid value: "x": not a valid selector operator',
    { objectSelector: { matchExpressions: [{ key: "a", operator: "x" }] } },
  ],
  [`${path}: Required value: exactly one of url or service is required`, { clientConfig: {} }],
  [`${path}.url: Invalid value: "http": 'https' is the only allowed URL scheme${form}`, url("http://hooks.test/")],
  [`${path}.url: Invalid value: "": host must be specified${form}`, url("https:///a")],
  [`${path}.url: Invalid value: "u:p": user information is not permitted in the URL`, url("https://u:p@hooks.test/")],
  [`${path}.url: Invalid value: "f": fragments are not permitted in the URL`, url("https://hooks.test/#f")],
  [`${path}.url: Invalid value: "a=b": query parameters are not permitted in the URL`, url("https://hooks.test/?a=b")],
  [
    `${path}.url: Required value: url must be a valid URL: parse "https://x/%zz": invalid URL escape "%zz"${form}`,
    url("https://x/%zz"),
  ],
  [
    `${path}.url: Required value: url must be a valid URL: parse "https://x:y/": invalid port ":y" after host${form}`,
    url("https://x:y/"),
  ],
  [`${path}.service.name: Required value`, service({ namespace: "" })],
  [
    `${path}.service.port: Invalid value: 0: port is not valid: must be between 1 and 65535, inclusive`,
    service({ port: 0 }),
  ],
  [`${path}.service.path: Invalid value: "//": segment[0] may not be empty`, service({ path: "//" })],
  [`${path}.service.path: Invalid value: "/a//b": segment[1] may not be empty`, service({ path: "/a//b" })],
  ["webhooks[0].rules[0].operations: Required value", rules({ operations: [] })],
  [
    'webhooks[0].rules[0].operations: Invalid value: ["*","CREATE"]: if \'*\' is present, must not specify other operations',
    rules({ operations: ["*", "CREATE"] }),
  ],
  [
    'webhooks[0].rules[0].operations[0]: Unsupported value: "x": supported values: "*", "CONNECT", "CREATE", "DELETE", "UPDATE"',
    rules({ operations: ["x"] }),
  ],
  ["webhooks[0].rules[0].apiVersions[0]: Required value", rules({ apiVersions: [""] })],
  [
    'webhooks[0].rules[0].scope: Unsupported value: "x": supported values: "*", "Cluster", "Namespaced"',
    rules({ scope: "x" }),
  ],
  [
    'webhooks[0].rules[0].resources: Invalid value: ["*/*","pods"]: if \'*/*\' is present, must not specify other resources',
    rules({ resources: ["*/*", "pods"] }),
  ],
  [
    "webhooks[0].rules[0].resources[1]: Invalid value: \"pods/status\": if 'pods/*' is present, must not specify pods/status",
    rules({ resources: ["pods/*", "pods/status"] }),
  ],
  [
    'webhooks[0].rules[0].resources: Invalid value: ["*","pods"]: if \'*\' is present, must not specify other resources without subresources',
    rules({ resources: ["*", "pods"] }),
  ],
])("422: %s", async ([problem, more]) => {
  const { status, body } = await tryOut("validating", webhook(more));

  expect(status).toBe(422);
  const lead = 'ValidatingWebhookConfiguration.admissionregistration.k8s.io "tried" is invalid: ';
  expect(body).toHaveProperty("message", lead + problem);
});

test("two webhooks of one configuration have different names, and mutating ones a known reinvocationPolicy", async () => {
  const { body } = await tryOut("mutating", webhook({ reinvocationPolicy: "x" }), webhook());

  const lead = 'MutatingWebhookConfiguration.admissionregistration.k8s.io "tried" is invalid: ';
  const policy = 'webhooks[0].reinvocationPolicy: Unsupported value: "x": supported values: "IfNeeded", "Never"';
  expect(body).toHaveProperty("message", `${lead}[${policy}, webhooks[1].name: Duplicate value: "a.hooks.test"]`);
});

test("a configuration is replaced only with the version that was read, and its generation counts the changes of its webhooks", async () => {
  const collection = pathOf("validating");
  const name = server.uniqueName("counted-");
  const labelled = { metadata: { labels: { a: "b" } } };
  const merge = (body: object): Promise<TestResponse> =>
    sendRequest(server.transport, {
      method: "PATCH",
      path: `${collection}/${name}`,
      headers: { "content-type": "application/merge-patch+json" },
      body,
    });
  await sendRequest(server.transport, { method: "POST", path: collection, body: { metadata: { name }, webhooks: [] } });

  const blind = { method: "PUT", path: `${collection}/${name}`, body: { metadata: { name }, webhooks: [] } };
  expect(await sendRequest(server.transport, blind)).toMatchObject({
    status: 422,
    body: {
      message: expect.stringMatching(/metadata\.resourceVersion: .* must be specified for an update/u) as unknown,
    },
  });
  expect((await merge(labelled)).body).toHaveProperty("metadata.generation", 1);
  expect((await merge({ webhooks: [webhook({ rules: [] })] })).body).toHaveProperty("metadata.generation", 2);

  await sendRequest(server.transport, { method: "DELETE", path: `${collection}/${name}` });
});
