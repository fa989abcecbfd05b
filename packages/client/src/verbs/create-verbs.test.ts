import assert from "node:assert/strict";

import { createVirtualClock } from "@kubewright/async";
import { test } from "vitest";

import { answerJson, answerStatus, answerText, createFakeTransport } from "../testdata/fake-transport.ts";
import { createFixture, key, MyJob, Node, path, stored } from "../testdata/fixture.ts";
import { createClient } from "../client/create-client.ts";

test("a name is encoded as one segment of the path", async () => {
  const { client, requests } = createFixture(() => answerJson(stored), [MyJob, Node]);

  await client.get(MyJob, { namespace: "a/../b", name: "x?y=z#%2f" });
  await client.get(Node, { name: "system:node" });
  await assert.rejects(client.get(MyJob, { namespace: "default", name: ".." }), /".." is not a name/u);
  await assert.rejects(client.get(MyJob, { namespace: "default", name: "" }), /the name is empty/u);
  await assert.rejects(client.get(MyJob, { name: "pi" }), {
    message: 'Cannot address MyJob "pi": it has no namespace, and myjobs are namespaced',
  });

  assert.deepEqual(
    requests.map((request) => request.path),
    ["/apis/batch.example.dev/v1beta1/namespaces/a%2F..%2Fb/myjobs/x%3Fy%3Dz%23%252f", "/api/v1/nodes/system:node"],
  );
});

test("each type of patch is sent with its media type", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  await client.patch(stored, { type: "merge", body: { spec: { image: "x" } } });
  await client.patch(stored, { type: "strategic", body: {} });
  await client.patch(MyJob, key, { type: "json", body: [{ op: "remove", path: "/spec" }] }, { subresource: "scale" });
  await client.apply(MyJob, stored, { force: true, fieldManager: "other" });

  assert.deepEqual(
    requests.map((request) => `${String(request.headers["content-type"])} ${request.path.slice(path.length)}`),
    [
      "application/merge-patch+json /pi?fieldManager=me&fieldValidation=Strict",
      "application/strategic-merge-patch+json /pi?fieldManager=me&fieldValidation=Strict",
      "application/json-patch+json /pi/scale?fieldManager=me&fieldValidation=Strict",
      "application/apply-patch+yaml /pi?fieldManager=other&fieldValidation=Strict&force=true",
    ],
  );
});

test("only lists accept gzip", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  await client.get(MyJob, key);
  await Array.fromAsync(client.list(MyJob)).catch(() => []);
  await Array.fromAsync(client.watch(MyJob)).catch(() => []);

  assert.deepEqual(
    requests.map(({ acceptsGzip }) => acceptsGzip),
    [false, true, false],
  );
});

test("metadataOnly requests PartialObjectMetadata by the Accept header of get and watch", async () => {
  const { client, requests } = createFixture(() => answerJson(stored));

  await client.raw.get(MyJob, key, { metadataOnly: true });
  await Array.fromAsync(client.raw.watch(MyJob, { metadataOnly: true })).catch(() => []);

  for (const { headers } of requests) {
    assert.equal(headers["accept"], "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io");
  }
  assert.equal(requests.length, 2);
});

test("a streamed list requests initial events that are not older than a version", async () => {
  const { client, requests } = createFixture(() => answerText(""));

  await Array.fromAsync(client.raw.watch(MyJob, { sendInitialEvents: true, timeoutSeconds: 300 }));

  assert.equal(
    requests[0]?.path,
    "/apis/batch.example.dev/v1beta1/myjobs?watch=true&resourceVersionMatch=NotOlderThan&sendInitialEvents=true&allowWatchBookmarks=true&timeoutSeconds=300",
  );
});

test("a request that gets 429 or 503 with Retry-After is retried after this time, a bounded number of times", async () => {
  const { client, requests, clock } = createFixture(() =>
    answerStatus(503, "ServiceUnavailable", { headers: { "retry-after": "2" } }),
  );

  const result = client.get(MyJob, key).catch((error: unknown) => error);
  await clock.advance(1_999);
  assert.equal(requests.length, 1);
  await clock.advance(60_000);

  assert.equal(requests.length, 6);
  assert.match(String(await result), /ServiceUnavailable/u);
});

