import assert from "node:assert/strict";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
/** Reviews are not stored, so the limit of stored objects does not apply. */
const reviewsPath = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };

test("keys that are called __proto__, constructor and toString round-trip through creates and patches", async () => {
  const { send } = startTestServer();
  const data = '{"__proto__":"a","constructor":"b","toString":"c"}';

  const created = await send("POST", configMapsPath, `{"metadata":{"name":"a"},"data":${data}}`);
  const merged = await send("PATCH", `${configMapsPath}/a`, '{"metadata":{"labels":{"l":"v"}}}', merge);
  const patched = await send("PATCH", `${configMapsPath}/a`, '{"data":{"__proto__":"z"}}', merge);

  for (const result of [created, merged]) assert.ok(result.text.includes(`"data":${data}`));
  assert.ok(patched.text.includes('"__proto__":"z"'));
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
  assert.equal("z" in {}, false);
});

test("a body of 3 MiB is read, and one byte more is rejected with 413", async () => {
  const { send } = startTestServer();
  const frame = '{"spec":{"nonResourceAttributes":{"path":""}}}';
  const limit = 3 * 1024 * 1024;
  const body = (size: number): string => frame.replace('""', `"${"x".repeat(size - frame.length)}"`);

  const over = await send("POST", reviewsPath, body(limit + 1));
  const at = await send("POST", reviewsPath, body(limit));

  assert.equal(over.status, 413);
  assert.equal(over.json.message, "Request entity too large: limit is 3145728");
  assert.equal(at.status, 201);
});

test("a JSON patch of 10,000 operations is accepted, and one more operation is rejected with 413", async () => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" }, data: { k: "v" } });
  const operations = (count: number): object[] =>
    Array.from({ length: count }, () => ({ op: "replace", path: "/data/k", value: "w" }));

  const over = await send("PATCH", `${configMapsPath}/a`, operations(10_001), json);
  const at = await send("PATCH", `${configMapsPath}/a`, operations(10_000), json);

  assert.equal(over.status, 413);
  assert.equal(
    over.json.message,
    "Request entity too large: The allowed maximum operations in a JSON patch is 10000, got 10001",
  );
  assert.equal(at.status, 200);
});

test("a body or patch with a million nested levels is rejected, as JSON and as YAML", async () => {
  const { send } = startTestServer();
  const nested = `{"metadata":{"name":"a"},"data":${"[".repeat(1_000_000)}`;

  const created = await send("POST", configMapsPath, nested);
  const yaml = await send("POST", configMapsPath, nested, { "content-type": "application/yaml" });
  await send("POST", configMapsPath, '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}');
  const patched = await send("PATCH", `${configMapsPath}/b`, nested, merge);

  assert.deepEqual([created.status, yaml.status, patched.status], [400, 400, 400]);
});
