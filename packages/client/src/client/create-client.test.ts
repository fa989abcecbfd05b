import assert from "node:assert/strict";

import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { isConflict, isExpired, isNotFound, isTooManyRequests } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import { isUnknownKindError } from "../errors.ts";
import type { RequestReport, ServerWarning } from "../observer.ts";
import { answerJson, answerStatus, answerText, createFakeTransport } from "../testdata/fake-transport.ts";
import type { FakeRequest } from "../testdata/fake-transport.ts";
import type { Client } from "./client.ts";
import { createClient } from "./create-client.ts";

interface MyJob extends KubernetesObject {
  readonly spec?: { readonly image: string };
  readonly status?: { readonly phase?: string; readonly retries?: number; readonly conditions?: readonly object[] };
}

const MyJob: ResourceType<MyJob> = {
  group: "batch.example.dev",
  version: "v1beta1",
  kind: "MyJob",
  plural: "myjobs",
  namespaced: true,
};
const Node: ResourceType = { group: "", version: "v1", kind: "Node", plural: "nodes", namespaced: false };

const key = { namespace: "default", name: "pi" };
const path = "/apis/batch.example.dev/v1beta1/namespaces/default/myjobs";
const stored = {
  apiVersion: "batch.example.dev/v1beta1",
  kind: "MyJob",
  metadata: { name: "pi", namespace: "default", uid: "u1", resourceVersion: "41", creationTimestamp: "2026-01-01T00:00:00Z" },
  status: { phase: "pending", retries: 2 },
} as unknown as Stored<MyJob>;

interface World {
  readonly client: Client;
  readonly requests: FakeRequest[];
  readonly reports: RequestReport[];
  readonly warnings: ServerWarning[];
  readonly clock: VirtualClock;
}

function createWorld(answer: (request: FakeRequest) => TransportResponse, types: readonly ResourceType[] = [MyJob]): World {
  const clock = createVirtualClock();
  const reports: RequestReport[] = [];
  const warnings: ServerWarning[] = [];
  const { transport, requests } = createFakeTransport(answer);
  const observer = {
    requestEnded: (report: RequestReport) => reports.push(report),
    warned: (warning: ServerWarning) => warnings.push(warning),
  };
  const client = createClient({ transport, types, clock, random: createSeededRandom(1), fieldManager: "me", observer });
  return { client, requests, reports, warnings, clock };
}

test("get() gives the object with its kind, and undefined for an object that is not there", async () => {
  const { client, requests } = createWorld((request) =>
    request.path.endsWith("/pi")
      ? answerJson({ metadata: stored.metadata, spec: { image: "perl" } })
      : answerStatus(404, "NotFound", { details: { name: "e", group: "batch.example.dev", kind: "myjobs" } }),
  );

  const job = await client.get(MyJob, key);
  const none = await client.get(MyJob, { namespace: "default", name: "e" });

  assert.deepEqual(job, { apiVersion: stored.apiVersion, kind: "MyJob", metadata: stored.metadata, spec: { image: "perl" } });
  assert.equal(none, undefined);
  assert.equal(requests[0]?.path, `${path}/pi`);
  assert.equal(requests[0]?.headers["accept"], "application/json");
});

test("get() throws when the kind itself is not served", async () => {
  const { client } = createWorld(() => answerText("404 page not found\n", 404));

  await assert.rejects(client.get(MyJob, key), (error: Error) => {
    assert.equal(error.message, 'Cannot get MyJob "default/pi": NotFound: the server answered 404: 404 page not found');
    return isNotFound(error);
  });
});

test("integers beyond 2^53 survive reading and writing", async () => {
  const body = '{"metadata":{"name":"pi"},"spec":{"big":9007199254740993}}';
  const { client, requests } = createWorld(() => answerText(body));

  const job = await client.get(MyJob, key);
  await client.update({ ...job, metadata: { ...key } } as MyJob);

  assert.match(requests[1]?.body ?? "", /"big":9007199254740993/u);
});

test("list() follows the pages and gives each item its kind", async () => {
  const { client, requests } = createWorld(({ path: asked }) =>
    asked.includes("continue=")
      ? answerText('{"metadata":{"resourceVersion":"7"},"items":[{"metadata":{"name":"c"}}]}')
      : answerText('{"items":[{"metadata":{"name":"a"}},{"metadata":{"name":"b"}}],"metadata":{"resourceVersion":"7","continue":"t/1="}}'),
  );

  const jobs = await Array.fromAsync(client.list(MyJob, { labelSelector: { matchLabels: { app: "web" } }, pageSize: 2 }));

  assert.deepEqual(jobs.map((job) => `${job.kind} ${job.metadata.name}`), ["MyJob a", "MyJob b", "MyJob c"]);
  assert.deepEqual(requests.map((request) => request.path), [
    "/apis/batch.example.dev/v1beta1/myjobs?labelSelector=app%3Dweb&limit=2",
    "/apis/batch.example.dev/v1beta1/myjobs?labelSelector=app%3Dweb&limit=2&continue=t%2F1%3D",
  ]);
});

