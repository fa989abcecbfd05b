// Mutating admission policies with several writers, server-side apply and custom kinds. tests/differential records single requests and all messages.
import { describe, expect, test } from "vitest";
import { definition, definitions } from "./definition-client.ts";
import { applyConfiguration, jsonPatch } from "./policy-client.ts";
import { usePolicies } from "./policy-suite.ts";
import { apply, patch, post, startWriters, tally, ways } from "./writers.ts";

const suite = usePolicies();

describe.for(ways)("through %s", (way) => {
  test("concurrent patches of one object are each mutated from the object that they change", async () => {
    const { server, configMaps, client } = suite;
    const next = "string(int(oldObject.data.n) + 1)";
    await using _ = await client.enforceMutating({
      mutations: [applyConfiguration(`request.operation == 'UPDATE' ? Object{data: {'n': ${next}}} : Object{}`)],
    });
    await using writers = await startWriters(server, way);
    await writers.send(post(configMaps, { metadata: { name: "counter" }, data: { n: "0" } }));

    const responses = await writers.together(
      Array.from({ length: 12 }, (_, index) =>
        patch("merge", `${configMaps}/counter`, { data: { [`k${index}`]: "1" } }),
      ),
    );

    expect(tally(responses)).toEqual({ 200: 12 });
    const { body } = await writers.send({ path: `${configMaps}/counter` });
    expect(body.data).toMatchObject({ n: "12", k0: "1", k11: "1" });
  });

  test("each of several concurrent creates is mutated by its own object", async () => {
    const { server, configMaps, client } = suite;
    await using _ = await client.enforceMutating({
      mutations: [
        applyConfiguration("Object{metadata: Object.metadata{labels: {'name': object.metadata.name}}}"),
        jsonPatch("object.data.map(k, JSONPatch{op: 'add', path: '/data/' + k, value: object.data[k] + '!'})"),
      ],
    });
    await using writers = await startWriters(server, way);
    const names = Array.from({ length: 16 }, (_, index) => `m${index}`);

    const responses = await writers.together(
      names.map((name) => post(configMaps, { metadata: { name }, data: { own: name } })),
    );

    expect(responses.map(({ body }) => [body.metadata?.labels, body.data])).toEqual(
      names.map((name) => [{ name }, { own: `${name}!` }]),
    );
  });
});

test("fields that a policy sets have no manager, and stay if the configuration is applied without the policy", async () => {
  const { server, configMaps, client } = suite;
  const policy = await client.enforceMutating({ mutations: [applyConfiguration("Object{data: {'set': 'policy'}}")] });
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
  const { server, namespace, client } = suite;
  const group = `${server.uniqueName("mutated")}.example.com`;
  const names = { kind: "Widget", singular: "widget", listKind: "WidgetList" };
  await client.create(definitions, definition(group, "widgets", names));
  const widgets = `/apis/${group}/v1/namespaces/${namespace}/widgets`;
  const widget = { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "a" } };
  await client.until(post(`${widgets}?dryRun=All`, widget), 201);
  await using _ = await client.enforceMutating({
    resourceRules: [{ apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["widgets"] }],
    mutations: [
      applyConfiguration(
        "object.kind == 'Widget' ? Object{metadata: Object.metadata{labels: {'mutated': 'yes'}}} : Object{}",
      ),
    ],
  });

  // A kube-apiserver looks for new schemas every five seconds.
  const { body } = await client.until(post(widgets, widget), 201);

  expect(body).toMatchObject({ metadata: { labels: { mutated: "yes" } } });
});

test("a policy that matches another version of a custom resource changes the object in that version", async () => {
  const { server, namespace, client } = suite;
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
  await client.create(definitions, {
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

test("a policy reads params of a custom kind", async () => {
  const { server, namespace, configMaps, client } = suite;
  const group = `${server.uniqueName("params")}.example.com`;
  const names = { kind: "Limit", singular: "limit", listKind: "LimitList" };
  const paramKind = { apiVersion: `${group}/v1`, kind: "Limit" };
  await client.create(definitions, definition(group, "limits", names));
  const limits = `/apis/${group}/v1/namespaces/${namespace}/limits`;
  await client.until(post(limits, { ...paramKind, metadata: { name: "a", labels: { max: "5" } } }), 201);
  await using _ = await client.enforceMutating({
    more: { paramKind },
    mutations: [applyConfiguration("Object{data: {'max': params.metadata.labels.max}}")],
    binding: { paramRef: { name: "a", parameterNotFoundAction: "Deny" } },
  });

  // A kube-apiserver looks for new kinds every 30 seconds.
  const { body } = await client.until(post(configMaps, { metadata: { name: "a" } }), 201);

  expect(body).toMatchObject({ data: { max: "5" } });
}, 120_000);
