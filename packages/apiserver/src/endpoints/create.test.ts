import assert from "node:assert/strict";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
const widgetsPath = "/apis/x.io/v1/namespaces/default/widgets";

test("a create responds with 201 and the stored object, in which the server sets the system metadata", async () => {
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
    "an unknown version",
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
])("a create with %s is rejected with the message of kube-apiserver", async ([, body, code, reason, message]) => {
  const { send, server } = startTestServer();

  const { status, json: result } = await send("POST", configMapsPath, body);

  assert.equal(status, code);
  assert.equal(result.message, message);
  assert.equal(result.reason, reason);
  assert.equal(result.code, code);
  assert.equal(result.kind, "Status");
  assert.equal(server.engine.store.revision, 1);
});

test("a second create with the same name gets 409 AlreadyExists", async () => {
  const { send } = startTestServer();
  await send("POST", configMapsPath, { metadata: { name: "a" } });

  const { status, json: result } = await send("POST", configMapsPath, { metadata: { name: "a" } });

  assert.equal(status, 409);
  assert.equal(result.message, 'configmaps "a" already exists');
  assert.deepEqual(result.details, { name: "a", kind: "configmaps" });
});

test("generateName generates a name of the prefix and five characters, and remains in the object", async () => {
  const { send } = startTestServer();

  const { json: created } = await send("POST", configMapsPath, { metadata: { generateName: "job-" } });

  assert.match(created.metadata.name, /^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/);
  assert.equal(created.metadata.generateName, "job-");
});

test("unknown and duplicate fields cause warnings by default, an error with Strict, and nothing with Ignore", async () => {
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

test("a dry run of a create responds with a uid and without a resourceVersion, and stores nothing", async () => {
  const { send, server } = startTestServer();

  const { status, json: result } = await send("POST", `${configMapsPath}?dryRun=All`, { metadata: { name: "a" } });
  const wrong = await send("POST", `${configMapsPath}?dryRun=true`, { metadata: { name: "a" } });

  assert.equal(status, 201);
  assert.equal(typeof result.metadata.uid, "string");
  assert.equal("resourceVersion" in result.metadata, false);
  assert.equal(server.engine.store.revision, 1);
  assert.equal(
    wrong.json.message,
    'CreateOptions.meta.k8s.io "" is invalid: dryRun: Unsupported value: ["true"]: supported values: "All"',
  );
});

test("a body in YAML is accepted, and a body in CBOR is rejected with the supported media types", async () => {
  const { send } = startTestServer();

  const yaml = await send("POST", configMapsPath, "metadata: {name: a}\ndata: {k: 'yes'}\n", {
    "content-type": "application/yaml",
  });
  const cbor = await send("POST", configMapsPath, "\u00a0", { "content-type": "application/cbor" });

  assert.deepEqual(yaml.json.data, { k: "yes" });
  assert.equal(cbor.status, 415);
  assert.equal(cbor.json.reason, "UnsupportedMediaType");
  assert.equal(
    cbor.json.message,
    "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, " +
      "application/vnd.kubernetes.protobuf",
  );
});

test("strict errors are in the order of the document", async () => {
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

test("the errors for a custom resource with a wrong version or a wrong kind name the version or the kind", async () => {
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
