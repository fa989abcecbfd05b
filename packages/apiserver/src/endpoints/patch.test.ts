import assert from "node:assert/strict";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
const widgetsPath = "/apis/x.io/v1/namespaces/default/widgets";
const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };

test("merge patches and JSON patches follow their RFCs; a patch that changes nothing stores nothing", async () => {
  const { send, server } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" }, data: { k: "1", gone: "x" } });

  const merged = await send("PATCH", `${configMapsPath}/a`, { data: { k: "2", gone: null } }, merge);
  const patched = await send("PATCH", `${configMapsPath}/a`, [{ op: "add", path: "/data/j", value: "3" }], json);
  const same = await send("PATCH", `${configMapsPath}/a`, {}, merge);

  assert.deepEqual(merged.json.data, { k: "2" });
  assert.deepEqual(patched.json.data, { k: "2", j: "3" });
  assert.deepEqual(same.json, patched.json);
  assert.equal(server.engine.store.revision, 4);
});

test.for<[string, Record<string, string>, unknown, number, string]>([
  [
    "JSON patch that fails",
    json,
    [{ op: "test", path: "/data/k", value: "9" }],
    422,
    "the server rejected our request due to an error in our request",
  ],
  [
    "malformed JSON patch",
    json,
    {},
    400,
    "error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp",
  ],
  [
    "patch of an old version",
    merge,
    { metadata: { resourceVersion: "1" } },
    409,
    'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
  ],
  ["patch of an unknown type", { "content-type": "application/bogus" }, {}, 415, "415: Unsupported Media Type"],
  [
    "force without apply",
    merge,
    {},
    422,
    'PatchOptions.meta.k8s.io "" is invalid: force: Forbidden: may not be specified for non-apply patch',
  ],
])("a %s is rejected", async ([name, headers, body, code, message]) => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" }, data: { k: "1" } });
  const query = name.startsWith("force") ? "?force=true" : "";

  const { status, json: result } = await send("PATCH", `${configMapsPath}/a${query}`, body, headers);

  assert.equal(status, code);
  assert.equal(result.message, message);
});

test("a strategic merge patch of a custom resource is rejected with the supported patch types", async () => {
  const { send } = startTestServer();

  const { status, json: result } = await send(
    "PATCH",
    `${widgetsPath}/w`,
    {},
    { "content-type": "application/strategic-merge-patch+json" },
  );

  assert.equal(status, 415);
  assert.match(
    result.message,
    /accepted media types include: application\/json-patch\+json, application\/merge-patch\+json/,
  );
});
