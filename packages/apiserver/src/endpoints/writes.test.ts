import assert from "node:assert/strict";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
const widgetsPath = "/apis/x.io/v1/namespaces/default/widgets";
const merge = { "content-type": "application/merge-patch+json" };
const json = { "content-type": "application/json-patch+json" };

test("a create answers 201 with the stored object and what the server sets, whatever the client sent for it", async () => {
  const { send } = startTestServer();
  const sent = {
    metadata: {
      name: "a",
      uid: "mine",
      creationTimestamp: "2001-01-01T00:00:00Z",
      deletionTimestamp: "2001-01-01T00:00:00Z",
      selfLink: "x",
      labels: {},
    },
    data: { k: "v" },
  };

  const { status, json: created, headers } = await send("POST", configMapsPath, sent);

  assert.equal(status, 201);
  assert.deepEqual(created, {
    kind: "ConfigMap",
    apiVersion: "v1",
    metadata: {
      resourceVersion: "2",
      name: "a",
      namespace: "default",
      uid: created.metadata.uid,
      creationTimestamp: "2026-11-20T12:00:00Z",
    },
    data: { k: "v" },
  });
  assert.match(created.metadata.uid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
  assert.equal(headers["content-type"], "application/json");
  assert.equal(headers["cache-control"], "no-cache, private");
  assert.match(String(headers["audit-id"]), /^[0-9a-f-]{36}$/);
  assert.deepEqual((await send("GET", `${configMapsPath}/a`)).json, created);
});

test.for<[string, unknown, number, string | undefined, string]>([
  [
    "another kind",
    { kind: "Pod", apiVersion: "v1" },
    400,
    "BadRequest",
    'Pod in version "v1" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): unknown conversion',
  ],
  [
    "a version that there is not",
    { kind: "ConfigMap", apiVersion: "v2" },
    400,
    "BadRequest",
    'ConfigMap in version "v2" cannot be handled as a ConfigMap: no kind "ConfigMap" is registered for version "v2" in scheme "pkg/runtime/scheme.go:111"',
  ],
  [
    "a list for an object",
    "[1]",
    400,
    "BadRequest",
    `the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (5b315d)`,
  ],
  [
    "a finalizer without a domain",
    { metadata: { name: "a", finalizers: ["bad"] } },
    422,
    "Invalid",
    'ConfigMap "a" is invalid: metadata.finalizers[0]: Invalid value: "bad": name is neither a standard finalizer name nor is it fully qualified',
  ],
  [
    "no name",
    { metadata: {} },
    422,
    "Invalid",
    'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
  ],
  [
    "another namespace",
    { metadata: { name: "a", namespace: "b" } },
    400,
    "BadRequest",
    "the namespace of the provided object does not match the namespace sent on the request",
  ],
  [
    "a resourceVersion",
    { metadata: { name: "a", resourceVersion: "5" } },
    500,
    undefined,
    "resourceVersion should not be set on objects to be created",
  ],
  [
    "half an object",
    "{bad",
    400,
    "BadRequest",
    "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: invalid character 'b' looking for beginning of object key string ({bad)",
  ],
  [
    "nothing",
    "",
    400,
    "BadRequest",
    "the object provided is unrecognized (must be of type ConfigMap): couldn't get version/kind; json parse error: unexpected end of JSON input (<empty>)",
  ],
])("a create with %s is refused in the words of a kube-apiserver", async ([, body, code, reason, message]) => {
  const { send, server } = startTestServer();

  const { status, json: answer } = await send("POST", configMapsPath, body);

  assert.equal(status, code);
  assert.equal(answer.message, message);
  assert.equal(answer.reason, reason);
  assert.equal(answer.code, code);
  assert.equal(answer.kind, "Status");
  assert.equal(server.engine.store.revision, 1);
});

test("a second create of the same name answers 409 AlreadyExists", async () => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: answer } = await send("POST", configMapsPath, { metadata: { name: "a" } });

  assert.equal(status, 409);
  assert.equal(answer.message, 'configmaps "a" already exists');
  assert.deepEqual(answer.details, { name: "a", kind: "configmaps" });
});

