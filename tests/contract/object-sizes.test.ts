// The limit of etcd on objects: 1.5 MiB for the request that stores an object. Custom resources are stored in JSON, built-in kinds in protobuf.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest, TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const group = "sizes.example.com";
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `bigs.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { plural: "bigs", kind: "Big" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } },
      },
    ],
  },
};
const requestBytesMax = 1536 * 1024;
const mergePatch = { "content-type": "application/merge-patch+json" };

let server: ServerUnderTest;
let namespace: string;
let bigs: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [definition] });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  bigs = `/apis/${group}/v1/namespaces/${namespace}/bigs`;
});

const send = (request: TestRequest): Promise<TestResponse> => sendRequest(server.transport, request);

function big(length: number, metadata: object = {}): object {
  return {
    apiVersion: `${group}/v1`,
    kind: "Big",
    metadata: { name: "a", ...metadata },
    spec: { a: "x".repeat(length) },
  };
}

const create = (body: object, query = ""): Promise<TestResponse> => send({ method: "POST", path: bigs + query, body });
const patch = (body: object, suffix = ""): Promise<TestResponse> =>
  send({ method: "PATCH", path: `${bigs}/a${suffix}`, headers: mergePatch, body });

/** The longest string for which etcd accepts the request that creates the object. */
async function longest(metadata: object = {}): Promise<number> {
  const { body } = await create(big(0, metadata), "?dryRun=All");
  const {
    managedFields: _,
    resourceVersion: _version,
    ...rest
  } = (body as { metadata: Record<string, unknown> }).metadata;
  const stored = Buffer.byteLength(`${JSON.stringify({ ...(body as object), metadata: rest })}\n`);
  const key = `/registry/${group}/bigs/${namespace}/a`.length;
  return requestBytesMax - stored - 2 * key - 39;
}

const tooLarge = [
  500,
  {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "etcdserver: request is too large",
    code: 500,
  },
];
const outcomeOf = ({ status, body }: TestResponse): unknown => [status, body];

test("a custom resource is created up to the limit of etcd, without managed fields if it is too large with them", async () => {
  const length = await longest();

  const accepted = await create(big(length - 1));
  expect([accepted.status, "managedFields" in (accepted.body as { metadata: object }).metadata]).toEqual([201, false]);
  expect(outcomeOf(await create(big(length + 1, { name: "b" })))).toEqual(tooLarge);
  expect((await create(big(length + 1000, { name: "b" }), "?dryRun=All")).status).toBe(201);
  expect((await send({ path: `${bigs}/b` })).status).toBe(404);
});

test("an object cannot grow beyond the limit by any write", async () => {
  const length = await longest({ finalizers: ["example.com/held"] });
  expect((await create(big(length - 100, { finalizers: ["example.com/held"] }))).status).toBe(201);
  const { body } = await send({ path: `${bigs}/a` });
  const grown = { ...(body as object), more: "y".repeat(200) };
  const apply = { "content-type": "application/apply-patch+yaml" };

  const responses = [
    await patch({ more: "y".repeat(200) }),
    await patch({ status: { more: "y".repeat(200) } }, "/status"),
    await send({ method: "PUT", path: `${bigs}/a`, body: grown }),
    await send({
      method: "PATCH",
      path: `${bigs}/a?fieldManager=m`,
      headers: apply,
      body: { ...big(0), spec: { b: "y".repeat(200) } },
    }),
    await send({
      method: "PATCH",
      path: `${bigs}/b?fieldManager=m`,
      headers: apply,
      body: big(length + 300, { name: "b" }),
    }),
    await send({ method: "DELETE", path: `${bigs}/a` }),
  ];

  expect(responses.map(outcomeOf)).toEqual(responses.map(() => tooLarge));
  expect((await send({ path: `${bigs}/a` })).body).toEqual(body);
  expect((await patch({ metadata: { finalizers: null } })).status).toBe(200);
});

test("kube-apiserver does not send a request of over 2 MiB to etcd", async () => {
  const { status, body } = await create(big(2_900_000));

  expect([status, (body as { message: string }).message]).toEqual([
    500,
    expect.stringMatching(
      /^rpc error: code = ResourceExhausted desc = trying to send message larger than max \(290\d{4} vs\. 2097152\)$/u,
    ),
  ]);
});

test("an object of a built-in kind is limited by its size in protobuf", async () => {
  const path = `/api/v1/namespaces/${namespace}/podtemplates`;
  const template = (name: string, length: number): TestRequest => {
    const env = [{ name: "A", value: "x".repeat(length) }];
    return {
      method: "POST",
      path,
      body: { metadata: { name }, template: { spec: { containers: [{ name: "c", image: "i", env }] } } },
    };
  };

  expect((await send(template("a", requestBytesMax - 450))).status).toBe(201);
  expect(outcomeOf(await send(template("b", requestBytesMax - 330)))).toEqual(tooLarge);
});

test("an apply of YAML whose managed fields exceed the limit is 500, with the warnings about its duplicate keys", async () => {
  const entries = Array.from({ length: 3500 }, (_, index) => `  ${"k".repeat(240)}${index}: v\n`).join("");
  const response = await send({
    method: "PATCH",
    path: `/api/v1/namespaces/${namespace}/configmaps/a?fieldManager=m`,
    headers: { "content-type": "application/apply-patch+yaml" },
    body: `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: b\n  a: c\n${entries}`,
  });

  expect(outcomeOf(response)).toEqual(tooLarge);
  expect([response.headers["warning"]].flat()).toEqual(['299 - "line 7: key \\"a\\" already set in map"']);
});
