/** The target of a HorizontalPodAutoscaler: the core group is for ReplicationControllers, and an update that keeps the target is not checked. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestResponse } from "../http.ts";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let path: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  path = `/apis/autoscaling/v2/namespaces/${await server.createNamespace()}/horizontalpodautoscalers`;
});

afterAll(() => server[Symbol.asyncDispose]());

function create(scaleTargetRef: object): Promise<TestResponse> {
  const body = { metadata: { name: "scaler" }, spec: { maxReplicas: 3, scaleTargetRef } };
  return sendRequest(server.transport, { method: "POST", path, body });
}

function patch(spec: object): Promise<TestResponse> {
  const headers = { "content-type": "application/merge-patch+json" };
  return sendRequest(server.transport, { method: "PATCH", path: `${path}/scaler`, headers, body: { spec } });
}

test.for([{ apiVersion: "v1" }, { apiVersion: "" }, {}])(
  "a ReplicationController of the API version %j is a target",
  async (version) => {
    const { status } = await create({ kind: "ReplicationController", name: "web", ...version });

    expect(status).toBe(201);
  },
);

test("a target of another kind needs an API group", async () => {
  const { status, body } = await create({ apiVersion: "v1", kind: "Deployment", name: "web" });

  expect(status).toBe(422);
  expect(body).toMatchObject({
    details: {
      causes: [
        {
          reason: "FieldValueInvalid",
          field: "spec.scaleTargetRef.apiVersion",
          message: 'Invalid value: "v1": apiVersion must specify API group',
        },
      ],
    },
  });
});

test("a malformed API version is rejected for a ReplicationController, too", async () => {
  const { body } = await create({ apiVersion: "a/b/c", kind: "ReplicationController", name: "web" });

  expect(body).toMatchObject({
    details: { causes: [{ message: 'Invalid value: "a/b/c": unexpected GroupVersion string: a/b/c' }] },
  });
});

test("an update to a kind that needs a group checks the API version again", async () => {
  await create({ apiVersion: "v1", kind: "ReplicationController", name: "web" });

  const renamed = await patch({ scaleTargetRef: { name: "other" } });
  const changed = await patch({ scaleTargetRef: { kind: "Deployment" } });

  expect(renamed.status).toBe(200);
  expect(changed.status).toBe(422);
  expect(changed.body).toMatchObject({
    details: { causes: [{ message: 'Invalid value: "v1": apiVersion must specify API group' }] },
  });
});

test("an update that removes the API group is rejected for other kinds", async () => {
  await create({ apiVersion: "apps/v1", kind: "Deployment", name: "web" });

  const { status } = await patch({ scaleTargetRef: { apiVersion: "v1" } });

  expect(status).toBe(422);
});
