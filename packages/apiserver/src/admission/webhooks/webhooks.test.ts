import { expect, test } from "vitest";
import { configure, patching, startAskingServer, webhook } from "./testdata/asked.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

test("a mutating webhook changes what is stored, and a validating one sees what it has made", async () => {
  await using server = startAskingServer();
  await configure(server, "Mutating", "m", webhook("set"));
  await configure(server, "Validating", "v", webhook("look"));
  server.answer("/set", () => patching({ op: "add", path: "/data", value: { color: "blue" } }));

  const { status, body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(status).toBe(201);
  expect(body.data).toEqual({ color: "blue" });
  expect(server.asked.map(({ path }) => path)).toEqual(["/set?timeout=10s", "/look?timeout=10s"]);
  const [set, look] = server.asked;
  expect(set?.request.object.data).toBeUndefined();
  expect(set?.request.object.metadata.uid).toBeUndefined();
  expect(look?.request.object.data).toEqual({ color: "blue" });
  expect(look?.request.object.metadata.uid).toBe(body.metadata.uid);
});

test("a webhook that refuses gives the write its message and its code", async () => {
  await using server = startAskingServer();
  await configure(server, "Validating", "v", webhook("no"));
  server.answer("/no", () => ({ allowed: false, status: { code: 403, reason: "Forbidden", message: "not today" } }));

  const { status, body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(status).toBe(403);
  expect(body).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: 'admission webhook "no.hooks.test" denied the request: not today',
    reason: "Forbidden",
    code: 403,
  });
});

test("a review contains all attributes of the request", async () => {
  await using server = startAskingServer();
  await configure(server, "Validating", "v", webhook("look", { timeoutSeconds: 3 }));

  await server.send("POST", `${configMaps}?fieldManager=tests`, { metadata: { generateName: "a-" }, data: { a: "b" } });

  const [asked] = server.asked;
  expect(asked?.method).toBe("POST");
  expect(asked?.path).toBe("/look?timeout=3s");
  expect(asked?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "kube-apiserver-admission",
  });
  expect(asked?.review).toMatchObject({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" });
  expect(asked?.request).toEqual({
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    requestKind: { group: "", version: "v1", kind: "ConfigMap" },
    requestResource: { group: "", version: "v1", resource: "configmaps" },
    name: asked?.request.object.metadata.name,
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
    object: expect.objectContaining({ kind: "ConfigMap", apiVersion: "v1", data: { a: "b" } }) as unknown,
    oldObject: null,
    dryRun: false,
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "tests" },
  });
});

test("nobody is asked about webhook configurations: a webhook that refuses everything can be taken away", async () => {
  await using server = startAskingServer();
  const everything = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }];
  await configure(server, "Validating", "v", webhook("no", { rules: everything }));
  server.answer("/no", () => ({ allowed: false }));

  expect((await server.send("POST", configMaps, { metadata: { name: "a" } })).status).toBe(400);
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/v";
  expect((await server.send("DELETE", path)).status).toBe(200);
  expect((await server.send("POST", configMaps, { metadata: { name: "a" } })).status).toBe(201);
  expect(server.asked).toHaveLength(1);
});

test("a condition in CEL is refused with a word that says why, since to leave it out would ask about what was not meant", async () => {
  await using server = startAskingServer();
  const conditions = [{ name: "c", expression: "object.metadata.name == 'a'" }];

  const { status, body } = await configure(server, "Mutating", "m", webhook("x", { matchConditions: conditions }));

  expect(status).toBe(422);
  expect(body.message).toBe(
    'MutatingWebhookConfiguration.admissionregistration.k8s.io "m" is invalid: webhooks[0].matchConditions: ' +
      "Forbidden: this server does not evaluate CEL expressions yet",
  );
});

test("a webhook of the older version is sent that one, and its patch needs no type", async () => {
  await using server = startAskingServer();
  await configure(server, "Mutating", "m", webhook("old", { admissionReviewVersions: ["v1beta1", "v1"] }));
  server.answer("/old", () => ({ ...patching({ op: "add", path: "/data", value: { a: "b" } }), patchType: undefined }));

  const { body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(body.data).toEqual({ a: "b" });
  expect(server.asked[0]?.review.apiVersion).toBe("admission.k8s.io/v1beta1");
});

test("a namespace that is not there is named, where its labels would decide", async () => {
  await using server = startAskingServer({ disableAdmissionPlugins: ["NamespaceLifecycle"] });
  await configure(server, "Validating", "v", webhook("x", { namespaceSelector: { matchLabels: { a: "b" } } }));

  const { status, body } = await server.send("POST", "/api/v1/namespaces/absent/configmaps", {
    metadata: { name: "a" },
  });

  expect([status, body.message]).toEqual([404, 'namespaces "absent" not found']);
});

test("what a webhook makes of an object without its webhook's fields is what a decoder makes of it", async () => {
  await using server = startAskingServer();
  await configure(server, "Mutating", "m", webhook("x"));
  server.answer("/x", () =>
    patching({ op: "add", path: "/bogus", value: 1 }, { op: "add", path: "/metadata/labels", value: {} }),
  );

  const { body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(body).not.toHaveProperty("bogus");
  expect(body.metadata).not.toHaveProperty("labels");
});

test.for<readonly [what: string, operation: object, status: number, message: string]>([
  [
    "its namespace",
    { op: "replace", path: "/metadata/namespace", value: "kube-system" },
    400,
    "the namespace of the provided object does not match the namespace sent on the request",
  ],
  [
    "its metadata",
    { op: "remove", path: "/metadata" },
    422,
    'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
  ],
  [
    "its kind",
    { op: "replace", path: "/kind", value: "Secret" },
    500,
    "converting (v1.Secret) to (core.ConfigMap): unknown conversion",
  ],
  [
    "the type of its metadata",
    { op: "replace", path: "/metadata", value: "x" },
    500,
    "Internal error occurred: json: cannot unmarshal string into Go struct field ConfigMap.metadata of type v1.ObjectMeta",
  ],
])("a webhook cannot take from an object %s", async ([, operation, status, message]) => {
  await using server = startAskingServer();
  await configure(server, "Mutating", "m", webhook("x"));
  server.answer("/x", () => patching(operation));

  const { body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect([body.code, body.message]).toEqual([status, message]);
});

test("a key of a patch that would be a prototype is a key", async () => {
  await using server = startAskingServer();
  await configure(server, "Mutating", "m", webhook("x"));
  server.answer("/x", () => patching({ op: "add", path: "/__proto__", value: { data: { a: "b" } } }));

  const { status, body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(status).toBe(201);
  expect(body.data).toBeUndefined();
});