test("generateName gives a name of the prefix and five characters, and stays in the object", async () => {
  const { send } = startTestServer();

  const { json: created } = await send("POST", configMapsPath, { metadata: { generateName: "job-" } });

  assert.match(created.metadata.name, /^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  assert.equal(created.metadata.generateName, "job-");
});

test("unknown and duplicate fields are warned of by default, refused by Strict, and passed over by Ignore", async () => {
  const { send } = startTestServer();
  const body = '{"metadata":{"name":"a"},"data":{"k":"1","k":"2"},"bogus":1}';

  const warned = await send("POST", configMapsPath, body);
  const strict = await send("POST", `${configMapsPath}?fieldValidation=Strict`, body.replace('"a"', '"b"'));
  const ignored = await send("POST", `${configMapsPath}?fieldValidation=Ignore`, body.replace('"a"', '"c"'));
  const unknown = await send("POST", `${configMapsPath}?fieldValidation=Foo`, body);

  assert.equal(warned.status, 201);
  assert.deepEqual(warned.headers["warning"], [
    '299 - "duplicate field \\"data.k\\""',
    '299 - "unknown field \\"bogus\\""',
  ]);
  assert.equal(strict.status, 400);
  assert.equal(
    strict.json.message,
    'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.k", unknown field "bogus"',
  );
  assert.equal(ignored.status, 201);
  assert.equal(ignored.headers["warning"], undefined);
  assert.equal(
    unknown.json.message,
    'CreateOptions.meta.k8s.io "" is invalid: fieldValidation: Unsupported value: "Foo": supported values: "", "Ignore", "Strict", "Warn"',
  );
});

test("a dry run answers as if, with a uid and without a version, and stores nothing", async () => {
  const { send, server } = startTestServer();

  const { status, json: answer } = await send("POST", `${configMapsPath}?dryRun=All`, { metadata: { name: "a" } });
  const wrong = await send("POST", `${configMapsPath}?dryRun=true`, { metadata: { name: "a" } });

  assert.equal(status, 201);
  assert.equal(typeof answer.metadata.uid, "string");
  assert.equal("resourceVersion" in answer.metadata, false);
  assert.equal(server.engine.store.revision, 1);
  assert.equal(
    wrong.json.message,
    'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["true"]: supported values: "All"',
  );
});

test("a body in YAML is taken, one in protobuf or CBOR is refused with what would be taken", async () => {
  const { send } = startTestServer();

  const yaml = await send("POST", configMapsPath, "metadata: {name: a}\ndata: {k: 'yes'}\n", {
    "content-type": "application/yaml",
  });
  const protobuf = await send("POST", configMapsPath, "k8s\0", {
    "content-type": "application/vnd.kubernetes.protobuf",
  });

  assert.deepEqual(yaml.json.data, { k: "yes" });
  assert.equal(protobuf.status, 415);
  assert.equal(protobuf.json.reason, "UnsupportedMediaType");
  assert.equal(
    protobuf.json.message,
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml",
  );
});

test("an update with an old version conflicts, one without a version overwrites, one that changes nothing is no write", async () => {
  const { send, server } = startTestServer();
  const { json: created } = await send("POST", configMapsPath, { metadata: { name: "a" }, data: { k: "1" } });

  const forced = await send("PUT", `${configMapsPath}/a`, { metadata: { name: "a" }, data: { k: "2" } });
  const stale = await send("PUT", `${configMapsPath}/a`, { ...created, data: { k: "3" } });
  const same = await send("PUT", `${configMapsPath}/a`, forced.json);

  assert.equal(forced.json.metadata.resourceVersion, "3");
  assert.equal(forced.json.metadata.uid, created.metadata.uid);
  assert.equal(stale.status, 409);
  assert.equal(
    stale.json.message,
    'Operation cannot be fulfilled on configmaps "a": the object has been modified; please apply your changes to the latest version and try again',
  );
  assert.deepEqual(same.json, forced.json);
  assert.equal(server.engine.store.revision, 3);
});

test("an update of a kind that demands a version is refused without one", async () => {
  const { send } = startTestServer();
  await send("POST", widgetsPath, { apiVersion: "x.io/v1", kind: "Widget", metadata: { name: "w" } });

  const { status, json: answer } = await send("PUT", `${widgetsPath}/w`, {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w" },
  });

  assert.equal(status, 422);
  assert.equal(
    answer.message,
    'widgets.x.io "w" is invalid: metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  );
});

test.for<[string, string, unknown, number, string]>([
  [
    "of another name",
    "PUT",
    { metadata: { name: "b" } },
    400,
    "the name of the object (b) does not match the name on the URL (a)",
  ],
  [
    "without a name",
    "PUT",
    { metadata: {} },
    400,
    "the name of the object (a based on URL) was undeterminable: name must be provided",
  ],
  [
    "of another uid",
    "PATCH",
    { metadata: { uid: "x" } },
    422,
    'ConfigMap "a" is invalid: metadata.uid: Invalid value: "x": field is immutable',
  ],
  [
    "that sets deletionTimestamp",
    "PATCH",
    { metadata: { deletionTimestamp: "2026-11-20T12:00:00Z" } },
    422,
    'ConfigMap "a" is invalid: metadata.deletionTimestamp: Invalid value: "2026-11-20T12:00:00Z": field is immutable',
  ],
])("an update %s is refused", async ([, method, body, code, message]) => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: answer } = await send(method, `${configMapsPath}/a`, body, method === "PATCH" ? merge : {});

  assert.equal(status, code);
  assert.equal(answer.message, message);
});

