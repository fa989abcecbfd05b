import assert from "node:assert/strict";
import { test } from "vitest";
import type { Client } from "./client.ts";
import { answerJson } from "../testdata/fake-transport.ts";
import { createFixture, key, MyJob, path, stored } from "../testdata/fixture.ts";

test("withOptions() sets the namespace, the field manager, the validation and the dry run of calls that leave them out", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));
  const limited = client.withOptions({
    namespace: "default",
    fieldManager: "layer",
    fieldValidation: "Warn",
    dryRun: true,
  });

  await limited.create(MyJob, { metadata: { name: "pi" } });
  await limited.patch(MyJob, { name: "pi" }, { type: "merge", body: {} }, { fieldManager: "own" });
  await limited.delete(MyJob, { name: "pi" });

  assert.deepEqual(
    requests.map((request) => `${request.method} ${request.path}`),
    [
      `POST ${path}?dryRun=All&fieldManager=layer&fieldValidation=Warn`,
      `PATCH ${path}/pi?dryRun=All&fieldManager=own&fieldValidation=Warn`,
      `DELETE ${path}/pi`,
    ],
  );
  assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), {
    apiVersion: "batch.example.dev/v1beta1",
    kind: "MyJob",
    metadata: { name: "pi", namespace: "default" },
  });
  assert.deepEqual(JSON.parse(requests[2]?.body ?? ""), { kind: "DeleteOptions", apiVersion: "v1", dryRun: ["All"] });
});

test("a client that is limited to a namespace rejects keys of another namespace", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  const read = client.withOptions({ namespace: "default" }).get(MyJob, { namespace: "other", name: "pi" });

  await assert.rejects(read, {
    name: "TypeError",
    message: 'Cannot access MyJob "pi" in namespace "other": the client is limited to namespace "default"',
  });
  assert.equal(requests.length, 0);
});

test.each([
  { title: "list()", call: (client: Client) => Array.fromAsync(client.list(MyJob, { namespace: "other" })) },
  { title: "watch()", call: (client: Client) => Array.fromAsync(client.watch(MyJob, { namespace: "other" })) },
  { title: "deleteAllOf()", call: (client: Client) => client.deleteAllOf(MyJob, { namespace: "other" }) },
])("a client that is limited to a namespace rejects $title of another namespace", async ({ call }) => {
  const { client, requests } = createFixture(() => answerJson(stored));

  const limited = client.withOptions({ namespace: "default" });

  await assert.rejects(Promise.try<unknown, [Client]>(call, limited), {
    name: "TypeError",
    message: 'Cannot access myjobs in namespace "other": the client is limited to namespace "default"',
  });
  assert.equal(requests.length, 0);
});

test("the signal of withOptions() aborts calls in addition to their own", async () => {
  const { client } = createFixture(() => answerJson(stored));
  const bound = client.withOptions({ signal: AbortSignal.abort(new Error("over")) });

  await assert.rejects(bound.get(MyJob, key, { signal: new AbortController().signal }), { message: "over" });
});

test("intercept() receives each request of composed calls, and may return its result", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));
  const seen: string[] = [];
  const intercepted = client.intercept((next) => ({
    async get({ type, key: read }) {
      seen.push(`get ${type.kind} ${read.name}`);
      return undefined;
    },
    async create(call) {
      seen.push(`create ${call.object.metadata?.name}`);
      return await next.create(call);
    },
  }));

  await intercepted.createOrUpdate(MyJob, key, () => ({}));

  assert.deepEqual(seen, ["get MyJob pi", "create pi"]);
  assert.deepEqual(
    requests.map(({ method }) => method),
    ["POST"],
  );
});

test("an object whose kind is not that of the descriptor is rejected before it is sent", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  await assert.rejects(client.create(MyJob, { apiVersion: "v1", kind: "MyJob", metadata: key }), {
    name: "TypeError",
    message: 'Cannot create MyJob "pi": apiVersion is "v1", must be "batch.example.dev/v1beta1" or absent',
  });
  assert.equal(requests.length, 0);
});

test("a patch with an optimistic lock has the version of the object, as a field or as a test", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));
  const lock = { optimisticLock: true };

  await client.patch(stored, { type: "merge", body: { metadata: { labels: { a: "b" } } } }, lock);
  await client.patch(stored, { type: "json", body: [{ op: "remove", path: "/spec" }] }, lock);

  const { resourceVersion } = stored.metadata;
  assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), { metadata: { labels: { a: "b" }, resourceVersion } });
  assert.deepEqual(JSON.parse(requests[1]?.body ?? ""), [
    { op: "test", path: "/metadata/resourceVersion", value: resourceVersion },
    { op: "remove", path: "/spec" },
  ]);
});

test("patchStatus() by key sets the fields and removes those that are undefined", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  await client.patchStatus(MyJob, key, { phase: "running", retries: undefined });

  assert.equal(requests[0]?.path, `${path}/pi/status?fieldManager=me&fieldValidation=Strict`);
  assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), { status: { phase: "running", retries: null } });
});

test("a patch by key with an optimistic lock is rejected, because a key has no version", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));
  const lock = { optimisticLock: true } as object; // As a program without types passes it.

  await assert.rejects(client.patch(MyJob, key, { type: "merge", body: {} }, lock), {
    name: "TypeError",
    message: 'Cannot patch MyJob "default/pi": optimisticLock is true, which needs an object instead of a key',
  });
  await assert.rejects(client.patchStatus(MyJob, key, { phase: "running" }, lock), { name: "TypeError" });
  assert.equal(requests.length, 0);
});

test("withOptions({ leadership }) rejects writes while this process does not lead, and aborts those in flight when it stops leading", async () => {
  const { client, requests } = createFixture(({ method }) => {
    if (method === "PUT") ended.abort(new Error("lost"));
    return answerJson(stored);
  });
  const ended = new AbortController();
  let isLeading = false;
  const assertLeading = (): void => {
    if (!isLeading) throw new Error("not the leader");
  };
  const fenced = client.withOptions({ leadership: { signal: ended.signal, assertLeading } });
  const update = { apiVersion: stored.apiVersion, kind: "MyJob", metadata: key };

  const rejected = [
    fenced.create(MyJob, { metadata: key }),
    fenced.update(MyJob, update),
    fenced.patchStatus(MyJob, key, { phase: "running" }),
    fenced.delete(MyJob, key),
    fenced.deleteAllOf(MyJob, { namespace: "default" }),
  ];
  for (const write of rejected) await assert.rejects(write, { message: "not the leader" });
  await fenced.get(MyJob, key);
  isLeading = true;
  await fenced.update(MyJob, update);
  const aborted = fenced.delete(MyJob, key);

  await assert.rejects(aborted, { message: "lost" });
  assert.deepEqual(
    requests.map(({ method }) => method),
    ["GET", "PUT"],
  );
});
