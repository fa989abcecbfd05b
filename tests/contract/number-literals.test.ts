// Literals of numbers in JSON: floats where a custom resource is scaled, and numbers that are too large for a double. And empty properties of schemas in messages.
import { expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { definitions } from "./definition-client.ts";
import { useServer } from "./server-suite.ts";
import { widgetCrd } from "./widget-crd.ts";

const group = "literals.test";
const crd = widgetCrd(group);
const suite = useServer({ crds: [crd, gadgetCrd()] });

/** Gadgets are scaled by their size. */
function gadgetCrd(): typeof crd {
  const text = JSON.stringify(crd).replaceAll("widget", "gadget").replaceAll("Widget", "Gadget");
  return JSON.parse(text.replace(".spec.replicas", ".spec.size")) as typeof crd;
}

interface Answer {
  readonly status: number;
  readonly message: string | undefined;
}

async function send(request: TestRequest): Promise<Answer> {
  const { status, body } = await sendRequest(suite.server.transport, request);
  return { status, message: (body as { readonly message?: string }).message };
}

function create(resource: string, body: string): Promise<Answer> {
  return send({ method: "POST", path: `${resource}?dryRun=All`, body });
}

const widgets = (): string => `/apis/${group}/v1/namespaces/${suite.namespace}/widgets`;
const core = (): string => `/api/v1/namespaces/${suite.namespace}`;
const widget = (spec: string): string =>
  `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"w"},"spec":${spec}}`;

const accessorError = (path: string, shown: string): string =>
  `Widget.${group} "w" is invalid: ${path}: Invalid value: 0: ${path} accessor error: ${shown} is of the type float64, expected int64`;

test.for([
  ["1.0", "1"],
  ["1e0", "1"],
  ["10e-1", "1"],
  ["-1.0", "-1"],
  ["-0.0", "-0"],
  ["1e-400", "0"],
  ["99999999999.0", "9.9999999999e+10"],
] as const)("replicas of a custom resource must not be the float %s", async ([literal, shown]) => {
  const spec = `{"replicas":${literal}}`;
  const rejected = { status: 422, message: accessorError(".spec.replicas", shown) };
  expect(await create(widgets(), widget(spec))).toEqual(rejected);

  await send({ method: "POST", path: widgets(), body: widget('{"replicas":1}') });
  const headers = { "content-type": "application/merge-patch+json" };
  const path = `${widgets()}/w`;
  expect(await send({ method: "PATCH", path, headers, body: `{"spec":${spec}}` })).toEqual(rejected);
  const body = `{"status":{"replicas":${literal}}}`;
  expect(await send({ method: "PATCH", path: `${path}/status`, headers, body })).toEqual({
    status: 422,
    message: accessorError(".status.replicas", shown),
  });
  expect((await send({ method: "PATCH", path, headers, body: `{"spec":{"replicas":2}}` })).status).toBe(200);
});

test.for([
  [200, '[{"op":"add","path":"/spec/any","value":1.5},{"op":"test","path":"/spec/any","value":1.5}]'],
  [200, '[{"op":"add","path":"/spec/any","value":[{"a":1.5}]},{"op":"test","path":"/spec/any/0/a","value":1.5}]'],
  [200, '[{"op":"add","path":"/spec/any","value":1e20},{"op":"copy","from":"/spec/any","path":"/spec/b"}]'],
  [200, '[{"op":"test","path":"/spec/replicas","value":1},{"op":"add","path":"/spec/any","value":1.5}]'],
  [422, '[{"op":"add","path":"/spec/any","value":1.5},{"op":"test","path":"/spec/any","value":2.5}]'],
  [422, '[{"op":"test","path":"/spec/replicas","value":1.0}]'],
] as const)("the status is %i for tests of numbers in a JSON patch: %s", async ([status, body]) => {
  await send({ method: "POST", path: widgets(), body: widget('{"replicas":1}') });
  const headers = { "content-type": "application/json-patch+json" };
  expect(await send({ method: "PATCH", path: `${widgets()}/w`, headers, body })).toMatchObject({ status });
});

test("unknown fields of a Scale are not those of its object", async () => {
  const plural = "gadgets";
  const path = `/apis/${group}/v1/namespaces/${suite.namespace}/${plural}`;
  const object = `{"apiVersion":"${group}/v1","kind":"Gadget","metadata":{"name":"w"},"spec":{"size":1}}`;
  expect((await send({ method: "POST", path, body: object })).status).toBe(201);
  const put = `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"w"},"spec":{"replicas":2,"size":3.0}}`;
  expect((await send({ method: "PUT", path: `${path}/w/scale`, body: put })).status).toBe(200);
  const headers = { "content-type": "application/merge-patch+json" };
  const body = '{"spec":{"replicas":4,"size":1.0}}';
  expect((await send({ method: "PATCH", path: `${path}/w/scale`, headers, body })).status).toBe(200);
});

const tooLarge = "json: cannot unmarshal number 1e400 into Go";

test.for(['{"n":1e400}', '{"x":[{"y":1e400}]}', '{"replicas":1e400}'])(
  "a custom resource with a number that is too large is rejected: %s",
  async (spec) => {
    expect(await create(widgets(), widget(spec))).toEqual({
      status: 400,
      message: `Widget in version "v1" cannot be handled as a Widget: ${tooLarge} value of type float64`,
    });
  },
);

const ofSchema = "JSONSchemaProps.spec.versions.schema.openAPIV3Schema.maximum";

test.for([
  ['"maximum":1e400', `struct field ${ofSchema} of type float64`],
  ['"enum":[1.0,1e400]', "value of type float64"],
  ['"default":{"a":[1e400]}', "value of type float64"],
])("a schema with a number that is too large is rejected: %s", async ([keyword, problem]) => {
  const body = JSON.stringify(crd).replace('"openAPIV3Schema":{', `"openAPIV3Schema":{${keyword},`);
  expect(await create(definitions, body)).toEqual({
    status: 400,
    message: `CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: ${tooLarge} ${problem}`,
  });
});

test("fields of built-in kinds with numbers that are too large are read by their types", async () => {
  const configMap = (fields: string): Promise<Answer> => create(`${core()}/configmaps`, `{${fields}}`);
  const limits = '{"cpu":1e400}';
  const pod = `{"metadata":{"name":"p"},"spec":{"containers":[{"name":"a","image":"a","resources":{"limits":${limits}}}]}}`;
  const wrong = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal number';

  expect((await configMap('"metadata":{"name":"a"},"unknown":1e400')).status).toBe(201);
  expect((await configMap('"metadata":{"name":"a","generation":1e400}')).message).toBe(
    `${wrong} 1e400 into Go struct field ObjectMeta.metadata.generation of type int64`,
  );
  expect((await configMap('"metadata":{"name":"a"},"data":{"a":1e400}')).message).toBe(
    `${wrong} into Go struct field ConfigMap.data of type string`,
  );
  expect((await create(`${core()}/pods`, pod)).status).toBe(201);
  const options = { method: "DELETE", path: `${core()}/configmaps/a`, body: '{"gracePeriodSeconds":1e400}' };
  expect((await send(options)).message).toBe(`${tooLarge} struct field DeleteOptions.gracePeriodSeconds of type int64`);
});

test("the schema in a message has the empty properties of the request", async () => {
  const [version] = (crd.spec as { readonly versions: readonly object[] }).versions;
  const openAPIV3Schema = { type: "object", properties: { spec: { type: "object", properties: {} } }, not: {} };
  const spec = { ...(crd.spec as object), versions: [{ ...version, schema: { openAPIV3Schema } }] };
  const { message } = await create(definitions, JSON.stringify({ ...crd, spec }));
  expect(message).toContain('"Properties":{},"AdditionalProperties":null');
});
