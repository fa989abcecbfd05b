import { expect, test } from "vitest";
import type { AuditEvent } from "../../filters/audit-event.ts";
import { configure, patching, startWebhookServer, webhook } from "./testdata/webhook-server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";

test("a mutating webhook changes the stored object, and a validating webhook receives the changed object", async () => {
  await using server = startWebhookServer();
  await configure(server, "Mutating", "m", webhook("set"));
  await configure(server, "Validating", "v", webhook("look"));
  server.respond("/set", () => patching({ op: "add", path: "/data", value: { color: "blue" } }));

  const { status, body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(status).toBe(201);
  expect(body.data).toEqual({ color: "blue" });
  expect(server.calls.map(({ path }) => path)).toEqual(["/set?timeout=10s", "/look?timeout=10s"]);
  const [set, look] = server.calls;
  expect(set?.request.object.data).toBeUndefined();
  expect(set?.request.object.metadata.uid).toBeUndefined();
  expect(look?.request.object.data).toEqual({ color: "blue" });
  expect(look?.request.object.metadata.uid).toBe(body.metadata.uid);
});

test("a denial has the message and the code of the webhook", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("no"));
  server.respond("/no", () => ({ allowed: false, status: { code: 403, reason: "Forbidden", message: "not today" } }));

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

test("the audit event has the annotations of webhooks, prefixed with their names, and their mutations", async () => {
  const annotations: (AuditEvent["annotations"] | undefined)[] = [];
  await using server = startWebhookServer({ onAuditEvent: (event) => void annotations.push(event.annotations) });
  await configure(server, "Mutating", "m", webhook("set"));
  await configure(server, "Validating", "v", webhook("no"));
  server.respond("/set", () => ({ auditAnnotations: { color: "blue", "a/b": "no key" } }));
  server.respond("/no", () => ({ allowed: false, auditAnnotations: { reason: "today" } }));

  await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(annotations.at(-1)).toMatchObject({
    "set.hooks.test/color": "blue",
    "no.hooks.test/reason": "today",
    "mutation.webhook.admission.k8s.io/round_0_index_0":
      '{"configuration":"m","webhook":"set.hooks.test","mutated":false}',
  });
});

test("the audit event names the webhooks whose failed calls are ignored, and the second round", async () => {
  const annotations: (AuditEvent["annotations"] | undefined)[] = [];
  await using server = startWebhookServer({ onAuditEvent: (event) => void annotations.push(event.annotations) });
  const busy = webhook("busy", { failurePolicy: "Ignore", reinvocationPolicy: "IfNeeded" });
  await configure(server, "Mutating", "m", busy, webhook("set"));
  await configure(server, "Validating", "v", webhook("none", { rules: [] }), busy);
  server.respond("/busy", () => Promise.reject(new Error("busy")));
  server.respond("/set", () => patching({ op: "add", path: "/data", value: { a: "b" } }));

  await server.send("POST", configMaps, { metadata: { name: "a" } });

  const mutation = (name: string, mutated: boolean): string =>
    `{"configuration":"m","webhook":"${name}.hooks.test","mutated":${mutated}}`;
  expect(annotations.at(-1)).toMatchObject({
    "mutation.webhook.admission.k8s.io/round_0_index_0": mutation("busy", false),
    "failed-open.mutation.webhook.admission.k8s.io/round_0_index_0": "busy.hooks.test",
    "mutation.webhook.admission.k8s.io/round_0_index_1": mutation("set", true),
    "mutation.webhook.admission.k8s.io/round_1_index_0": mutation("busy", false),
    "failed-open.mutation.webhook.admission.k8s.io/round_1_index_0": "busy.hooks.test",
    "failed-open.validating.webhook.admission.k8s.io/round_0_index_0": "busy.hooks.test",
  });
});

test("a review contains all attributes of the request", async () => {
  await using server = startWebhookServer();
  await configure(server, "Validating", "v", webhook("look", { timeoutSeconds: 3 }));

  await server.send("POST", `${configMaps}?fieldManager=tests`, { metadata: { generateName: "a-" }, data: { a: "b" } });

  const [call] = server.calls;
  expect(call?.method).toBe("POST");
  expect(call?.path).toBe("/look?timeout=3s");
  expect(call?.headers).toMatchObject({
    "content-type": "application/json",
    "user-agent": "kube-apiserver-admission",
  });
  expect(call?.review).toMatchObject({ kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" });
  expect(call?.request).toEqual({
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
    kind: { group: "", version: "v1", kind: "ConfigMap" },
    resource: { group: "", version: "v1", resource: "configmaps" },
    requestKind: { group: "", version: "v1", kind: "ConfigMap" },
    requestResource: { group: "", version: "v1", resource: "configmaps" },
    name: call?.request.object.metadata.name,
    namespace: "default",
    operation: "CREATE",
    userInfo: { username: "admin", groups: ["system:masters", "system:authenticated"] },
    object: expect.objectContaining({ kind: "ConfigMap", apiVersion: "v1", data: { a: "b" } }) as unknown,
    oldObject: null,
    dryRun: false,
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "tests" },
  });
});

test("webhooks do not receive webhook configurations, so a webhook that denies everything can be deleted", async () => {
  await using server = startWebhookServer();
  const everything = [{ operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*/*"] }];
  await configure(server, "Validating", "v", webhook("no", { rules: everything }));
  server.respond("/no", () => ({ allowed: false }));

  expect((await server.send("POST", configMaps, { metadata: { name: "a" } })).status).toBe(400);
  const path = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/v";
  expect((await server.send("DELETE", path)).status).toBe(200);
  expect((await server.send("POST", configMaps, { metadata: { name: "a" } })).status).toBe(201);
  expect(server.calls).toHaveLength(1);
});

test("a webhook that prefers v1beta1 receives it, and its patch needs no type", async () => {
  await using server = startWebhookServer();
  await configure(server, "Mutating", "m", webhook("old", { admissionReviewVersions: ["v1beta1", "v1"] }));
  server.respond("/old", () => ({
    ...patching({ op: "add", path: "/data", value: { a: "b" } }),
    patchType: undefined,
  }));

  const { body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(body.data).toEqual({ a: "b" });
  expect(server.calls[0]?.review.apiVersion).toBe("admission.k8s.io/v1beta1");
});

test("a missing namespace is an error if its labels decide whether a webhook matches", async () => {
  await using server = startWebhookServer({ disableAdmissionPlugins: ["NamespaceLifecycle"] });
  await configure(server, "Validating", "v", webhook("x", { namespaceSelector: { matchLabels: { a: "b" } } }));

  const { status, body } = await server.send("POST", "/api/v1/namespaces/absent/configmaps", {
    metadata: { name: "a" },
  });

  expect([status, body.message]).toEqual([404, 'namespaces "absent" not found']);
});

test("a patched object is decoded: unknown fields and empty maps are dropped", async () => {
  await using server = startWebhookServer();
  await configure(server, "Mutating", "m", webhook("x"));
  server.respond("/x", () =>
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
])("a webhook cannot change or remove %s", async ([, operation, status, message]) => {
  await using server = startWebhookServer();
  await configure(server, "Mutating", "m", webhook("x"));
  server.respond("/x", () => patching(operation));

  const { body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect([body.code, body.message]).toEqual([status, message]);
});

test.for([1000, 99999])(
  "a denial with the code %s, which HTTP cannot send, is an error of the client",
  async (code) => {
    await using server = startWebhookServer();
    await configure(server, "Validating", "v", webhook("no"));
    server.respond("/no", () => ({ allowed: false, status: { code, message: "no" } }));

    const { status, body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

    expect([status, body.code]).toEqual([400, 400]);
  },
);

test("the key `__proto__` in a patch is an ordinary key", async () => {
  await using server = startWebhookServer();
  await configure(server, "Mutating", "m", webhook("x"));
  server.respond("/x", () => patching({ op: "add", path: "/__proto__", value: { data: { a: "b" } } }));

  const { status, body } = await server.send("POST", configMaps, { metadata: { name: "a" } });

  expect(status).toBe(201);
  expect(body.data).toBeUndefined();
});
