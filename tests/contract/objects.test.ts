// One object: create, get, update, metadata, status.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod } from "@kubewright/api/core/v1";
import { isAlreadyExists, isBadRequest, isConflict, isInvalid, isNotFound } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const secondsInUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u;

function configMap(name: string, data: Readonly<Record<string, string>> = {}): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name }, data };
}

function pod(name: string): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace, name },
    spec: { containers: [{ name: "main", image: "example.com/main:1" }] },
  };
}

function deployment(name: string): Deployment {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace, name },
    spec: {
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: { containers: [{ name: "main", image: "example.com/main:1" }] },
      },
    },
  };
}

test("the server sets the identity of a created object and ignores what the client sent", async () => {
  const sent = { ...configMap("identity"), metadata: { namespace, name: "identity", uid: "mine", selfLink: "mine" } };

  const { metadata } = await server.client.create(ConfigMap, sent);

  expect(metadata.uid).toMatch(uuid);
  expect(metadata.creationTimestamp).toMatch(secondsInUtc);
  expect(metadata.resourceVersion).toMatch(/^[1-9]\d*$/u);
  expect(metadata.generation).toBeUndefined();
});

test("get() returns what create() has stored, and undefined for an absent object", async () => {
  const created = await server.client.create(ConfigMap, configMap("there", { a: "1" }));

  expect(await server.client.get(ConfigMap, { namespace, name: "there" })).toEqual(created);
  expect(await server.client.get(ConfigMap, { namespace, name: "not-there" })).toBeUndefined();
});

test("a second object of the same name is rejected, and the first one is unchanged", async () => {
  const first = await server.client.create(ConfigMap, configMap("taken", { a: "1" }));

  const error = await refusal(server.client.create(ConfigMap, configMap("taken", { a: "2" })));

  expect(isAlreadyExists(error)).toBe(true);
  expect(error.status).toMatchObject({
    code: 409,
    message: 'configmaps "taken" already exists',
    details: { name: "taken", kind: "configmaps" },
  });
  expect(await server.client.get(ConfigMap, first.metadata)).toEqual(first);
});

test("generateName results in a name of the prefix and five characters, and stays in the object", async () => {
  const made = await server.client.create(ConfigMap, {
    metadata: { namespace, generateName: "made-" },
  });

  expect(made.metadata.name).toMatch(/^made-[bcdfghjklmnpqrstvwxz2456789]{5}$/u);
  expect(made.metadata.generateName).toBe("made-");
});

test("an object without a name is rejected", async () => {
  const error = await refusal(server.client.create(ConfigMap, { metadata: { namespace } }));

  expect(error.status).toMatchObject({
    code: 422,
    message: 'ConfigMap "" is invalid: metadata.name: Required value: name or generateName is required',
  });
});

test("an object is rejected in a namespace that does not exist, whose list is empty", async () => {
  const nowhere = server.uniqueName("nowhere-");

  const error = await refusal(
    server.client.create(ConfigMap, {
      metadata: { namespace: nowhere, name: "a" },
    }),
  );
  const listed = await Array.fromAsync(server.client.list(ConfigMap, { namespace: nowhere }));

  expect(isNotFound(error)).toBe(true);
  expect(error.status.message).toBe(`namespaces "${nowhere}" not found`);
  expect(listed).toEqual([]);
});

test("a new namespace is active and has its name as a label", async () => {
  const found = await server.client.get(Namespace, { name: namespace });

  expect(found).toMatchObject({
    metadata: { labels: { "kubernetes.io/metadata.name": namespace } },
    spec: { finalizers: ["kubernetes"] },
    status: { phase: "Active" },
  });
});

test("a dry run returns the same response as the write and stores nothing", async () => {
  const answered = await server.client.create(ConfigMap, configMap("dry", { a: "1" }), { dryRun: true });

  expect(answered.metadata.uid).toMatch(uuid);
  expect(answered.metadata.resourceVersion ?? "").toBe("");
  expect(await server.client.get(ConfigMap, { namespace, name: "dry" })).toBeUndefined();
});

test("dry runs of an update and of a delete do not change the object", async () => {
  const stored = await server.client.create(ConfigMap, configMap("dry-update", { a: "1" }));

  const answered = await server.client.update(ConfigMap, { ...stored, data: { a: "2" } }, { dryRun: true });
  await server.client.delete(stored, { dryRun: true });

  expect(answered.data).toEqual({ a: "2" });
  expect(await server.client.get(ConfigMap, stored.metadata)).toEqual(stored);
});

test("an update with a version needs the latest version", async () => {
  const first = await server.client.create(ConfigMap, configMap("versions", { a: "1" }));
  const second = await server.client.update(ConfigMap, { ...first, data: { a: "2" } });

  const error = await refusal(server.client.update(ConfigMap, { ...first, data: { a: "3" } }));

  expect(isConflict(error)).toBe(true);
  expect(error.status.message).toBe(
    'Operation cannot be fulfilled on configmaps "versions": the object has been modified; please apply your changes to the latest version and try again',
  );
  expect(Number(second.metadata.resourceVersion)).toBeGreaterThan(Number(first.metadata.resourceVersion));
});

