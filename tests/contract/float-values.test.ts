// Numbers such as `1.0`: Go decodes them in a custom resource to a float64, and `1` to an int64. Stored objects and YAML have `1` for both.
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { DefinitionClient, definitions } from "./definition-client.ts";
import { jsonPatch, PolicyClient } from "./policy-client.ts";
import { useServer } from "./server-suite.ts";
import { startWebhookHost } from "./webhook-host.ts";
import { widgetCrd } from "./widget-crd.ts";
import { startWriters } from "./writers.ts";

const group = "floats.test";
const integer = { type: "integer" };
const suite = useServer({ crds: [crdWithRules()] });

function ruled(schema: object, rule: string): object {
  return { ...schema, "x-kubernetes-validations": [{ rule }] };
}

function listOf(type: string, items: object, more: object = {}): object {
  return { type: "array", maxItems: 10, items, "x-kubernetes-list-type": type, ...more };
}

function mapList(...keys: readonly string[]): object {
  const items = { type: "object", required: keys, properties: { k: integer, l: integer } };
  return listOf("map", items, { "x-kubernetes-list-map-keys": keys });
}

function crdWithRules(): ReturnType<typeof widgetCrd> {
  const item = { type: "object", required: ["name"], properties: { name: { type: "string" }, limited: integer } };
  const spec = {
    type: "object",
    properties: {
      ruled: ruled(integer, "self >= 0"),
      number: ruled({ type: "number" }, "self >= 2.0"),
      numbers: ruled(listOf("set", { type: "number" }), "self == [1.0, 2.0]"),
      limited: integer,
      items: listOf("map", item, { "x-kubernetes-list-map-keys": ["name"] }),
      enumerated: { type: "array", items: integer, enum: [[1]] },
      growing: ruled(integer, "self >= oldSelf"),
      set: listOf("set", integer),
      lists: listOf("set", listOf("atomic", integer)),
      one: mapList("k"),
      two: mapList("k", "l"),
      any: { "x-kubernetes-preserve-unknown-fields": true },
    },
  };
  const status = { type: "object", properties: { ruled: ruled(integer, "self >= 0"), limited: integer } };
  const crd = widgetCrd(group) as { readonly spec: { readonly versions: readonly object[] } };
  const versions = crd.spec.versions.map((version) => {
    const openAPIV3Schema = { type: "object", properties: { spec, status } };
    return { ...version, schema: { openAPIV3Schema }, subresources: { status: {} } };
  });
  return { ...crd, spec: { ...crd.spec, versions } };
}

interface Answer {
  readonly status: number;
  readonly message?: string;
}

async function send(request: TestRequest): Promise<Answer> {
  const { status, body } = await sendRequest(suite.server.transport, request);
  return { ...(body as { readonly message?: string }), status };
}

const widgets = (): string => `/apis/${group}/v1/namespaces/${suite.namespace}/widgets`;

function create(spec: string, contentType = "application/json"): Promise<Answer> {
  const body = `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"w"},"spec":${spec}}`;
  return send({ method: "POST", path: widgets(), headers: { "content-type": contentType }, body });
}

function merge(patch: string, subresource = ""): Promise<Answer> {
  const headers = { "content-type": "application/merge-patch+json" };
  return send({ method: "PATCH", path: `${widgets()}/w${subresource}`, headers, body: patch });
}

const created = { status: 201 };
const invalid = (problem: string): Answer => ({
  status: 422,
  message: `Widget.${group} "w" is invalid: ${problem}`,
});
const noInteger = (path: string, rule: string): Answer =>
  invalid(`${path}: Invalid value: "integer": invalid data, expected int, got float64 evaluating rule: ${rule}`);
const duplicate = (path: string, value: string): Answer => invalid(`${path}: Duplicate value: ${value}`);
const notListed = invalid(
  '[spec.enumerated: Unsupported value: [1]: supported values: "[1]", <nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation]',
);
const notEqual = invalid("spec.numbers: Invalid value: failed rule: self == [1.0, 2.0]");

