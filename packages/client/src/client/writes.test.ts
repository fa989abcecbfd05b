import assert from "node:assert/strict";

import { Unstructured, isConflict, isTooManyRequests } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { test } from "vitest";

import { isUnknownKindError } from "../errors.ts";
import { answerJson, answerStatus } from "../testdata/fake-transport.ts";
import { createFixture, key, MyJob, path, stored } from "../testdata/fixture.ts";

test("create() finds the resource of an object by a registered descriptor, and never repeats a POST", async () => {
  const { client, requests } = createFixture(
    ({ method }) =>
      method === "POST"
        ? answerStatus(429, "TooManyRequests", { headers: { "retry-after": "1" } })
        : answerJson(stored),
    [],
  );
  await client.get(MyJob, key);

  await assert.rejects(
    client.create(MyJob, { apiVersion: stored.apiVersion, kind: "MyJob", metadata: key }),
    isTooManyRequests,
  );

  assert.deepEqual(
    requests.map(({ method }) => method),
    ["GET", "POST"],
  );
  assert.equal(requests[1]?.path, `${path}?fieldManager=me&fieldValidation=Strict`);
});

test("an object of an unknown kind is rejected with advice", async () => {
  const { client } = createFixture(() => answerJson({ kind: "APIGroupDiscoveryList", items: [] }), []);
  const object = { apiVersion: "x.dev/v1", kind: "Thing", metadata: key };

  await assert.rejects(client.create(Unstructured, object), (error: Error) => {
    assert.equal(
      error.message,
      'Cannot create Thing: kind "Thing" of "x.dev/v1" is not known: pass its descriptor in createClient({ types }), or install it',
    );
    return isUnknownKindError(error);
  });
  await assert.rejects(client.create(Unstructured, { metadata: { name: "x" } }), {
    message: 'Cannot create object "x": apiVersion is "" and kind is "", both must be set',
  });
});

test("patchStatus() sends only the fields that differ, with the version that was read", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  await client.patchStatus(stored, { phase: "running", retries: 2 });
  await client.patchStatus(stored, { retries: undefined }, { optimisticLock: true });

  assert.equal(requests[0]?.method, "PATCH");
  assert.equal(requests[0]?.path, `${path}/pi/status?fieldManager=me&fieldValidation=Strict`);
  assert.equal(requests[0]?.headers["content-type"], "application/merge-patch+json");
  assert.deepEqual(
    requests.map(({ body }) => JSON.parse(body) as unknown),
    [
      { metadata: { resourceVersion: "41" }, status: { phase: "running" } },
      { metadata: { resourceVersion: "41" }, status: { retries: null } },
    ],
  );
});

test("patchStatus() sends nothing when nothing differs", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  const same = await client.patchStatus(stored, { phase: "pending", conditions: undefined });

  assert.equal(same, stored);
  assert.equal(requests.length, 0);
});

test("delete() of an object has its uid as precondition, and succeeds if the object is gone", async () => {
  const gone =
    'Operation cannot be fulfilled on MyJob "pi": the UID in the precondition (u1) does not match the UID in record (u2). The object might have been deleted and then recreated';
  const below = "Operation cannot be fulfilled: Precondition failed: UID in precondition: u1, UID in object meta: u2";
  const answers = [
    answerStatus(200, ""),
    answerStatus(404, "NotFound", { details: { name: "pi" } }),
    answerStatus(409, "Conflict", { message: gone }),
    answerStatus(409, "Conflict", { message: below }),
    answerStatus(409, "Conflict", { message: "the namespace is being emptied" }),
  ];
  const { client, requests } = createFixture(() => answers.shift() ?? answerStatus(500, ""));

  await client.delete(stored, { propagationPolicy: "Foreground" });
  await client.delete(stored);
  await client.delete(stored);
  await client.delete(stored);
  await assert.rejects(client.delete(stored), isConflict);

  assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), {
    kind: "DeleteOptions",
    apiVersion: "v1",
    preconditions: { uid: "u1" },
    propagationPolicy: "Foreground",
  });
});

test("delete() by key deletes the object with that name, deleteAllOf() the matching objects of one namespace", async () => {
  const { client, requests } = createFixture(() => answerStatus(200, ""));

  await client.delete(MyJob, key);
  await client.deleteAllOf(MyJob, { namespace: "default", labelSelector: "app=web" });
  await assert.rejects(client.deleteAllOf(MyJob), /namespace is not set/u);

  assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), { kind: "DeleteOptions", apiVersion: "v1" });
  assert.deepEqual(
    requests.map((request) => `${request.method} ${request.path}`),
    [`DELETE ${path}/pi`, `DELETE ${path}?labelSelector=app%3Dweb`],
  );
});

test("the requests and responses of a subresource have its kind", async () => {
  const { client, requests } = createFixture(() => answerJson({ kind: "Scale", spec: { replicas: 3 } }));
  const scale = client.subresource<KubernetesObject & { spec?: { replicas: number } }>(MyJob, key, "scale");

  assert.equal((await scale.get()).spec?.replicas, 3);
  await scale.update({ apiVersion: "autoscaling/v1", kind: "Scale", metadata: key, spec: { replicas: 5 } });

  assert.deepEqual(
    requests.map((request) => `${request.method} ${request.path}`),
    [`GET ${path}/pi/scale`, `PUT ${path}/pi/scale?fieldManager=me&fieldValidation=Strict`],
  );
});
