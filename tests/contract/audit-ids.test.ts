/** Each response has the audit ID of its request: https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/ */
import { headerOf } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/u;

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(() => server[Symbol.asyncDispose]());

async function auditIdOf(asked: TestRequest): Promise<string | undefined> {
  const { headers } = await sendRequest(server.transport, asked);
  return headerOf(headers, "audit-id");
}

test.for<readonly [string, TestRequest]>([
  ["a resource", { path: "/api/v1/namespaces" }],
  ["an unknown path", { path: "/nowhere" }],
  ["a request that is rejected for its timeout", { path: "/api/v1/namespaces?timeout=soon" }],
  ["a forbidden request", { path: "/api/v1/namespaces", headers: { "impersonate-user": "jane" } }],
])("the response to %s has the audit ID that the client has sent", async ([, asked]) => {
  const auditId = "42c7f7e2 of the client";

  expect(await auditIdOf({ ...asked, headers: { ...asked.headers, "audit-id": auditId } })).toBe(auditId);
});

test.for([
  ["no audit ID", undefined],
  ["an empty audit ID", ""],
] as const)("a request with %s gets a UUID as its audit ID", async ([, auditId]) => {
  const headers = auditId === undefined ? {} : { "audit-id": auditId };

  expect(await auditIdOf({ path: "/api/v1/namespaces", headers })).toMatch(uuid);
});