test.for([
  ['{"ruled":1.0}', noInteger("spec.ruled", "self >= 0"), created],
  ['{"ruled":-0.0}', noInteger("spec.ruled", "self >= 0"), created],
  ['{"ruled":1}', created, created],
  ['{"number":1.0}', invalid("spec.number: Invalid value: 1: failed rule: self >= 2.0"), undefined],
  ['{"number":2.0}', created, created],
  ['{"numbers":[1.0,2e0]}', created, notEqual],
  ['{"numbers":[1,2.0]}', notEqual, notEqual],
  ['{"set":[1,1.0]}', created, duplicate("spec.set[1]", "1")],
  ['{"set":[1,1.0,1e0]}', duplicate("spec.set[2]", "1"), duplicate("spec.set[1]", "1")],
  ['{"enumerated":[1]}', created, undefined],
  ['{"enumerated":[1.0]}', notListed, created],
  ['{"lists":[[1],[1.0]]}', duplicate("spec.lists[1]", "[1]"), undefined],
  ['{"one":[{"k":1},{"k":1.0}]}', created, duplicate("spec.one[1]", '{"k":1}')],
  ['{"one":[{"k":1.0},{"k":1.0}]}', duplicate("spec.one[1]", '{"k":1}'), undefined],
  ['{"set":[-0.0,-0.0]}', duplicate("spec.set[1]", "-0"), duplicate("spec.set[1]", "0")],
  ['{"set":[0.0,-0.0]}', duplicate("spec.set[1]", "-0"), duplicate("spec.set[1]", "0")],
  ['{"set":[-0,-0]}', duplicate("spec.set[1]", "0"), undefined],
  ['{"set":[1e6,1e6]}', duplicate("spec.set[1]", "1e+06"), duplicate("spec.set[1]", "1000000")],
  ['{"lists":[[-0.0],[-0.0]]}', duplicate("spec.lists[1]", "[-0]"), duplicate("spec.lists[1]", "[0]")],
  ['{"lists":[[-0.0],[0.0]]}', created, duplicate("spec.lists[1]", "[0]")],
  ['{"one":[{"k":-0.0},{"k":-0.0}]}', duplicate("spec.one[1]", '{"k":-0}'), duplicate("spec.one[1]", '{"k":0}')],
  ['{"one":[{"k":1e6},{"k":1e6}]}', duplicate("spec.one[1]", '{"k":1000000}'), undefined],
  ['{"two":[{"k":-0.0,"l":1},{"k":0.0,"l":1}]}', created, duplicate("spec.two[1]", '{"k":0,"l":1}')],
  ['{"two":[{"k":1,"l":1},{"k":1.0,"l":1}]}', duplicate("spec.two[1]", '{"k":1,"l":1}'), undefined],
] as const)("1.0 is a float in JSON and an integer in YAML: %s", async ([spec, ofJson, ofYaml]) => {
  expect(await create(spec, "application/yaml")).toMatchObject(ofYaml ?? ofJson);
  const path = `${widgets()}/w`;
  await send({ method: "DELETE", path });
  expect(await create(spec)).toMatchObject(ofJson);
});

test("a patch with a float is checked like a new object, a stored float is an integer", async () => {
  await create('{"ruled":1,"growing":1,"any":1.0,"set":[1,1.0],"one":[{"k":1,"l":1},{"k":1.0,"l":2}]}');

  expect(await merge('{"spec":{"ruled":1.0}}')).toMatchObject(noInteger("spec.ruled", "self >= 0"));
  expect(await merge('{"spec":{"growing":1.0}}')).toMatchObject(noInteger("spec.growing", "self >= oldSelf"));
  expect(await merge('{"spec":{"growing":2}}')).toMatchObject({ status: 200, spec: { set: [1, 1] } });
  const headers = { "content-type": "application/apply-patch+yaml" };
  const applied = `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"set":[1.0,2],"one":[{"k":1.0,"l":3}]}}`;
  const path = `${widgets()}/w?fieldManager=m&force=true`;
  expect(await send({ method: "PATCH", path, headers, body: applied })).toMatchObject({
    status: 200,
    spec: { set: [1, 2], one: [{ k: 1, l: 3 }] },
  });
});

