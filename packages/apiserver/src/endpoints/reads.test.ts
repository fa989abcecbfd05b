import assert from "node:assert/strict";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";
import type { Shown, TestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
const table = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io,application/json" };

async function withConfigMaps(...names: readonly string[]): Promise<TestServer> {
  const server = startTestServer();
  for (const name of names) {
    const [namespace, short] = name.split("/");
    await server.send("POST", `/api/v1/namespaces/${namespace}/configmaps`, {
      metadata: { name: short, labels: { app: short ?? "" } },
    });
  }
  return server;
}

function namesOf({ items }: Pick<Shown, "items">): string[] {
  return items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
}

test("a list has its objects in the order of namespace and name, without their kind, and the revision of the store", async () => {
  const { send } = await withConfigMaps("b/y", "a/z", "a/a", "a-b/x");

  const all = await send("GET", "/api/v1/configmaps");
  const one = await send("GET", "/api/v1/namespaces/a/configmaps");
  const none = await send("GET", "/api/v1/namespaces/nons/configmaps");

  assert.deepEqual(namesOf(all.json), ["a-b/x", "a/a", "a/z", "b/y"]);
  assert.deepEqual(
    [all.json.kind, all.json.apiVersion, all.json.metadata],
    ["ConfigMapList", "v1", { resourceVersion: "5" }],
  );
  assert.equal("kind" in all.json.items[0], false);
  assert.deepEqual(namesOf(one.json), ["a/a", "a/z"]);
  assert.deepEqual([none.status, none.json.items], [200, []]);
});

test("the items of a list of custom resources have their kind, in the requested version", async () => {
  const { send } = startTestServer();
  await send("POST", "/apis/x.io/v1/namespaces/default/widgets", {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w" },
  });

  const { json: v1 } = await send("GET", "/apis/x.io/v1/widgets");
  const { json: v2 } = await send("GET", "/apis/x.io/v2/namespaces/default/widgets/w");

  assert.deepEqual([v1.items[0].apiVersion, v1.items[0].kind, v1.metadata.continue], ["x.io/v1", "Widget", ""]);
  assert.equal(v2.apiVersion, "x.io/v2");
});

test("all pages of a list show the revision of the first page, with the number of remaining objects", async () => {
  const { send } = await withConfigMaps("a/1", "a/2", "a/3", "b/4");

  const first = await send("GET", "/api/v1/configmaps?limit=2");
  await send("DELETE", "/api/v1/namespaces/a/configmaps/3");
  await send("POST", "/api/v1/namespaces/a/configmaps", { metadata: { name: "5" } });
  const second = await send("GET", `/api/v1/configmaps?limit=2&continue=${first.json.metadata.continue}`);
  const inNamespace = await send("GET", "/api/v1/namespaces/a/configmaps?limit=1");
  const selected = await send("GET", "/api/v1/configmaps?limit=1&labelSelector=app");

  assert.deepEqual(namesOf(first.json), ["a/1", "a/2"]);
  assert.equal(first.json.metadata.remainingItemCount, 2);
  assert.deepEqual(namesOf(second.json), ["a/3", "b/4"]);
  assert.deepEqual(second.json.metadata, { resourceVersion: "5" });
  assert.equal(inNamespace.json.metadata.remainingItemCount, 2);
  assert.equal("remainingItemCount" in selected.json.metadata, false);
});

test("a token expires after at most ten minutes, with a token that continues at the current revision", async () => {
  const { send, clock } = await withConfigMaps("a/1", "a/2", "a/3");
  const first = await send("GET", "/api/v1/configmaps?limit=2");
  await send("POST", "/api/v1/namespaces/a/configmaps", { metadata: { name: "4" } });
  await clock.advance(10 * 60_000 - 1);
  const inTime = await send("GET", `/api/v1/configmaps?limit=2&continue=${first.json.metadata.continue}`);
  await clock.advance(1);

  const gone = await send("GET", `/api/v1/configmaps?limit=2&continue=${first.json.metadata.continue}`);
  const rest = await send("GET", `/api/v1/configmaps?limit=2&continue=${gone.json.metadata.continue}`);
  const exact = await send("GET", "/api/v1/configmaps?resourceVersion=3&resourceVersionMatch=Exact");

  assert.deepEqual(namesOf(inTime.json), ["a/3"]);
  assert.deepEqual([gone.status, gone.json.reason], [410, "Expired"]);
  assert.match(gone.json.message, /^The provided continue parameter is too old to display a consistent list result\./);
  assert.deepEqual(namesOf(rest.json), ["a/3", "a/4"]);
  assert.deepEqual([exact.status, exact.json.message], [410, "The resourceVersion for the provided list is too old."]);
});

test("a list at an exact resourceVersion shows the objects of that revision", async () => {
  const { send } = await withConfigMaps("a/1", "a/2");
  await send("DELETE", "/api/v1/namespaces/a/configmaps/1");

  const { json: then } = await send("GET", "/api/v1/configmaps?resourceVersion=2&resourceVersionMatch=Exact");

  assert.deepEqual([namesOf(then), then.metadata.resourceVersion], [["a/1"], "2"]);
});

test("a request waits for a future resourceVersion, and gets 504 after three seconds", async () => {
  const { send, clock } = await withConfigMaps("a/1");

  const early = send("GET", "/api/v1/namespaces/a/configmaps/1?resourceVersion=3");
  const never = send("GET", "/api/v1/configmaps?resourceVersion=99");
  await send("POST", "/api/v1/namespaces/a/configmaps", { metadata: { name: "2" } });
  await clock.advance(3000);
  const late = await never;

  assert.equal((await early).status, 200);
  assert.equal(late.status, 504);
  assert.equal(late.json.message, "Timeout: Too large resource version: 99, current: 3");
  assert.deepEqual(late.json.details, {
    causes: [{ reason: "ResourceVersionTooLarge", message: "Too large resource version" }],
    retryAfterSeconds: 1,
  });
  assert.equal(late.headers["retry-after"], "1");
});

test.for<[string, number, string]>([
  ["?labelSelector=a%20b", 400, ""],
  ["?labelSelector=a,%00", 400, "found '', expected: identifier after ','"],
  ["?labelSelector=!%00", 400, "unable to parse requirement: found '', expected: identifier"],
  ["?fieldSelector=a", 400, "invalid selector: 'a'; can't understand 'a'"],
  ["?fieldSelector=foo=1", 400, '"foo" is not a known field selector: only "metadata.name", "metadata.namespace"'],
  ["?limit=abc", 400, 'strconv.ParseInt: parsing "abc": invalid syntax'],
  [
    "?resourceVersion=abc",
    400,
    'invalid resource version: resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  [
    "?resourceVersionMatch=Exact",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided',
  ],
  [
    "?resourceVersionMatch=Exact&resourceVersion=0",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"',
  ],
  [
    "?resourceVersionMatch=Foo&resourceVersion=1",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Unsupported value: "Foo": supported values: "Exact", "NotOlderThan", ""',
  ],
  [
    "?sendInitialEvents=true",
    422,
    'ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list',
  ],
])("a list with %s is rejected", async ([query, code, message]) => {
  const { send } = await withConfigMaps();

  const { status, json: result } = await send("GET", `/api/v1/configmaps${query}`);

  assert.equal(status, code);
  if (message !== "") assert.equal(result.message, message);
  else assert.match(result.message, /^unable to parse requirement: /);
});

test("selectors select by labels, name, namespace and the selectable fields of the kind", async () => {
  const { send } = await withConfigMaps("a/1", "a/2", "b/1");
  await send("POST", "/api/v1/namespaces/a/pods", { metadata: { name: "p" }, spec: { nodeName: "n1" } });

  const label = await send("GET", "/api/v1/configmaps?labelSelector=app%20in%20(1,3)");
  const field = await send("GET", "/api/v1/configmaps?fieldSelector=metadata.name=1,metadata.namespace!=b");
  const node = await send("GET", "/api/v1/pods?fieldSelector=spec.nodeName=n1");
  const other = await send("GET", "/api/v1/pods?fieldSelector=spec.nodeName=n2");

  assert.deepEqual(namesOf(label.json), ["a/1", "b/1"]);
  assert.deepEqual(namesOf(field.json), ["a/1"]);
  assert.deepEqual([node.json.items.length, other.json.items.length], [1, 0]);
});

test("a table has a row for each object with its metadata, or the part of the object that includeObject names", async () => {
  const { send, clock } = await withConfigMaps("default/a");
  await clock.advance(65_000);

  const list = await send("GET", configMapsPath, undefined, table);
  const single = await send("GET", `${configMapsPath}/a?includeObject=None`, undefined, table);
  const whole = await send("GET", `${configMapsPath}?includeObject=Object`, undefined, table);

  assert.deepEqual(
    [list.json.kind, list.json.apiVersion, list.headers["content-type"]],
    ["Table", "meta.k8s.io/v1", "application/json"],
  );
  assert.deepEqual(
    list.json.columnDefinitions.map(({ name }: { name: string }) => name),
    ["Name", "Age"],
  );
  assert.deepEqual(list.json.rows[0].cells, ["a", "65s"]);
  assert.deepEqual(
    [list.json.rows[0].object.kind, list.json.rows[0].object.metadata.name],
    ["PartialObjectMetadata", "a"],
  );
  assert.equal(single.json.rows[0].object, null);
  assert.equal(whole.json.rows[0].object.kind, "ConfigMap");
});

test("an object and a list are shown as metadata only, and a list type for an object is rejected", async () => {
  const { send } = await withConfigMaps("default/a");
  const as = (kind: string): Record<string, string> => ({ accept: `application/json;as=${kind};v=v1;g=meta.k8s.io` });

  const object = await send("GET", `${configMapsPath}/a`, undefined, as("PartialObjectMetadata"));
  const list = await send("GET", configMapsPath, undefined, as("PartialObjectMetadataList"));
  const wrong = await send("GET", configMapsPath, undefined, as("PartialObjectMetadata"));

  assert.deepEqual(Object.keys(object.json), ["kind", "apiVersion", "metadata"]);
  assert.equal(list.json.kind, "PartialObjectMetadataList");
  assert.deepEqual(list.json.items[0].metadata.labels, { app: "a" });
  assert.deepEqual(
    [wrong.status, wrong.json.message],
    [406, "you requested PartialObjectMetadata, but the requested object is a list (*core.ConfigMapList)"],
  );
});

test("responses and errors are encoded as YAML if the client accepts YAML, and indented for browsers and curl", async () => {
  const { send } = await withConfigMaps("default/a");

  const yaml = await send("GET", `${configMapsPath}/a`, undefined, { accept: "application/yaml" });
  const missing = await send("GET", `${configMapsPath}/b`, undefined, { accept: "application/yaml" });
  const pretty = await send("GET", `${configMapsPath}/a`, undefined, { "user-agent": "curl/8" });
  const compact = await send("GET", `${configMapsPath}/a?pretty=0`, undefined, { "user-agent": "curl/8" });

  assert.match(yaml.text, /^apiVersion: v1\nkind: ConfigMap\nmetadata:\n/);
  assert.match(missing.text, /reason: NotFound/);
  assert.match(pretty.text, /^\{\n {2}"kind": "ConfigMap",\n/);
  assert.equal(compact.text.includes("\n"), false);
});

test.for<[string, string, number, string]>([
  ["GET", "/api/v1/bogus", 404, "the server could not find the requested resource"],
  ["GET", "/api/v1/configmaps/a", 404, "the server could not find the requested resource"],
  ["GET", "/api/v1/namespaces/default/nodes", 404, "the server could not find the requested resource"],
  ["GET", "/api/v1/namespaces/default/configmaps/a/status", 404, "the server could not find the requested resource"],
  ["POST", "/api/v1/configmaps", 405, "the server does not allow this method on the requested resource"],
  [
    "POST",
    "/api/v1/namespaces/default/configmaps/a",
    405,
    "the server does not allow this method on the requested resource",
  ],
  ["OPTIONS", "/api/v1/configmaps", 405, "the server does not allow this method on the requested resource"],
])("%s %s of a built-in group returns a Status with the code %i", async ([method, path, code, message]) => {
  const { send } = startTestServer();

  const { status, json: result } = await send(method, path);

  assert.equal(status, code);
  assert.equal(result.message, message);
  assert.deepEqual(result.details, {});
});

test.for([
  "/bogus",
  "/apis/bogus.io/v1/foos",
  "/apis/x.io/v9/widgets",
  "//api/v1/configmaps",
  "/apis/x.io/v1//widgets",
  "/bogus/..",
])("the unknown path %s gets 404 in plain text", async (path) => {
  const { send } = startTestServer();

  const { status, text, headers } = await send("GET", path);

  assert.equal(status, 404);
  assert.equal(text, "404 page not found\n");
  assert.equal(headers["content-type"], "text/plain; charset=utf-8");
});

test.for([
  ["/api/v1//configmaps", 404, "the server could not find the requested resource"],
  ["/api/v1/namespaces/default/configmaps/..", 400, "Name parameter invalid: \"..\": may not be '..'"],
  ["/api/v1/namespaces/default/configmaps/%2e%2e", 400, "Name parameter invalid: \"..\": may not be '..'"],
  ["/api/v1/namespaces//configmaps/a", 400, "Namespace parameter required."],
  ["/api/v1/namespaces/default/configmaps/a%00", 404, 'configmaps "a\\x00" not found'],
  ["/api/v1/namespaces/default/configmaps/%252e", 400, "Name parameter invalid: \"%2e\": may not contain '%'"],
  ["/api/v1/namespaces/default/configmaps/%c0%ae", 404, 'configmaps "\\xc0\\xae" not found'],
] as const)("the path %s gets %i", async ([path, code, message]) => {
  const { send } = startTestServer();

  const { status, json } = await send("GET", path);

  assert.deepEqual([status, json.message], [code, message]);
});

test("a path with an invalid percent-encoding gets 400 in plain text", async () => {
  const { status, text } = await startTestServer().send("GET", "/api/v1/namespaces/default/configmaps/%zz");

  assert.deepEqual([status, text], [400, "400 Bad Request"]);
});

test("a slash at the end of a path is accepted", async () => {
  const { send } = await withConfigMaps("default/a");

  assert.equal((await send("GET", `${configMapsPath}/`)).json.items.length, 1);
});