test("a PUT of another uid means another object, and conflicts", async () => {
  const { send } = startTestServer();
  const { json: created } = await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: answer } = await send("PUT", `${configMapsPath}/a`, { metadata: { name: "a", uid: "u" } });

  assert.equal(status, 409);
  assert.equal(
    answer.message,
    'Operation cannot be fulfilled on configmaps "a": StorageError: invalid object, Code: 4, Key: /registry/configmaps/default/a, ' +
      `ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: u, UID in object meta: ${created.metadata.uid}`,
  );
});

test("what an update leaves out of the system's metadata is put back", async () => {
  const { send } = startTestServer();
  const { json: created } = await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { json: patched } = await send(
    "PATCH",
    `${configMapsPath}/a`,
    { metadata: { uid: null, creationTimestamp: null, labels: { a: "b" } } },
    merge,
  );

  assert.equal(patched.metadata.uid, created.metadata.uid);
  assert.equal(patched.metadata.creationTimestamp, created.metadata.creationTimestamp);
  assert.deepEqual(patched.metadata.labels, { a: "b" });
});

test("an update or patch of what is not there answers 404", async () => {
  const { send } = startTestServer();

  const put = await send("PUT", `${configMapsPath}/a`, { metadata: { name: "a" } });
  const patch = await send("PATCH", `${configMapsPath}/a`, {}, merge);

  assert.equal(put.json.message, 'configmaps "a" not found');
  assert.equal(patch.status, 404);
});

test("merge and JSON patches change the object as their RFCs say; a patch that changes nothing is no write", async () => {
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
    "JSON patch that is none",
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
])("a %s is refused", async ([name, headers, body, code, message]) => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" }, data: { k: "1" } });
  const query = name.startsWith("force") ? "?force=true" : "";

  const { status, json: answer } = await send("PATCH", `${configMapsPath}/a${query}`, body, headers);

  assert.equal(status, code);
  assert.equal(answer.message, message);
});

test("a strategic merge patch of a custom resource is refused with what would be taken", async () => {
  const { send } = startTestServer();

  const { status, json: answer } = await send(
    "PATCH",
    `${widgetsPath}/w`,
    {},
    { "content-type": "application/strategic-merge-patch+json" },
  );

  assert.equal(status, 415);
  assert.match(
    answer.message,
    /accepted media types include: application\/json-patch\+json, application\/merge-patch\+json/,
  );
});

test("generation counts the changes of the desired state; status changes through its own door alone", async () => {
  const { send } = startTestServer();
  const widget = {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w", generation: 7 },
    spec: { a: 1 },
    status: { s: 1 },
  };

  const created = await send("POST", widgetsPath, widget);
  const labelled = await send(
    "PATCH",
    `${widgetsPath}/w`,
    { metadata: { labels: { a: "b" } }, status: { s: 2 } },
    merge,
  );
  const changed = await send("PATCH", `${widgetsPath}/w`, { spec: { a: 2 } }, merge);
  const status = await send("PATCH", `${widgetsPath}/w/status`, { spec: { a: 3 }, status: { s: 4 } }, merge);

  assert.deepEqual([created.json.metadata.generation, "status" in created.json], [1, false]);
  assert.deepEqual([labelled.json.metadata.generation, "status" in labelled.json], [1, false]);
  assert.equal(changed.json.metadata.generation, 2);
  assert.deepEqual([status.json.metadata.generation, status.json.spec, status.json.status], [2, { a: 2 }, { s: 4 }]);
});

test("a view is read from its parent and written into it", async () => {
  const { send } = startTestServer();
  await send("POST", widgetsPath, {
    apiVersion: "x.io/v1",
    kind: "Widget",
    metadata: { name: "w" },
    spec: { replicas: 2 },
  });

  const scale = await send("GET", `${widgetsPath}/w/scale`);
  const patched = await send("PATCH", `${widgetsPath}/w/scale`, { spec: { replicas: 5 } }, merge);
  const stale = await send("PUT", `${widgetsPath}/w/scale`, scale.json);

  assert.deepEqual([scale.json.kind, scale.json.spec], ["Scale", { replicas: 2 }]);
  assert.deepEqual(patched.json.spec, { replicas: 5 });
  assert.equal((await send("GET", `${widgetsPath}/w`)).json.spec.replicas, 5);
  assert.equal(stale.status, 409);
});