test("a float that equals the stored integer is a change", async () => {
  await create('{"any":1,"limited":4,"items":[{"name":"a","limited":4},{"name":"b","limited":4}]}');
  await merge('{"status":{"limited":4}}', "/status");
  expect(await merge('{"spec":{"any":1.0}}')).toMatchObject({ status: 200, metadata: { generation: 2 } });
  expect(await merge('{"spec":{"any":1e0}}')).toMatchObject({ status: 200, metadata: { generation: 3 } });
  expect(await merge('{"spec":{"any":1}}')).toMatchObject({ status: 200, metadata: { generation: 3 } });

  const { server, namespace } = suite;
  const path = `${definitions}/widgets.${group}`;
  const schema = "/spec/versions/0/schema/openAPIV3Schema/properties";
  const limited = ["spec/properties", "spec/properties/items/items/properties", "status/properties"];
  const limit = limited.map((at) => ({ op: "add", path: `${schema}/${at}/limited/maximum`, value: 3 }));
  await send({ method: "PATCH", path, headers: { "content-type": "application/json-patch+json" }, body: limit });
  const other = `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"other","namespace":"${namespace}"},"spec":{"limited":4}}`;
  const create4 = { method: "POST", path: `${widgets()}?dryRun=All`, body: other };
  await using writers = await startWriters(server, "the transport of the suite");
  await new DefinitionClient(writers, server.clock).sendUntil(create4, ({ status }) => status === 422);

  expect(await merge('{"spec":{"limited":4}}')).toMatchObject({ status: 200 });
  expect(await merge('{"spec":{"limited":4.0}}')).toMatchObject(
    invalid("spec.limited: Invalid value: 4: spec.limited in body should be less than or equal to 3"),
  );
  const tooLarge =
    "spec.items[0].limited: Invalid value: 4: spec.items[0].limited in body should be less than or equal to 3";
  expect(await merge('{"spec":{"items":[{"name":"b","limited":4.0},{"name":"a","limited":4}]}}')).toMatchObject(
    invalid(tooLarge),
  );
  expect(await merge('{"status":{"limited":4}}', "/status")).toMatchObject({ status: 200 });
  expect(await merge('{"status":{"limited":4.0}}', "/status")).toMatchObject(
    invalid("status.limited: Invalid value: 4: limited in body should be less than or equal to 3"),
  );
});

test("a float in a part that the endpoint does not write does not matter", async () => {
  await create('{"ruled":1}');

  expect(await merge('{"spec":{"ruled":1.0},"status":{"ruled":2}}', "/status")).toMatchObject({ status: 200 });
  expect(await merge('{"status":{"ruled":2.0}}', "/status")).toMatchObject(noInteger("status.ruled", "self >= 0"));
  expect(await merge('{"status":{"ruled":2.0}}')).toMatchObject({ status: 200 });
});

const rules = [{ operations: ["*"], apiGroups: [group], apiVersions: ["v1"], resources: ["widgets"] }];
const isDouble = "type(object.spec.any) == double";

test("policies read a float as a double", async () => {
  const client = new PolicyClient(suite.server, suite.namespace);
  const validations = [{ expression: `!(${isDouble})`, message: "double" }];
  await using _ = await client.enforce({ validations, resourceRules: rules });

  expect(await create('{"any":1.0}')).toMatchObject({ status: 422 });
  expect(await create('{"any":1.5}')).toMatchObject({ status: 422 });
  expect(await create('{"any":1}')).toMatchObject({ status: 201 });
  expect(await merge('{"spec":{"any":1e0}}')).toMatchObject({ status: 422 });
  expect(await merge('{"spec":{"ruled":1}}')).toMatchObject({ status: 200 });
});

