// Duplicate keys in values that Go decodes separately: strict decoding of JSON does not see them, the YAML parser and the decoder of a patch do.
import { expect, test } from "vitest";
import { headerOf } from "@kubewright/transport";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { useServer } from "./server-suite.ts";

const suite = useServer();
const group = "separate.test";
const crds = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const revisions = (): string => `/apis/apps/v1/namespaces/${suite.namespace}/controllerrevisions`;
const yaml = { "content-type": "application/yaml" };

interface Answer {
  readonly status: number;
  readonly message: string | undefined;
  readonly warnings: string | undefined;
}

async function send(request: TestRequest): Promise<Answer> {
  const { status, body, headers } = await sendRequest(suite.server.transport, request);
  return { status, message: (body as { readonly message?: string }).message, warnings: headerOf(headers, "warning") };
}

function crd(schema: string): string {
  const properties = `"type":"object","properties":{"spec":${schema}}`;
  return `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"widgets.${group}"},"spec":{"group":"${group}","scope":"Namespaced","names":{"plural":"widgets","kind":"Widget"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{${properties}}}}]}}`;
}

function revision(data: string, metadata = ""): string {
  return `{"apiVersion":"apps/v1","kind":"ControllerRevision","metadata":{"name":"r"${metadata}},"data":${data},"revision":1}`;
}

const twice = '{"type":"string","type":"string"}';
const ofObject = '"type":"object","properties":{"a":{"type":"string"}}';
const valid = { status: 201, message: undefined };
const isNotSupported = { status: 422, message: expect.stringContaining("Forbidden: ") as string };

test.for([
  [`{"type":"array","items":${twice}}`, valid],
  [`{"type":"array","items":{"type":"object","properties":{"a":${twice}}}}`, valid],
  [`{"type":"array","items":[${twice}]}`, isNotSupported],
  [`{"type":"array","items":{"type":"string"},"additionalItems":${twice}}`, isNotSupported],
  [`{"type":"object","additionalProperties":${twice}}`, valid],
  [`{"type":"object","additionalProperties":{"type":"object","properties":{"x":{},"x":{"type":"string"}}}}`, valid],
  [`{"type":"object","dependencies":{"b":${twice}}}`, isNotSupported],
  [`{${ofObject},"default":{"a":"1","a":"2"}}`, valid],
  [`{${ofObject},"example":{"a":"1","a":"2"}}`, valid],
  [`{${ofObject},"enum":[{"a":"1","a":"2"}]}`, valid],
] as const)("strict decoding of JSON does not see the duplicate keys in the schema %s", async ([schema, answer]) => {
  const create = (validation: string): TestRequest => ({
    method: "POST",
    path: `${crds}?dryRun=All&fieldValidation=${validation}`,
    body: crd(schema),
  });
  const expected = { ...answer, warnings: undefined };
  expect(await send(create("Strict"))).toEqual(expected);
  expect(await send(create("Warn"))).toEqual(expected);

  const ofYaml = await send({ ...create("Strict"), headers: yaml });
  expect(ofYaml.status).toBe(400);
  expect(ofYaml.message).toMatch(
    /strict decoding error: yaml: unmarshal errors:\n {2}line 1: key "\w+" already set in map$/u,
  );
});

const atSpec = "spec.versions[0].schema.openAPIV3Schema.properties.spec";
test.for([
  ['{"type":"array","items":{"type":"string"},"items":{"type":"string"}}', `duplicate field "${atSpec}.items"`],
  [`{"type":"array","type":"array","items":${twice}}`, `duplicate field "${atSpec}.type"`],
  ['{"type":"string","enum":["a"],"enum":["a"]}', `duplicate field "${atSpec}.enum"`],
  [`{"type":"object","dependencies":{"b":${twice},"b":{}}}`, `duplicate field "${atSpec}.dependencies.b"`],
  [`{"type":"object","properties":{"items":${twice}}}`, `duplicate field "${atSpec}.properties.items.type"`],
  [`{"type":"object","not":${twice}}`, `duplicate field "${atSpec}.not.type"`],
  ['{"type":"array","items":{"type":"string","zz":1,"zz":1},"yy":1}', `unknown field "${atSpec}.yy"`],
  [
    `{"type":"object","zz":1,"type":"object","properties":{"a":{"type":"array","items":${twice}}}}`,
    `unknown field "${atSpec}.zz", duplicate field "${atSpec}.type"`,
  ],
] as const)("strict decoding sees the keys around separate values in the schema %s", async ([schema, errors]) => {
  const path = `${crds}?dryRun=All&fieldValidation=Strict`;
  expect(await send({ method: "POST", path, body: crd(schema) })).toMatchObject({
    status: 400,
    message: `CustomResourceDefinition in version "v1" cannot be handled as a CustomResourceDefinition: strict decoding error: ${errors}`,
  });
});

test.for([
  ['{"a":1,"a":2}', "", undefined],
  ['{"a":[{"b":1,"b":2}]}', "", undefined],
  ['{"a":1},"data":{"a":2}', "", "data"],
  [
    '{"a":1}',
    ',"managedFields":[{"manager":"m","operation":"Update","apiVersion":"apps/v1","time":"2020-01-01T00:00:00Z","fieldsType":"FieldsV1","fieldsV1":{"f:data":{},"f:data":{}}}]',
    undefined,
  ],
] as const)("of a ControllerRevision with the data %s and the metadata %j, the duplicate field is %s", async (row) => {
  const [data, metadata, duplicate] = row;
  const path = `${revisions()}?dryRun=All&fieldValidation=Strict`;
  const message =
    duplicate === undefined
      ? undefined
      : `ControllerRevision in version "v1" cannot be handled as a ControllerRevision: strict decoding error: duplicate field "${duplicate}"`;
  const body = revision(data, metadata);
  expect(await send({ method: "POST", path, body })).toMatchObject({
    status: message === undefined ? 201 : 400,
    message,
  });
  expect(await send({ method: "POST", path, body, headers: yaml })).toMatchObject({ status: 400 });
});

test("strict decoding sees all duplicate keys of a patch", async () => {
  await send({ method: "POST", path: revisions(), body: revision('{"a":1}') });
  const patch = (type: string, body: string): Promise<Answer> => {
    const path = `${revisions()}/r?dryRun=All&fieldManager=m&fieldValidation=Strict`;
    return send({ method: "PATCH", path, headers: { "content-type": `application/${type}` }, body });
  };
  const message = (end: string): unknown => expect.stringContaining(`: strict decoding error: ${end}`);

  expect(await patch("merge-patch+json", '{"data":{"a":1,"a":1}}')).toMatchObject({
    status: 422,
    message: message('duplicate field "data.a"'),
  });
  expect(await patch("strategic-merge-patch+json", '{"data":{"a":1,"a":1}}')).toMatchObject({
    status: 422,
    message: message('duplicate field "data.a"'),
  });
  expect(await patch("json-patch+json", '[{"op":"replace","path":"/data","value":{"a":1,"a":1}}]')).toMatchObject({
    status: 422,
    message: message('json patch duplicate field "[0].value.a"'),
  });
  expect(await patch("apply-patch+yaml", revision('{"a":1,"a":1}'))).toMatchObject({
    status: 400,
    message: expect.stringContaining('line 1: key "a" already set in map') as string,
  });
});
