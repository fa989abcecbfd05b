// Mutating admission policies with several writers, webhooks, server-side apply and custom kinds. Single requests and all texts are in tests/differential.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { definition, definitions } from "./definition-client.ts";
import { PolicyClient } from "./policy-client.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";
import { apply, patch, post, ruleFor, startWriters, tally, ways } from "./writers.ts";

let server: ServerUnderTest;
let namespace: string;
let configMaps: string;
let client: PolicyClient;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  client = new PolicyClient(server, namespace);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const configuring = (expression: string): object => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});
const jsonPatch = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });

describe.for(ways)("through %s", (way) => {
  test("patches of one object at the same time each count from the object that they change", async () => {
    const next = "string(int(oldObject.data.n) + 1)";
    await using _ = await client.enforceMutating({
      mutations: [configuring(`request.operation == 'UPDATE' ? Object{data: {'n': ${next}}} : Object{}`)],
    });
    await using writers = await startWriters(server, way);
    await writers.send(post(configMaps, { metadata: { name: "counter" }, data: { n: "0" } }));

    const answers = await writers.together(
      Array.from({ length: 12 }, (_, index) =>
        patch("merge", `${configMaps}/counter`, { data: { [`k${index}`]: "1" } }),
      ),
    );

    expect(tally(answers)).toEqual({ 200: 12 });
    const { body } = await writers.send({ path: `${configMaps}/counter` });
    expect(body.data).toMatchObject({ n: "12", k0: "1", k11: "1" });
  });

  test("creates of several writers are each changed by their own object", async () => {
    await using _ = await client.enforceMutating({
      mutations: [
        configuring("Object{metadata: Object.metadata{labels: {'name': object.metadata.name}}}"),
        jsonPatch("object.data.map(k, JSONPatch{op: 'add', path: '/data/' + k, value: object.data[k] + '!'})"),
      ],
    });
    await using writers = await startWriters(server, way);
    const names = Array.from({ length: 16 }, (_, index) => `m${index}`);

    const answers = await writers.together(
      names.map((name) => post(configMaps, { metadata: { name }, data: { own: name } })),
    );

    expect(answers.map(({ body }) => [body.metadata?.labels, body.data])).toEqual(
      names.map((name) => [{ name }, { own: `${name}!` }]),
    );
  });
});

describe("with webhooks", () => {
  let host: WebhookHost;

  beforeEach(async () => {
    host = await startWebhookHost(server, namespace);
    return () => host[Symbol.asyncDispose]();
  });

  const selector = { objectSelector: { matchLabels: { hooked: "yes" } } };
  const body = { metadata: { name: "a", labels: { hooked: "yes" } } };
  const hook = (name: string, more: object = {}): object =>
    host.webhook(name, { ...ruleFor("", "configmaps", ["CREATE"]), ...selector, ...more });
  const count = (key: string): object => {
    const before = `has(object.data) && '${key}' in object.data ? int(object.data['${key}']) : 0`;
    return configuring(`Object{data: {'${key}': string((${before}) + 1)}}`);
  };

  test("policies run before webhooks, and reinvocable ones once more", async () => {
    await using _reinvoked = await client.enforceMutating({
      mutations: [count("reinvoked")],
      more: { reinvocationPolicy: "IfNeeded" },
    });
    await using _once = await client.enforceMutating({ mutations: [count("once")] });
    await using _webhook = await host.configure("mutating", [hook("first")]);

    const { body: created } = await host.send(post(configMaps, body));

    expect(created.data).toEqual({ reinvoked: "2", once: "1" });
    const seen = host.callsOf("/first").map(({ review }) => review.request.object.data);
    expect(seen).toEqual([{ reinvoked: "1", once: "1" }]);
  });

  test("a reinvocable webhook is called again if a policy changes the object in the second round", async () => {
    await using _policy = await client.enforceMutating({
      mutations: [count("n")],
      more: { reinvocationPolicy: "IfNeeded" },
    });
    await using _webhook = await host.configure("mutating", [hook("again", { reinvocationPolicy: "IfNeeded" })]);

    const { body: created } = await host.send(post(configMaps, body));

    expect(created.data).toEqual({ n: "2" });
    const seen = host.callsOf("/again").map(({ review }) => review.request.object.data);
    expect(seen).toEqual([{ n: "1" }, { n: "2" }]);
  });

  test("a policy that matches only after the change of a webhook does not run", async () => {
    await using _policy = await client.enforceMutating({
      mutations: [count("late")],
      more: {
        reinvocationPolicy: "IfNeeded",
        matchConditions: [
          { name: "c", expression: "!('hooked' in object.metadata.?labels.orValue({})) || has(object.data)" },
        ],
      },
    });
    await using _webhook = await host.configure("mutating", [hook("data")]);
    host.answer("/data", () => patching({ op: "add", path: "/data", value: { hook: "1" } }));

    const { body: created } = await host.send(post(configMaps, body));

    expect(created.data).toEqual({ hook: "1" });
  });

  test("a reinvocable policy sees what a webhook has changed", async () => {
    await using _policy = await client.enforceMutating({
      mutations: [configuring("Object{data: {'keys': string(has(object.data) ? size(object.data) : 0)}}")],
      more: { reinvocationPolicy: "IfNeeded" },
    });
    await using _webhook = await host.configure("mutating", [hook("data")]);
    host.answer("/data", () => patching({ op: "add", path: "/data/hook", value: "1" }));

    const { body: created } = await host.send(post(configMaps, body));

    expect(created.data).toEqual({ keys: "2", hook: "1" });
  });
});