test("mutating policies read a float as a double", async () => {
  const client = new PolicyClient(suite.server, suite.namespace);
  const matchConditions = [{ name: "double", expression: `!has(object.spec) || ${isDouble}` }];
  const mutations = [jsonPatch("has(object.spec) ? [JSONPatch{op: 'add', path: '/spec/any', value: 'double'}] : []")];
  await using _ = await client.enforceMutating({ mutations, resourceRules: rules, more: { matchConditions } });

  expect(await create('{"any":1.0}')).toMatchObject({ status: 201, spec: { any: "double" } });
  expect(await merge('{"spec":{"any":1}}')).toMatchObject({ status: 200, spec: { any: 1 } });
});

test("match conditions read a float as a double", async () => {
  await using host = await startWebhookHost(suite.server, suite.namespace);
  const matchConditions = [{ name: "double", expression: `!has(object.spec) || ${isDouble}` }];
  await using _ = await host.configure("validating", [host.webhook("first", { rules, matchConditions })]);
  host.answer("/first", () => ({ allowed: false }));

  expect(await create('{"any":1.0}')).toMatchObject({ status: 400 });
  expect(await create('{"any":1}')).toMatchObject({ status: 201 });
});

const isSet: unknown = expect.stringMatching(/line 4: key 1 already set in map$/u);

test.for([
  ["1.0: a\n  1: b", { status: 201 }],
  ["1e3: a\n  1000: b", { status: 201 }],
  ["'1': a\n  1: b", { status: 201 }],
  ["1.0: a\n  1.00: b", { status: 400, message: isSet }],
  ["0x1: a\n  1: b", { status: 400, message: isSet }],
] as const)("strict YAML distinguishes integers, floats and strings as keys: %j", async ([data, answer]) => {
  const path = `/api/v1/namespaces/${suite.namespace}/configmaps?fieldValidation=Strict`;
  const body = `metadata: {name: yaml}\ndata:\n  ${data}\n`;
  const headers = { "content-type": "application/yaml" };
  expect(await send({ method: "POST", path, headers, body })).toMatchObject(answer);
});

test.for([
  ["100000.0", "100000"],
  ["0.30000001192092896", "0.3"],
  ["!!float 2", "2"],
  ["-1", "-1"],
  ["0x10", "16"],
  ["9223372036854775807", "9223372036854775807"],
] as const)("the key %s of a YAML map has the name %s", async ([key, name]) => {
  expect(await createMap(`${key}: a`)).toMatchObject({ status: 201, data: { [name]: "a" } });
});

test.for([
  ["1e6", "1e+06"],
  ["16777217.0", "1.6777216e+07"],
  ["-0.0", "-0"],
  ["1e39", ".inf"],
  [".nan", ".nan"],
  ["18446744073709551616", "1.8446744e+19"],
  ["-9223372036854775809", "-9.223372e+18"],
] as const)("the key %s of a YAML map has the name %s, which is not a label", async ([key, name]) => {
  const answer = await createMap("a: b", `labels: {${key}: a}`);
  const message = expect.stringContaining(`metadata.labels: Invalid value: "${name}": name part`) as string;
  expect(answer).toMatchObject({ status: 422, message });
});

const uint64 = "uint64, key: 0x";
test.for([
  ["null: null", "%!s(<nil>), key: <nil>, value: <nil>"],
  ["9223372036854775808: a", `${uint64}8000000000000000, value: "a"`],
  [
    "0xFFFFFFFFFFFFFFFF: [a, 1, true, null]",
    `${uint64}ffffffffffffffff, value: []interface {}{"a", 1, true, interface {}(nil)}`,
  ],
  [
    "~: {b: 1.5, a: {}}",
    '%!s(<nil>), key: <nil>, value: map[interface {}]interface {}{"a":map[interface {}]interface {}{}, "b":1.5}',
  ],
] as const)("the YAML map with %s is rejected", async ([data, problem]) => {
  const message = expect.stringContaining(`unsupported map key of type: ${problem} (`) as string;
  expect(await createMap(data)).toMatchObject({ status: 400, message });
});

function createMap(data: string, metadata = ""): Promise<object> {
  return send({
    method: "POST",
    path: `/api/v1/namespaces/${suite.namespace}/configmaps?dryRun=All`,
    headers: { "content-type": "application/yaml" },
    body: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\n  ${metadata}\ndata:\n  ${data}\n`,
  });
}
