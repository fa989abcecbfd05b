// A custom kind whose versions differ in their selectable fields, and the body of its scale.
import type { CrdSource } from "@kubewright/envtest";
import { headerOf } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const group = "versions.example.com";
const notRegistered = 'no kind is registered for the type v1.Scale in scheme "pkg/runtime/scheme.go:111"';

let server: ServerUnderTest;
let namespace: string;

const count = { type: "integer" };

function schemaOf(properties: object): object {
  return { openAPIV3Schema: { type: "object", properties: { spec: { type: "object", properties } } } };
}

/** Stones, whose versions have different schemas and selectable fields. Only v2 has a scale. */
const definition: CrdSource & { readonly spec: unknown } = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: `stones.${group}` },
  spec: {
    group,
    scope: "Namespaced",
    names: { kind: "Stone", plural: "stones" },
    versions: [
      {
        name: "v2",
        served: true,
        storage: true,
        schema: schemaOf({ size: count, color: { type: "string" } }),
        selectableFields: [{ jsonPath: ".spec.color" }],
        subresources: { scale: { specReplicasPath: ".spec.size", statusReplicasPath: ".status.size" } },
      },
      {
        name: "v1",
        served: true,
        storage: false,
        schema: schemaOf({ size: count }),
        selectableFields: [{ jsonPath: ".spec.size" }],
      },
    ],
  },
};

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [definition] });
  namespace = await server.createNamespace();
  const stone = { apiVersion: `${group}/v2`, kind: "Stone", metadata: { name: "a" }, spec: { size: 1, color: "red" } };
  await sendRequest(server.transport, { method: "POST", path: stones("v2"), body: stone });
});

afterAll(() => server[Symbol.asyncDispose]());

function stones(version: string): string {
  return `/apis/${group}/${version}/namespaces/${namespace}/stones`;
}

/** The answers to a list, a watch and a dry run of deleting the collection, with this field selector. */
function select(version: string, selector: string): Promise<readonly TestResponse[]> {
  const query = `fieldSelector=${encodeURIComponent(selector)}`;
  return Promise.all([
    sendRequest(server.transport, { path: `${stones(version)}?${query}` }),
    sendRequest(server.transport, { path: `${stones(version)}?watch=1&timeoutSeconds=1&${query}` }),
    sendRequest(server.transport, { method: "DELETE", path: `${stones(version)}?dryRun=All&${query}` }),
  ]);
}

test.for([
  ["v1", "spec.size=1"],
  ["v2", "spec.color=red"],
] as const)("objects in %s are selected by %s", async ([version, selector]) => {
  const responses = await select(version, selector);

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(responses[0]?.body).toHaveProperty("items.0.metadata.name", "a");
});

test.for([
  ["v1", "spec.color"],
  ["v2", "spec.size"],
] as const)("objects in %s cannot be selected by %s, a field that another version offers", async ([version, label]) => {
  const responses = await select(version, `${label}=1`);

  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
  for (const { body } of responses) expect(body).toHaveProperty("message", `field label not supported: ${label}`);
});

function scale(method: "PUT" | "PATCH", query: string, body: unknown): Promise<TestResponse> {
  const headers = method === "PUT" ? {} : { "content-type": "application/merge-patch+json" };
  return sendRequest(server.transport, { method, path: `${stones("v2")}/a/scale${query}`, headers, body });
}

const metadata = { name: "a" };

test.for<readonly [title: string, query: string, body: unknown]>([
  ["an unknown field, with strict validation", "?fieldValidation=Strict", { metadata, spec: { replicas: 1, x: 1 } }],
  ["a replica count of the wrong type", "", { metadata, spec: { replicas: "x" } }],
  ["a status of the wrong type", "", { metadata, status: { replicas: "x" } }],
  ["another version", "", { apiVersion: "autoscaling/v2", kind: "Scale", metadata }],
  ["another kind", "", { apiVersion: "v1", kind: "Pod", metadata }],
  ["a list", "", []],
  ["no JSON", "", "x"],
])("the scale of a custom resource is refused with %s", async ([, query, body]) => {
  const response = await scale("PUT", query, body);

  expect(response.status).toBe(400);
  expect(response.body).toHaveProperty("message", notRegistered);
});

test("an unknown field in the scale of a custom resource causes a warning", async () => {
  const { status, headers } = await scale("PUT", "", { metadata, spec: { replicas: 1, x: 1 } });

  expect(status).toBe(200);
  expect(headerOf(headers, "warning")).toBe('299 - "unknown field \\"spec.x\\""');
});

test.for<readonly [title: string, query: string, body: object, problem: string]>([
  ["an unknown field", "?fieldValidation=Strict", { spec: { x: 1 } }, 'strict decoding error: unknown field "spec.x"'],
  [
    "a count of the wrong type",
    "",
    { spec: { replicas: "x" } },
    "json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32",
  ],
  [
    "another version",
    "",
    { apiVersion: "autoscaling/v2" },
    'no kind "Scale" is registered for version "autoscaling/v2" in scheme "pkg/runtime/scheme.go:111"',
  ],
])("a patch of the scale of a custom resource is refused with %s", async ([, query, body, problem]) => {
  const response = await scale("PATCH", query, body);

  expect(response.status).toBe(422);
  expect((response.body as { readonly message: string }).message.endsWith(`: ${problem}`)).toBe(true);
  expect(headerOf(response.headers, "warning")).toBeUndefined();
});
