import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";
import { decodePath, parsePath, verbOf } from "./path.ts";

test.for<[string, object]>([
  ["/api/v1/pods", { group: "", version: "v1", resource: "pods", namespace: "", inNamespace: false, name: "" }],
  [
    "/api/v1/namespaces/n/pods/p/status",
    { namespace: "n", inNamespace: true, resource: "pods", name: "p", subresource: "status" },
  ],
  ["/api/v1/namespaces/n", { resource: "namespaces", name: "n", namespace: "n", inNamespace: false }],
  ["/api/v1/namespaces/n/status", { resource: "namespaces", name: "n", subresource: "status" }],
  ["/api/v1/namespaces/n/finalize", { resource: "namespaces", name: "n", subresource: "finalize" }],
  ["/apis/apps/v1/deployments/", { group: "apps", resource: "deployments", name: "" }],
  ["/apis/x.io/v1/namespaces/n/foos/a:b", { name: "a:b" }],
  ["/api/v1/namespaces/n/pods/p/proxy/a/b", { subresource: "proxy", rest: ["a", "b"] }],
  ["/api/v1/watch/namespaces/n/pods/p", { prefix: "watch", namespace: "n", name: "p" }],
  ["/api/v1/proxy/namespaces/n/pods/p/a/b", { prefix: "proxy", name: "p", subresource: "", rest: ["a", "b"] }],
  ["//api/v1/namespaces//pods//", { namespace: "", inNamespace: true, resource: "pods", name: "" }],
])("the path %s names %o", ([path, expected]) => {
  const target = parsePath(path)?.target;

  assert.deepEqual({ ...target, ...expected }, target);
});

test.for<[string, string, string, string | undefined]>([
  ["GET", "/api/v1/pods", "", "list"],
  ["GET", "/api/v1/pods", "watch=0", "list"],
  ["GET", "/api/v1/pods", "watch=1", "watch"],
  ["GET", "/api/v1/namespaces/n/pods/p", "watch=1", "get"],
  ["GET", "/api/v1/watch/namespaces/n/pods/p", "", "watch"],
  ["DELETE", "/api/v1/namespaces/n/pods", "", "deletecollection"],
  ["TRACE", "/api/v1/pods", "", undefined],
  ["DELETE", "/api/v1/watch/namespaces/n/pods", "", "watch"],
  ["GET", "/api/v1/proxy/nodes/n", "", undefined],
])("%s %s with the query '%s' is the verb %s", ([method, path, query, verb]) => {
  const target = parsePath(path)?.target;

  assert.ok(target?.type === "resource");
  assert.equal(verbOf(method, target, new URLSearchParams(query)), verb);
});

test.for(["/api/v1/watch", "/apis/x.io/v1/proxy/"])("the path %s names no target", (path) => {
  assert.deepEqual(parsePath(path), { path, target: undefined });
});

test("a path with an invalid percent-encoding is not decoded", () => {
  assert.equal(decodePath("/a%2"), undefined);
  assert.equal(decodePath("/a%2fb%C3%A9%c0"), "/a/b\u00e9\udcc0");
});

test("the segments of a path with many slashes are found in linear time", () => {
  const slashes = "/".repeat(60_000);

  assert.deepEqual(parsePath(`${slashes}a${slashes}`)?.target, { type: "path", segments: ["a"] });
});

const trick = fc.constantFrom(
  "..",
  ".",
  "%2e%2e",
  "%2F",
  "%252F",
  "/",
  "//",
  "%00",
  "\\",
  "%5c",
  "%c0%af",
  "%ed%a0%80",
  "a",
  "namespaces",
  "other",
  "configmaps",
  "%",
  "?x",
  "#",
  ";",
  "‥",
  "victim",
);

test("a request with a mutated path never reaches another object than the path names", async () => {
  const { send, server } = startTestServer();
  await send("POST", "/api/v1/namespaces/other/configmaps", { metadata: { name: "victim" } });
  const before = server.engine.store.revision;

  await fc.assert(
    fc.asyncProperty(fc.array(trick, { minLength: 1, maxLength: 6 }), fc.constantFrom("", "/"), async (parts, glue) => {
      const path = `/api/v1/namespaces/default/configmaps/${parts.join(glue)}`;

      const { status } = await send("DELETE", path);

      // The namespace has no objects, so only a delete of the collection gets 200.
      assert.ok([200, 400, 404, 405].includes(status), `${path}: ${status}`);
      assert.equal(server.engine.store.revision, before);
    }),
    { numRuns: 5000 },
  );
});