test("the delay in a Status has the same limit as Retry-After", async () => {
  const details = { retryAfterSeconds: 1_000_000 };
  const { client, requests, clock } = createFixture(() => answerStatus(429, "TooManyRequests", { details }));

  const result = client.get(MyJob, key).catch((error: unknown) => error);
  await clock.advance(6 * 360_000);

  assert.equal(requests.length, 6);
  assert.match(String(await result), /TooManyRequests/u);
});

test("a request that gets 500, or 503 without Retry-After, is not retried", async () => {
  const { client, requests } = createFixture(({ path: asked }) => answerStatus(asked.endsWith("/pi") ? 500 : 503, ""));

  await assert.rejects(client.get(MyJob, key));
  await assert.rejects(client.get(MyJob, { ...key, name: "e" }));

  assert.equal(requests.length, 2);
});

test("an abort ends the wait before a retry, with its reason", async () => {
  const { client, clock } = createFixture(() =>
    answerStatus(429, "TooManyRequests", { headers: { "retry-after": "100" } }),
  );
  const end = new AbortController();

  const result = client.get(MyJob, key, { signal: end.signal }).catch((error: unknown) => error);
  await clock.settle();
  const reason = new Error("shutting down");
  end.abort(reason);

  assert.equal(await result, reason);
  assert.equal(clock.pendingTimers, 0);
});

test("a redirect is an error: credentials are not sent to another host", async () => {
  const { client, requests } = createFixture(() => answerText("", 302, { location: "https://evil.example/" }));

  await assert.rejects(client.get(MyJob, key), /the server responded with 302/u);

  assert.equal(requests.length, 1);
});

test("the observer receives warnings of the server and every request, and requests succeed if it throws", async () => {
  const warning = '299 - "spec.old is \\"deprecated\\""';
  const { client, warnings, reports } = createFixture(() =>
    answerJson(stored, 200, { warning: [`${warning}, 299 - "two"`, warning] }),
  );
  const throwing = createClient({
    transport: createFakeTransport(() => answerJson(stored)).transport,
    clock: createVirtualClock(),
    observer: {
      requestEnded() {
        throw new Error("broken observer");
      },
    },
  });

  await client.get(MyJob, key);
  await throwing.get(MyJob, key);

  assert.deepEqual(
    warnings.map(({ text }) => text),
    ['spec.old is "deprecated"', "two", 'spec.old is "deprecated"'],
  );
  assert.deepEqual(reports, [
    { method: "GET", verb: "get", resource: "myjobs", host: "in-process", code: 200, requestBytes: 0, latencyMs: 0 },
  ]);
});

test("lists and watches use the bulk lane, so that writes and other reads never wait behind them", async () => {
  const lanes: string[] = [];
  const { transport } = createFakeTransport(() => answerJson(stored));
  const client = createClient({
    clock: createVirtualClock(),
    types: [MyJob],
    transport: {
      ...transport,
      async request(sent) {
        lanes.push(`${sent.method} ${sent.lane ?? "absent"}`);
        return await transport.request(sent);
      },
    },
  });

  await client.get(MyJob, key);
  await client.raw.update(MyJob, key, "{}", { subresource: "status" });
  await client.delete(MyJob, key);
  await Array.fromAsync(client.raw.watch(MyJob)).catch(() => []);
  await Array.fromAsync(client.raw.listStream(MyJob)).catch(() => []);
  await client.raw.send({ method: "GET", path: "/version" });
  await client.raw.send({ method: "GET", path: "/log", lane: "bulk" });

  assert.deepEqual(lanes, [
    "GET default",
    "PUT default",
    "DELETE default",
    "GET bulk",
    "GET bulk",
    "GET default",
    "GET bulk",
  ]);
});