test("fields that a policy sets have no manager, and stay when the configuration is applied without the policy", async () => {
  const policy = await client.enforceMutating({ mutations: [configuring("Object{data: {'set': 'policy'}}")] });
  await using writers = await startWriters(server, "the transport of the suite");
  const applied = (data: object): Parameters<typeof writers.send>[0] =>
    apply("m", `${configMaps}/a`, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data });

  const { body: created } = await writers.send(applied({ own: "1" }));
  await policy[Symbol.asyncDispose]();
  await client.ended(policy);
  const { body: again } = await writers.send(applied({ other: "2" }));

  expect(created.data).toEqual({ own: "1", set: "policy" });
  expect(created.metadata?.managedFields).toEqual([
    expect.objectContaining({ manager: "m", fieldsV1: { "f:data": { "f:own": {} } } }),
  ]);
  expect(again.data).toEqual({ other: "2", set: "policy" });
});

test("a policy changes custom resources by their structural schema", async () => {
  const group = `${server.uniqueName("mutated")}.example.com`;
  const names = { kind: "Widget", singular: "widget", listKind: "WidgetList" };
  await client.created(definitions, definition(group, "widgets", names));
  const widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
  const widget = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "a" } };
  await client.until(post(`${widgets}?dryRun=All`, widget), 201);
  await using _ = await client.enforceMutating({
    resourceRules: [{ apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] }],
    mutations: [
      configuring("object.kind == 'Widget' ? Object{metadata: Object.metadata{labels: {'mutated': 'yes'}}} : Object{}"),
    ],
  });

  // A kube-apiserver looks for new schemas every five seconds.
  const { body } = await client.until(post(widgets, widget), 201);

  expect(body).toMatchObject({ metadata: { labels: { mutated: "yes" } } });
});

test("a policy that matches another version of a custom resource changes the object in that version", async () => {
  const group = `${server.uniqueName("versions")}.example.com`;
  const schema = (field: string): object => ({
    openAPIV3Schema: {
      type: "object",
      properties: { spec: { type: "object", properties: { size: { type: "integer" }, [field]: { type: "string" } } } },
    },
  });
  const version = (name: string, field: string): object => ({
    name,
    served: true,
    storage: name === "v2",
    schema: schema(field),
  });
  await client.created(definitions, {
    metadata: { name: `parts.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "parts", singular: "part", kind: "Part", listKind: "PartList" },
      versions: [version("v1", "first"), version("v2", "second")],
    },
  });
  const parts = `/apis/${group}/v2/namespaces/${namespace}/parts`;
  const part = { apiVersion: `${group}/v2`, kind: "Part", metadata: { name: "a" }, spec: { second: "kept" } };
  await client.until(post(`${parts}?dryRun=All`, part), 201);
  await using _ = await client.enforceMutating({
    resourceRules: [{ apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["parts"] }],
    mutations: [
      jsonPatch(
        "object.kind == 'Part' ? [JSONPatch{op: 'add', path: '/spec/size', value: 5}, JSONPatch{op: 'add', path: '/metadata/labels', value: {'v': object.apiVersion.split('/')[1]}}] : []",
      ),
    ],
  });

  const { body } = await client.until(post(parts, part), 201);

  expect(body).toMatchObject({ apiVersion: `${group}/v2`, metadata: { labels: { v: "v1" } } });
  expect(body).toMatchObject({ spec: { size: 5, second: "kept" } });
});
