// The options of an eviction, and the versions of its body. many-writers-pods.test.ts has the budgets.
import { encodeProtobuf } from "@kubewright/apiserver";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { eviction, pod } from "./bodies.ts";

let server: ServerUnderTest;
let pods: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  pods = `/api/v1/namespaces/${await server.createNamespace()}/pods`;
  await sendRequest(server.transport, { method: "POST", path: pods, body: pod("a") });
});

afterAll(() => server[Symbol.asyncDispose]());

function evict(body: unknown, contentType = "application/json"): Promise<TestResponse> {
  const headers = { "content-type": contentType };
  return sendRequest(server.transport, { method: "POST", path: `${pods}/a/eviction`, headers, body });
}

async function statusOfPod(): Promise<number> {
  return (await sendRequest(server.transport, { path: `${pods}/a` })).status;
}

test.for<readonly [options: object, message: string]>([
  [{ dryRun: ["all"] }, 'dryRun: Unsupported value: ["all"]: supported values: "All"'],
  [{ dryRun: ["All", "x"] }, 'dryRun: Unsupported value: ["All","x"]: supported values: "All"'],
  [
    { propagationPolicy: "x" },
    'propagationPolicy: Unsupported value: "x": supported values: "Foreground", "Background", "Orphan", "nil"',
  ],
  [
    { propagationPolicy: "Orphan", orphanDependents: true },
    'propagationPolicy: Invalid value: "Orphan": orphanDependents and deletionPropagation cannot be both set',
  ],
])("an eviction with the delete options %j is refused, and the Pod stays", async ([options, message]) => {
  const { status, body } = await evict(eviction("a", options));

  expect(status).toBe(422);
  expect(body).toHaveProperty("message", `DeleteOptions.meta.k8s.io "" is invalid: ${message}`);
  expect(await statusOfPod()).toBe(200);
});

test.for<readonly [options: object, finalizer: string]>([
  [{ propagationPolicy: "Foreground" }, "foregroundDeletion"],
  [{ propagationPolicy: "Orphan", gracePeriodSeconds: 0 }, "orphan"],
  [{ orphanDependents: true }, "orphan"],
])("an eviction with the delete options %j leaves the Pod with the finalizer %s", async ([options, finalizer]) => {
  const { status } = await evict(eviction("a", options));

  const { body } = await sendRequest(server.transport, { path: `${pods}/a` });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    metadata: { finalizers: [finalizer], deletionTimestamp: expect.any(String) as string },
  });
});

test("an eviction with dryRun in its delete options does not delete the Pod", async () => {
  expect((await evict(eviction("a", { dryRun: ["All"] }))).status).toBe(201);
  expect(await statusOfPod()).toBe(200);
});

test.for(["application/json", "application/vnd.kubernetes.protobuf"])(
  "an Eviction of policy/v1beta1 is accepted as %s",
  async (contentType) => {
    const body = { ...eviction("a", { gracePeriodSeconds: 0 }), apiVersion: "policy/v1beta1" };

    const { status } = await evict(contentType === "application/json" ? body : inVersion1Beta1(body), contentType);

    expect(status).toBe(201);
    expect(await statusOfPod()).toBe(404);
  },
);

/** An Eviction in protobuf. Both versions have the same fields, so only the version in the envelope differs. */
function inVersion1Beta1(body: object): Uint8Array {
  const bytes = Buffer.from(encodeProtobuf({ ...body, apiVersion: "policy/v1" }));
  const at = bytes.indexOf("policy/v1");
  const version = Buffer.from("policy/v1beta1");
  // The envelope begins with four bytes of magic, then the tag and the length of the type, then the tag and the length of the version.
  const typeLength = bytes[5] ?? 0;
  const head = Buffer.from([...bytes.subarray(0, 5), typeLength + 5, 10, version.length]);
  return Buffer.concat([head, version, bytes.subarray(at + "policy/v1".length)]);
}

test("an Eviction of another version is rejected", async () => {
  const { status, body } = await evict({ ...eviction("a"), apiVersion: "policy/v2" });

  expect(status).toBe(400);
  expect(body).toHaveProperty(
    "message",
    'Eviction in version "v2" cannot be handled as a Eviction: no kind "Eviction" is registered for version "policy/v2" in scheme "pkg/runtime/scheme.go:111"',
  );
});