test("list() of metadata alone asks for it and still says the object's own kind", async () => {
  const { client, requests } = createWorld(() =>
    answerJson({ metadata: { resourceVersion: "7" }, items: [{ kind: "PartialObjectMetadata", metadata: { name: "a" } }] }),
  );

  const [job] = await Array.fromAsync(client.list(MyJob, { metadataOnly: true }));

  assert.equal(job?.kind, "MyJob");
  assert.equal(requests[0]?.headers["accept"], "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io");
});

test("watch() gives typed events and leaves bookmarks to those who ask for bytes", async () => {
  const lines = [
    '{"type":"ADDED","object":{"metadata":{"name":"a"}}}',
    '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9"}}}',
    '{"type":"DELETED","object":{"metadata":{"name":"a"}}}',
  ];
  const { client, requests } = createWorld(() => answerText(`${lines.join("\n")}\n`));

  const events = await Array.fromAsync(client.watch(MyJob, { namespace: "default", resourceVersion: "7" }));

  assert.deepEqual(events.map(({ type, object }) => `${type} ${object.metadata.name}`), ["ADDED a", "DELETED a"]);
  assert.match(requests[0]?.path ?? "", /^\/apis\/.*\?watch=true&resourceVersion=7&allowWatchBookmarks=false&timeoutSeconds=\d+$/u);
});

test("an ERROR event of a watch is thrown as the Status that it holds", async () => {
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Expired", message: "too old", code: 410 };
  const { client } = createWorld(() => answerText(`${JSON.stringify({ type: "ERROR", object: status })}\n`));

  await assert.rejects(Array.fromAsync(client.watch(MyJob)), isExpired);
});

test("create() finds the resource of an object by a descriptor used before, and never repeats a POST", async () => {
  const { client, requests } = createWorld(({ method }) =>
    method === "POST" ? answerStatus(429, "TooManyRequests", { headers: { "retry-after": "1" } }) : answerJson(stored), [],
  );
  await client.get(MyJob, key);

  await assert.rejects(client.create<MyJob>({ apiVersion: stored.apiVersion, kind: "MyJob", metadata: key }), isTooManyRequests);

  assert.deepEqual(requests.map(({ method }) => method), ["GET", "POST"]);
  assert.equal(requests[1]?.path, `${path}?fieldManager=me`);
});

test("an object whose kind nobody knows is refused, with what to do about it", async () => {
  const { client } = createWorld(() => answerJson({ kind: "APIGroupDiscoveryList", items: [] }), []);
  const object = { apiVersion: "x.dev/v1", kind: "Thing", metadata: key };

  await assert.rejects(client.create(object), (error: Error) => {
    assert.equal(
      error.message,
      'Cannot create Thing: kind "Thing" of "x.dev/v1" is not known: pass its descriptor in createClient({ types }), or install it',
    );
    return isUnknownKindError(error);
  });
  await assert.rejects(client.create({ metadata: { name: "x" } }), {
    message: 'Cannot create object "x": apiVersion is "" and kind is "", both must be set',
  });
});

test("a name cannot leave its place in the path", async () => {
  const { client, requests } = createWorld(() => answerJson(stored), [MyJob, Node]);

  await client.get(MyJob, { namespace: "a/../b", name: "x?y=z#%2f" });
  await client.get(Node, { name: "system:node" });
  await assert.rejects(client.get(MyJob, { namespace: "default", name: ".." }), /".." is not a name/u);
  await assert.rejects(client.get(MyJob, { namespace: "default", name: "" }), /the name is empty/u);
  await assert.rejects(client.get(MyJob, { name: "pi" }), {
    message: 'Cannot address MyJob "pi": it has no namespace, and myjobs are namespaced',
  });

  assert.deepEqual(requests.map((request) => request.path), [
    "/apis/batch.example.dev/v1beta1/namespaces/a%2F..%2Fb/myjobs/x%3Fy%3Dz%23%252f",
    "/api/v1/nodes/system:node",
  ]);
});

test("each patch goes with its own media type", async () => {
  const { client, requests } = createWorld(() => answerJson(stored));

  await client.patch(stored, { type: "merge", body: { spec: { image: "x" } } });
  await client.patch(stored, { type: "strategic", body: {} });
  await client.patchKey(MyJob, key, { type: "json", body: [{ op: "remove", path: "/spec" }] }, { subresource: "scale" });
  await client.apply(stored, { force: true, fieldManager: "other" });

  assert.deepEqual(requests.map((request) => `${request.headers["content-type"]} ${request.path.slice(path.length)}`), [
    "application/merge-patch+json /pi?fieldManager=me",
    "application/strategic-merge-patch+json /pi?fieldManager=me",
    "application/json-patch+json /pi/scale?fieldManager=me",
    "application/apply-patch+yaml /pi?fieldManager=other&force=true",
  ]);
});

