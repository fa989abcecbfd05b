import assert from "node:assert/strict";

import { isExpired, isNotFound } from "@kubewright/apimachinery";
import { test } from "vitest";

import { answerJson, answerStatus, answerText } from "../testdata/fake-transport.ts";
import { createFixture, key, MyJob, path, stored } from "../testdata/fixture.ts";

test("get() returns the object with its kind, and undefined if the object does not exist", async () => {
  const { client, requests } = createFixture((request) =>
    request.path.endsWith("/pi")
      ? answerJson({ metadata: stored.metadata, spec: { image: "perl" } })
      : answerStatus(404, "NotFound", { details: { name: "e", group: "batch.example.dev", kind: "myjobs" } }),
  );

  const job = await client.get(MyJob, key);
  const none = await client.get(MyJob, { namespace: "default", name: "e" });

  assert.deepEqual(job, {
    apiVersion: stored.apiVersion,
    kind: "MyJob",
    metadata: stored.metadata,
    spec: { image: "perl" },
  });
  assert.equal(none, undefined);
  assert.equal(requests[0]?.path, `${path}/pi`);
  assert.equal(requests[0]?.headers["accept"], "application/json");
});

test("get() throws when the kind itself is not served", async () => {
  const { client } = createFixture(() => answerText("404 page not found\n", 404));

  await assert.rejects(client.get(MyJob, key), (error: Error) => {
    assert.equal(
      error.message,
      'Cannot get MyJob "default/pi": NotFound: the server responded with 404: 404 page not found',
    );
    return isNotFound(error);
  });
});

test("a Status without a kind, which the timeout filter of kube-apiserver sends, is thrown as the error", async () => {
  const text =
    '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n';
  const { client } = createFixture(() => answerText(text, 504));

  await assert.rejects(client.get(MyJob, key), {
    message: 'Cannot get MyJob "default/pi": Timeout: Timeout: request did not complete within the allotted timeout',
  });
});

test("integers beyond 2^53 are read and written without loss", async () => {
  const body = '{"metadata":{"name":"pi"},"spec":{"big":9007199254740993}}';
  const { client, requests } = createFixture(() => answerText(body));

  const job = await client.get(MyJob, key);
  await client.update(MyJob, {
    apiVersion: stored.apiVersion,
    kind: "MyJob",
    ...job,
    metadata: { ...key },
  });

  assert.match(requests[1]?.body ?? "", /"big":9007199254740993/u);
});

test("list() reads all pages and sets the kind of each item", async () => {
  const { client, requests } = createFixture(({ path: asked }) =>
    asked.includes("continue=")
      ? answerText('{"metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"c"}}]}')
      : answerText(
          '{"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}],"metadata":{"resourceVersion":"7","continue":"t/1="}}',
        ),
  );

  const jobs = await Array.fromAsync(
    client.list(MyJob, { labelSelector: { matchLabels: { app: "web" } }, pageSize: 2 }),
  );

  assert.deepEqual(
    jobs.map((job) => `${job.kind} ${job.metadata.name}`),
    ["MyJob a", "MyJob b", "MyJob c"],
  );
  assert.deepEqual(
    requests.map((request) => request.path),
    [
      "/apis/batch.example.dev/v1beta1/myjobs?labelSelector=app%3Dweb&limit=2",
      "/apis/batch.example.dev/v1beta1/myjobs?labelSelector=app%3Dweb&limit=2&continue=t%2F1%3D",
    ],
  );
});

test("list() throws an error if the server returns the same continue token again", async () => {
  const page = { kind: "MyJobList", metadata: { resourceVersion: "7", continue: "again" }, items: [] };
  const { client, requests } = createFixture(() =>
    requests.length > 5 ? answerStatus(500, "InternalError") : answerJson(page),
  );

  await assert.rejects(Array.fromAsync(client.list(MyJob)), {
    message: "Cannot list myjobs: the server repeats the continue token, so the list has no end",
  });

  assert.equal(requests.length, 2);
});