test("keys that are called __proto__, constructor and toString round-trip through creates and patches", async () => {
  const { send } = startTestServer();
  const data = '{"__proto__":"a","constructor":"b","toString":"c"}';

  const created = await send("POST", configMapsPath, `{"metadata":{"name":"a"},"data":${data}}`);
  const merged = await send("PATCH", `${configMapsPath}/a`, '{"metadata":{"labels":{"l":"v"}}}', merge);
  const patched = await send("PATCH", `${configMapsPath}/a`, '{"data":{"__proto__":"z"}}', merge);

  for (const answer of [created, merged]) assert.ok(answer.text.includes(`"data":${data}`));
  assert.ok(patched.text.includes('"__proto__":"z"'));
  assert.equal(Object.getPrototypeOf({}), Object.prototype);
  assert.equal("z" in {}, false);
});

test("a body of 3 MiB is taken, one byte more is refused with 413", async () => {
  const { send } = startTestServer();
  const frame = '{"metadata":{"name":"a"},"data":{"k":""}}';
  const limit = 3 * 1024 * 1024;
  const body = (size: number): string => frame.replace('""', `"${"x".repeat(size - frame.length)}"`);

  const over = await send("POST", configMapsPath, body(limit + 1));
  const at = await send("POST", configMapsPath, body(limit));

  assert.equal(over.status, 413);
  assert.equal(over.json.message, "Request entity too large: limit is 3145728");
  assert.equal(at.status, 201);
});

test("a JSON patch of 10,000 operations is taken, one more is refused with 413", async () => {
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

test("a body that is nested a million levels deep is refused, as JSON and as YAML, and so is a patch", async () => {
  const { send } = startTestServer();
  const nested = `{"metadata":{"name":"a"},"data":${"[".repeat(1_000_000)}`;

  const created = await send("POST", configMapsPath, nested);
  const yaml = await send("POST", configMapsPath, nested, { "content-type": "application/yaml" });
  const patched = await send("PATCH", `${configMapsPath}/a`, nested, merge);

  assert.deepEqual([created.status, yaml.status, patched.status], [400, 400, 400]);
});

test("an admission plugin changes what is stored and its refusal is the answer; a racing write makes an update start over", async () => {
  let isRacing = true;
  const { send } = startTestServer({
    admission: [
      {
        name: "Test",
        mutate({ object, operation }) {
          if (object !== undefined && operation === "CREATE") object.metadata.labels = { mutated: "yes" };
        },
        async validate({ operation, name }) {
          if (operation !== "UPDATE" || name !== "a" || !isRacing) return;
          isRacing = false;
          await send("PATCH", `${configMapsPath}/a`, { data: { racer: "1" } }, merge);
        },
      },
    ],
  });
  const created = await send("POST", configMapsPath, { metadata: { name: "a" } });

  const patched = await send("PATCH", `${configMapsPath}/a`, { data: { mine: "2" } }, merge);

  assert.deepEqual(created.json.metadata.labels, { mutated: "yes" });
  assert.deepEqual(patched.json.data, { racer: "1", mine: "2" });
});

test("strict errors come in the order of the document", async () => {
  const { send } = startTestServer();

  const { headers } = await send(
    "POST",
    configMapsPath,
    '{"bogus":1,"metadata":{"name":"a"},"data":{"k":"1","k":"2"},"more":1}',
  );

  assert.deepEqual(headers["warning"], [
    '299 - "unknown field \\"bogus\\""',
    '299 - "duplicate field \\"data.k\\""',
    '299 - "unknown field \\"more\\""',
  ]);
});

test("a wrong version of a custom resource is refused by its version, a wrong kind by its kind", async () => {
  const { send } = startTestServer();

  const version = await send("POST", widgetsPath, { apiVersion: "x.io/v2", kind: "Widget", metadata: { name: "w" } });
  const kind = await send("POST", widgetsPath, { apiVersion: "x.io/v1", kind: "Foo", metadata: { name: "w" } });

  assert.equal(
    version.json.message,
    "the API version in the data (x.io/v2) does not match the expected API version (x.io/v1)",
  );
  assert.equal(kind.status, 422);
  assert.equal(kind.json.message, 'Foo.x.io "w" is invalid: kind: Invalid value: "Foo": must be Widget');
});
