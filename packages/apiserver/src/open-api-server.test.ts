import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { onTestFinished, test } from "vitest";
import type { FailedRequest } from "./filters/request-state.ts";
import type { ApiServer } from "./api-server.ts";
import { startApiServer } from "./api-server.ts";
import { openApiServer } from "./open-api-server.ts";
import { isStorageError, StorageError } from "./storage/durable/errors.ts";
import type { Journal } from "./storage/journal.ts";
import { Store } from "./storage/store.ts";

const maps = "/api/v1/namespaces/default/configmaps";

async function temporaryDirectory(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-data-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

function open(directory: string): Promise<ApiServer> {
  return openApiServer({ directory, clock: createVirtualClock(), random: createSeededRandom("durable") });
}

interface Shown {
  readonly kind: string;
  readonly code?: number;
  readonly reason?: string;
  readonly metadata: { readonly name: string; readonly resourceVersion: string; readonly continue?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly size?: number };
  readonly items?: readonly Shown[];
}

async function send(
  server: ApiServer,
  method: string,
  requestPath: string,
  body?: unknown,
): Promise<{ status: number; text: string; json: Shown }> {
  const response = await server.transport().request({
    method,
    path: requestPath,
    ...(method === "PATCH" ? { headers: { "content-type": "application/merge-patch+json" } } : {}),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await readText(response);
  return { status: response.status, text, json: JSON.parse(text.split("\n")[0] ?? "") as Shown };
}

test("a restarted server has the same objects, and versions continue to rise", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  await send(first, "POST", maps, { metadata: { name: "kept", labels: { app: "x" } }, data: { a: "ü" } });
  await send(first, "POST", maps, { metadata: { name: "gone" } });
  await send(first, "PATCH", `${maps}/kept`, { data: { b: "2" } });
  await send(first, "DELETE", `${maps}/gone`);
  const before = await send(first, "GET", `${maps}/kept`);
  const { revision } = first;
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);
  const after = await send(second, "GET", `${maps}/kept`);
  const listed = await send(second, "GET", `${maps}?labelSelector=app%3Dx`);
  const gone = await send(second, "GET", `${maps}/gone`);
  const created = await send(second, "POST", maps, { metadata: { name: "gone" } });

  assert.equal(after.text, before.text);
  assert.deepEqual(
    listed.json.items?.map(({ metadata }) => metadata.name),
    ["kept"],
  );
  assert.equal(gone.status, 404);
  assert.ok(Number(created.json.metadata.resourceVersion) > revision);
});

test("after a restart, watches from earlier versions and the rest of an earlier list get 410", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  const created = await send(first, "POST", maps, { metadata: { name: "a" } });
  await send(first, "POST", maps, { metadata: { name: "b" } });
  const page = await send(first, "GET", `${maps}?limit=1`);
  await send(first, "POST", maps, { metadata: { name: "c" } });
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);
  const version = created.json.metadata.resourceVersion;
  const watch = await send(second, "GET", `${maps}?watch=1&resourceVersion=${version}`);
  const rest = await send(second, "GET", `${maps}?limit=1&continue=${page.json.metadata.continue ?? ""}`);
  const again = await send(second, "GET", `${maps}?limit=2&continue=${rest.json.metadata.continue ?? ""}`);

  assert.equal(watch.status, 200);
  assert.match(watch.text, /^\{"type":"ERROR","object":\{.*"reason":"Expired","code":410\}\}\n$/);
  assert.deepEqual([rest.status, rest.json.reason], [410, "Expired"]);
  assert.deepEqual(
    again.json.items?.map(({ metadata }) => metadata.name),
    ["b", "c"],
  );
});

test("definitions and their objects are served again", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  const schema = {
    type: "object",
    properties: { spec: { type: "object", properties: { size: { type: "integer", default: 3 } } } },
  };
  await send(first, "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "gadgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "gadgets", kind: "Gadget" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  });
  const gadgets = "/apis/example.com/v1/namespaces/default/gadgets";
  await send(first, "POST", gadgets, {
    apiVersion: "example.com/v1",
    kind: "Gadget",
    metadata: { name: "g" },
    spec: {},
  });
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);
  const gadget = await send(second, "GET", `${gadgets}/g`);

  assert.deepEqual([gadget.status, gadget.json.spec], [200, { size: 3 }]);
});