test("patchStatus() sends what differs and nothing else", async () => {
  const { client, requests } = createWorld(() => answerJson(stored));

  await client.patchStatus(stored, { phase: "running", retries: 2 });
  await client.patchStatus(stored, { retries: undefined }, { expectResourceVersion: true });

  assert.equal(requests[0]?.method, "PATCH");
  assert.equal(requests[0]?.path, `${path}/pi/status?fieldManager=me`);
  assert.equal(requests[0]?.headers["content-type"], "application/merge-patch+json");
  assert.deepEqual(requests.map(({ body }) => JSON.parse(body) as unknown), [
    { status: { phase: "running" } },
    { metadata: { resourceVersion: "41" }, status: { retries: null } },
  ]);
});

test("patchStatus() sends nothing when nothing differs", async () => {
  const { client, requests } = createWorld(() => answerJson(stored));

  const same = await client.patchStatus(stored, { phase: "pending", conditions: undefined });

  assert.equal(same, stored);
  assert.equal(requests.length, 0);
});

test("delete() means the very object: by uid, and it is done when that one is gone", async () => {
  const gone = "Operation cannot be fulfilled: Precondition failed: UID in precondition: u1, UID in object meta: u2";
  const answers = [
    answerStatus(200, ""),
    answerStatus(404, "NotFound", { details: { name: "pi" } }),
    answerStatus(409, "Conflict", { message: gone }),
    answerStatus(409, "Conflict", { message: "the namespace is being emptied" }),
  ];
  const { client, requests } = createWorld(() => answers.shift() ?? answerStatus(500, ""));

  await client.delete(stored, { propagationPolicy: "Foreground" });
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

test("deleteKey() deletes whatever has the name, deleteAll() a selection of one namespace", async () => {
  const { client, requests } = createWorld(() => answerStatus(200, ""));

  await client.deleteKey(MyJob, key);
  await client.deleteAll(MyJob, { namespace: "default", labelSelector: "app=web" });
  await assert.rejects(client.deleteAll(MyJob), /namespace is not set/u);

  assert.deepEqual(JSON.parse(requests[0]?.body ?? ""), { kind: "DeleteOptions", apiVersion: "v1" });
  assert.deepEqual(requests.map((request) => `${request.method} ${request.path}`), [
    `DELETE ${path}/pi`,
    `DELETE ${path}?labelSelector=app%3Dweb`,
  ]);
});

test("a subresource is spoken to in its own kind", async () => {
  const { client, requests } = createWorld(() => answerJson({ kind: "Scale", spec: { replicas: 3 } }));
  const scale = client.subresource<KubernetesObject & { spec?: { replicas: number } }>(MyJob, key, "scale");

  assert.equal((await scale.get()).spec?.replicas, 3);
  await scale.update({ apiVersion: "autoscaling/v1", kind: "Scale", metadata: key, spec: { replicas: 5 } });

  assert.deepEqual(requests.map((request) => `${request.method} ${request.path}`), [
    `GET ${path}/pi/scale`,
    `PUT ${path}/pi/scale?fieldManager=me`,
  ]);
});

test("a 429 or 503 with Retry-After is tried again on the clock, a bounded number of times", async () => {
  const { client, requests, clock } = createWorld(() => answerStatus(503, "ServiceUnavailable", { headers: { "retry-after": "2" } }));

  const result = client.get(MyJob, key).catch((error: unknown) => error);
  await clock.advance(1_999);
  assert.equal(requests.length, 1);
  await clock.advance(60_000);

  assert.equal(requests.length, 6);
  assert.match(String(await result), /ServiceUnavailable/u);
});

test("a 500, or a 503 without Retry-After, is the caller's to judge", async () => {
  const { client, requests } = createWorld(({ path: asked }) => answerStatus(asked.endsWith("/pi") ? 500 : 503, ""));

  await assert.rejects(client.get(MyJob, key));
  await assert.rejects(client.get(MyJob, { ...key, name: "e" }));

  assert.equal(requests.length, 2);
});

test("an abort ends the wait before a repetition, with its reason", async () => {
  const { client, clock } = createWorld(() => answerStatus(429, "TooManyRequests", { headers: { "retry-after": "100" } }));
  const end = new AbortController();

  const result = client.get(MyJob, key, { signal: end.signal }).catch((error: unknown) => error);
  await clock.settle();
  const reason = new Error("shutting down");
  end.abort(reason);

  assert.equal(await result, reason);
  assert.equal(clock.pendingTimers, 0);
});

test("a redirect is a refusal: credentials go to nobody else", async () => {
  const { client, requests } = createWorld(() => answerText("", 302, { location: "https://evil.example/" }));

  await assert.rejects(client.get(MyJob, key), /the server answered 302/u);

  assert.equal(requests.length, 1);
});

test("warnings of the server and every request are told to the observer, and one that throws harms nobody", async () => {
  const warning = '299 - "spec.old is \\"deprecated\\""';
  const { client, warnings, reports } = createWorld(() => answerJson(stored, 200, { warning: [`${warning}, 299 - "two"`, warning] }));
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

  assert.deepEqual(warnings.map(({ text }) => text), ['spec.old is "deprecated"', "two", 'spec.old is "deprecated"']);
  assert.deepEqual(reports, [{ method: "GET", verb: "get", resource: "myjobs", host: "in-process", code: 200, latencyMs: 0 }]);
});