test("an update without a version replaces the stored object", async () => {
  await server.client.create(ConfigMap, configMap("last-wins", { a: "1", b: "1" }));

  const updated = await server.client.update(ConfigMap, configMap("last-wins", { a: "2" }));

  expect(updated.data).toEqual({ a: "2" });
});

test("an update that changes nothing keeps the version", async () => {
  const stored = await server.client.create(ConfigMap, configMap("no-op", { a: "1" }));

  const updated = await server.client.update(ConfigMap, stored);

  expect(updated).toEqual(stored);
});

test("an update keeps the uid and the creationTimestamp", async () => {
  const stored = await server.client.create(ConfigMap, configMap("identity-kept", { a: "1" }));

  const updated = await server.client.update(ConfigMap, configMap("identity-kept", { a: "2" }));

  expect(updated.metadata.uid).toBe(stored.metadata.uid);
  expect(updated.metadata.creationTimestamp).toBe(stored.metadata.creationTimestamp);
});

test("an update of an absent object is rejected", async () => {
  const error = await refusal(server.client.update(ConfigMap, configMap("absent")));

  expect(isNotFound(error)).toBe(true);
  expect(error.status).toMatchObject({ code: 404, message: 'configmaps "absent" not found' });
});

test("an update with another uid is a conflict", async () => {
  const stored = await server.client.create(ConfigMap, configMap("other-uid"));
  const metadata = { ...stored.metadata, uid: "00000000-0000-4000-8000-000000000000" };

  const error = await refusal(server.client.update(ConfigMap, { ...stored, metadata }));

  expect(isConflict(error)).toBe(true);
});

test("a body that names another object than the path is rejected", async () => {
  const body = JSON.stringify(configMap("one"));

  const error = await refusal(server.client.raw.update(ConfigMap, { namespace, name: "two" }, body));

  expect(isBadRequest(error)).toBe(true);
  expect(error.status.message).toBe("the name of the object (one) does not match the name on the URL (two)");
});

test("labels, annotations and finalizers are validated", async () => {
  const metadata = {
    namespace,
    name: "metadata",
    labels: { "not a key": "v", ok: "not a value" },
    finalizers: ["unqualified"],
  };

  const error = await refusal(server.client.create(ConfigMap, { metadata }));

  expect(isInvalid(error)).toBe(true);
  expect(error.status.details?.causes?.map(({ reason, field }) => [reason, field])).toEqual([
    ["FieldValueInvalid", "metadata.labels"],
    ["FieldValueInvalid", "metadata.labels"],
    ["FieldValueInvalid", "metadata.finalizers[0]"],
  ]);
});

test("generation counts changes of the spec only", async () => {
  const created = await server.client.create(Deployment, deployment("counted"));
  const labelled = await server.client.patch(created, { type: "merge", body: { metadata: { labels: { a: "1" } } } });
  const scaled = await server.client.patch(created, { type: "merge", body: { spec: { replicas: 3 } } });
  const reported = await server.client.patchStatus(scaled, { observedGeneration: 2 });

  expect([created, labelled, scaled, reported].map(({ metadata }) => metadata.generation)).toEqual([1, 1, 2, 2]);
});

test("the status of a create is replaced with the defaults of the kind", async () => {
  const created = await server.client.create(Pod, {
    ...pod("no-status"),
    status: { phase: "Running", message: "mine" },
  });

  expect(created.status?.phase).toBe("Pending");
  expect(created.status?.message).toBeUndefined();
  expect(created.spec).toMatchObject({ restartPolicy: "Always", terminationGracePeriodSeconds: 30 });
});

test("the status subresource changes the status only, and the main resource everything else", async () => {
  const created = await server.client.create(Deployment, deployment("apart"));

  const reported = await server.client.updateStatus(Deployment, {
    ...created,
    spec: { ...created.spec, replicas: 9 },
    status: { replicas: 1 },
  } as Deployment);
  const updated = await server.client.update(Deployment, {
    ...reported,
    spec: { ...reported.spec, replicas: 2 },
    status: { replicas: 7 },
  } as Deployment);

  expect(reported).toMatchObject({ spec: { replicas: 1 }, status: { replicas: 1 } });
  expect(updated).toMatchObject({ spec: { replicas: 2 }, status: { replicas: 1 } });
});

test("the status of a kind without a status subresource is 404", async () => {
  await server.client.create(ConfigMap, configMap("without-status"));

  const error = await refusal(
    server.client.raw.get(ConfigMap, { namespace, name: "without-status" }, { subresource: "status" }),
  );

  expect(error.status).toMatchObject({ code: 404, message: "the server could not find the requested resource" });
});

test.for([
  ["\\ud800", "\ufffd"],
  ["a\\udc00b", "a\ufffdb"],
  ["\\ud83d\\ude00", "\u{1f600}"],
  ["\\ud83d\\ud83d\\ude00", "\ufffd\u{1f600}"],
  ["\\\\ud800", "\\ud800"],
])("the string %j of a body is read as %j", async ([escaped, text]) => {
  const { status, body } = await sendRequest(server.transport, {
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/configmaps`,
    body: `{"metadata":{"generateName":"escaped-"},"data":{"a":"${escaped}"}}`,
  });

  expect(status).toBe(201);
  expect(body).toHaveProperty("data.a", text);
});