test("a fork of a server with a directory does not write to the directory", async () => {
  const directory = await temporaryDirectory();
  const first = await open(directory);
  await using fork = first.fork();
  await send(fork, "POST", maps, { metadata: { name: "of-the-fork" } });
  await first[Symbol.asyncDispose]();

  await using second = await open(directory);

  assert.equal((await send(second, "GET", `${maps}/of-the-fork`)).status, 404);
});

test("two servers cannot use the same directory", async () => {
  const directory = await temporaryDirectory();
  await using _first = await open(directory);

  await assert.rejects(open(directory), (error) => {
    assert.ok(isStorageError(error));
    assert.equal(error.message, `Cannot open "${directory}": another server is using it`);
    return true;
  });
});

test("a directory with another format and a path that is a file are rejected", async () => {
  const directory = await temporaryDirectory();
  await (await open(directory))[Symbol.asyncDispose]();
  const file = path.join(directory, "objects.sqlite");
  const database = new DatabaseSync(file);
  database.exec("PRAGMA user_version = 7");
  database.close();

  await assert.rejects(open(directory), /its format is 7, and this version of the server reads formats up to 2/);
  await assert.rejects(open(file), isStorageError);
});

test("only the owner can read the directory and its files", async () => {
  const directory = await temporaryDirectory();
  await using _server = await open(directory);

  const files = await readdir(directory);
  const modes = await Promise.all(files.map(async (file) => (await stat(path.join(directory, file))).mode & 0o077));

  assert.equal((await stat(directory)).mode & 0o077, 0);
  assert.deepEqual(new Set(modes), new Set([0]));
});

/** A journal that stores nothing, and fails as `flush` does. */
function failingJournal(flush: () => void): Journal {
  const nothing = (): undefined => undefined;
  return { put: nothing, remove: nothing, flush, turnEnd: nothing, assertHealthy: flush };
}

test("a server whose directory fails rejects all requests, because writes could be lost", async () => {
  const clock = createVirtualClock();
  const problem = new StorageError("write to", "/data", "the disk is full");
  let isFull = false;
  const journal = failingJournal(() => {
    if (isFull) throw problem;
  });
  const errors: unknown[] = [];
  const requests: FailedRequest[] = [];
  const onInternalError = (error: unknown, request: FailedRequest): void => {
    errors.push(error);
    requests.push(request);
  };
  await using server = startApiServer({ clock, onInternalError }, new Store({ clock, journal }));
  const good = await send(server, "POST", maps, { metadata: { name: "a" } });

  isFull = true;
  const rejected = await send(server, "POST", maps, { metadata: { name: "b" } });
  const again = await send(server, "POST", maps, { metadata: { name: "b" } });
  const read = await send(server, "GET", `${maps}/a`);
  const absent = await send(server, "GET", `${maps}/c`);

  assert.deepEqual([good.status, rejected.status], [201, 500]);
  // After 409 or 404 the client would assume that the write succeeded.
  assert.deepEqual([again.status, read.status, absent.status], [500, 500, 500]);
  assert.deepEqual(errors, [problem, problem, problem, problem]);
  // The requests have no credentials, query and body.
  assert.deepEqual(requests[0], { method: "POST", path: maps, auditId: requests[0]?.auditId });
});

test("a server whose directory fails is not healthy and not ready", async () => {
  const clock = createVirtualClock();
  let isFull = false;
  const journal = failingJournal(() => {
    if (isFull) throw new StorageError("write to", "/data", "the disk is full");
  });
  await using server = startApiServer({ clock }, new Store({ clock, journal }));
  const statuses = async (): Promise<readonly number[]> => {
    const paths = ["/healthz", "/livez/etcd", "/readyz/etcd-readiness"];
    return Promise.all(paths.map(async (path) => (await server.transport().request({ method: "GET", path })).status));
  };

  assert.deepEqual(await statuses(), [200, 200, 200]);
  isFull = true;
  assert.deepEqual(await statuses(), [500, 500, 500]);
});