test("list() throws an error if the server returns the continue token of an earlier page", async () => {
  const { client, requests } = createFixture(() => {
    const token = requests.length % 2 === 0 ? "even" : "odd";
    const items = [{ metadata: { name: token } }];
    return requests.length > 5
      ? answerStatus(500, "InternalError")
      : answerJson({ kind: "MyJobList", metadata: { resourceVersion: "7", continue: token }, items });
  });

  await assert.rejects(Array.fromAsync(client.list(MyJob)), {
    message: "Cannot list myjobs: the server repeats the continue token, so the list has no end",
  });

  assert.equal(requests.length, 3);
});

test("list() throws an error after 1,000 pages without items, and begins to count again after an item", async () => {
  const { client, requests } = createFixture(() => {
    const items = requests.length === 900 ? [{ metadata: { name: "a" } }] : [];
    return answerJson({ kind: "MyJobList", metadata: { resourceVersion: "7", continue: `${requests.length}` }, items });
  });

  await assert.rejects(Array.fromAsync(client.list(MyJob)), {
    name: "ProtocolError",
    message: "Cannot list myjobs: 1000 pages in a row have no items, so the list has no end",
  });

  assert.equal(requests.length, 1900);
});

test("list() stops after the limit, over all pages, and requests no page that is not read", async () => {
  const page =
    '{"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}],"metadata":{"resourceVersion":"7","continue":"t"}}';
  const { client, requests } = createFixture(() => answerText(page));
  const namesWith = (options: object) => Array.fromAsync(client.list(MyJob, options), (job) => job.metadata.name);

  const [three, two] = [await namesWith({ limit: 3, pageSize: 2 }), await namesWith({ limit: 2 })];

  assert.deepEqual(
    [three, two],
    [
      ["a", "b", "a"],
      ["a", "b"],
    ],
  );
  assert.deepEqual(
    requests.map(({ path: requested }) => requested.replace(/.*\?/u, "")),
    ["limit=2", "limit=2&continue=t", "limit=2"],
  );
  assert.throws(() => client.list(MyJob, { limit: 0 }), {
    message: "Cannot list: limit is 0, must be a positive integer",
  });
});

test("list() of metadata only returns objects with their own kind", async () => {
  const { client, requests } = createFixture(() =>
    answerJson({
      metadata: { resourceVersion: "7" },
      items: [{ kind: "PartialObjectMetadata", metadata: { name: "a" } }],
    }),
  );

  const [job] = await Array.fromAsync(client.list(MyJob, { metadataOnly: true }));

  assert.equal(job?.kind, "MyJob");
  assert.equal(requests[0]?.headers["accept"], "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
});

test("watch() yields typed events without bookmarks", async () => {
  const lines = [
    '{"type":"ADDED","object":{"metadata":{"name":"a"}}}',
    '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9"}}}',
    '{"type":"DELETED","object":{"metadata":{"name":"a"}}}',
  ];
  const { client, requests } = createFixture(() => answerText(`${lines.join("\n")}\n`));

  const events = await Array.fromAsync(client.watch(MyJob, { namespace: "default", resourceVersion: "7" }));

  assert.deepEqual(
    events.map(({ type, object }) => `${type} ${object.metadata.name}`),
    ["ADDED a", "DELETED a"],
  );
  assert.match(
    requests[0]?.path ?? "",
    /^\/apis\/.*\?watch=true&resourceVersion=7&allowWatchBookmarks=false&timeoutSeconds=\d+$/u,
  );
});

test("an ERROR event of a watch is thrown as an error with its Status", async () => {
  const status = {
    kind: "Status",
    apiVersion: "v1",
    status: "Failure",
    reason: "Expired",
    message: "too old",
    code: 410,
  };
  const { client } = createFixture(() => answerText(`${JSON.stringify({ type: "ERROR", object: status })}\n`));

  await assert.rejects(Array.fromAsync(client.watch(MyJob)), isExpired);
});
