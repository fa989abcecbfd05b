// The subresources scale and status: what they accept, and the messages of rejections.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function pathOf(plural: string): string {
  return `/apis/apps/v1/namespaces/${namespace}/${plural}`;
}

async function workload(plural: string, name: string): Promise<string> {
  const selector = { matchLabels: { a: "b" } };
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "x:1" }] } };
  const path = pathOf(plural);
  await sendRequest(server.transport, {
    method: "POST",
    path,
    body: { metadata: { name }, spec: { selector, template } },
  });
  return `${path}/${name}`;
}

function put(path: string, body: object): Promise<TestResponse> {
  return sendRequest(server.transport, { method: "PUT", path, body });
}

function merge(path: string, body: object): Promise<TestResponse> {
  const headers = { "content-type": "application/merge-patch+json" };
  return sendRequest(server.transport, { method: "PATCH", path, headers, body });
}

test("a Scale in an empty namespace is rejected before its object is read", async () => {
  const path = "/apis/apps/v1/namespaces//deployments/none/scale";

  const replaced = await put(path, { metadata: { name: "none" }, spec: { replicas: 1 } });
  const patched = await merge(path, { spec: { replicas: 1 } });

  expect([replaced.status, patched.status]).toEqual([400, 400]);
  expect(replaced.body).toHaveProperty("message", "Namespace parameter required.");
  expect(patched.body).toHaveProperty("message", "Namespace parameter required.");
});

test.for(["deployments", "replicasets", "statefulsets"])(
  "a Scale of %s is the object that its path names",
  async (plural) => {
    const path = `${await workload(plural, "named")}/scale`;

    const unnamed = await put(path, { spec: { replicas: 1 } });
    const other = await put(path, { metadata: { name: "other" }, spec: { replicas: 1 } });
    const mistyped = await put(path, { metadata: { name: "named" }, spec: { replicas: "one" } });
    const scaled = await put(path, { metadata: { name: "named" }, spec: { replicas: 3 } });

    expect([unnamed.status, other.status, mistyped.status, scaled.status]).toEqual([400, 400, 400, 200]);
    expect(unnamed.body).toHaveProperty(
      "message",
      "the name of the object (named based on URL) was undeterminable: name must be provided",
    );
    expect(other.body).toHaveProperty(
      "message",
      "the name of the object (other) does not match the name on the URL (named)",
    );
    expect(mistyped.body).toHaveProperty(
      "message",
      'Scale in version "v1" cannot be handled as a Scale: json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32',
    );
    expect(scaled.body).toHaveProperty("spec", { replicas: 3 });
  },
);

const more = "cannot be greater than status.replicas";

test.for<readonly [plural: string, kind: string, ready: string]>([
  ["deployments", "Deployment", "readyReplicas"],
  ["replicasets", "ReplicaSet", "readyReplicas"],
  ["statefulsets", "StatefulSet", "status.readyReplicas"],
])("a status of %s whose counts cannot be is refused", async ([plural, kind, ready]) => {
  const path = `${await workload(plural, "counted")}/status`;

  const negative = await merge(path, { status: { readyReplicas: -1 } });
  const many = await merge(path, { status: { replicas: 2, readyReplicas: 1, availableReplicas: 3 } });
  const good = await merge(path, { status: { replicas: 2, readyReplicas: 2, availableReplicas: 1 } });

  const lead = `${kind}.apps "counted" is invalid: `;
  const available = "status.availableReplicas: Invalid value:";
  expect(negative.body).toMatchObject({
    code: 422,
    message: `${lead}[status.readyReplicas: Invalid value: -1: must be greater than or equal to 0, ${available} 0: cannot be greater than ${ready}]`,
  });
  expect(many.body).toMatchObject({
    code: 422,
    message: `${lead}[${available} 3: ${more}, ${available} 3: cannot be greater than ${ready}]`,
  });
  expect(good.status).toBe(200);
});

test("a write to the status of a Deployment does not change labels, and one to the status of other kinds does", async () => {
  const labelled = { metadata: { labels: { new: "yes" } } };
  const labelsOf = async (plural: string): Promise<unknown> =>
    (await merge(`${await workload(plural, "labelled")}/status`, labelled)).body;

  expect(await labelsOf("deployments")).not.toHaveProperty("metadata.labels.new");
  expect(await labelsOf("replicasets")).toHaveProperty("metadata.labels.new", "yes");
  expect(await labelsOf("statefulsets")).toHaveProperty("metadata.labels.new", "yes");
});

test("a Lease does not store the fields of coordinated leader election, which the server does not run", async () => {
  const path = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`;
  const spec = { holderIdentity: "me", strategy: "OldestEmulationVersion", preferredHolder: "you" };

  const { body } = await sendRequest(server.transport, {
    method: "POST",
    path,
    body: { metadata: { name: "plain" }, spec },
  });

  expect(body).toHaveProperty("spec", { holderIdentity: "me" });
});
