// A disk that becomes full under concurrent writers. A limit on the size of the file makes SQLite report it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createVirtualClock } from "@kubewright/async";
import { bodyOf, createSocketTransport, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { test } from "vitest";
import type { ApiServer } from "../../api-server.ts";
import { openApiServer } from "../../open-api-server.ts";
import { isStorageError } from "./errors.ts";
import { send, startLimited, temporaryDirectory } from "./testdata/limited-server.ts";

const maps = "/api/v1/namespaces/default/configmaps";

/** Creates objects until a request fails. Returns the names that were acknowledged, the one that was not, and the failure. */
async function createUntilFailure(server: ApiServer, writer: number): Promise<Writes> {
  const acknowledged: string[] = [];
  for (let number = 0; number < 1000; number += 1) {
    const name = `w${writer}-${number}`;
    const { status, message } = await send(server, "POST", maps, { metadata: { name }, data: { a: "x".repeat(3000) } });
    if (status !== 201) return { acknowledged, rejected: name, failure: `${status} ${message}` };
    acknowledged.push(name);
  }
  throw new Error("The disk did not become full");
}

interface Writes {
  readonly acknowledged: readonly string[];
  readonly rejected: string;
  readonly failure: string;
}

/** The names in the events of a watch, and the error that ends it. */
async function readWatch(server: ApiServer): Promise<{ readonly names: readonly string[]; readonly error: unknown }> {
  const response = await server.transport().request({ method: "GET", path: `${maps}?watch=1&resourceVersion=0` });
  const names: string[] = [];
  try {
    for await (const chunk of response.body) {
      for (const line of Buffer.from(chunk).toString().trim().split("\n")) {
        names.push((JSON.parse(line) as { object: { metadata: { name: string } } }).object.metadata.name);
      }
    }
    return { names, error: undefined };
  } catch (error) {
    return { names, error };
  }
}

test("a full disk under concurrent writers loses no acknowledged write and shows no other", async () => {
  const directory = await temporaryDirectory();
  const { server, storage, limit, failures } = startLimited(directory);
  const watching = readWatch(server);
  limit(60);

  const writes = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map((writer) => createUntilFailure(server, writer)));
  const watched = await watching;
  const failed = {
    get: await send(server, "GET", `${maps}/w0-0`),
    list: await send(server, "GET", maps),
    watch: await send(server, "GET", `${maps}?watch=1&resourceVersion=0`),
    groups: await send(server, "GET", "/apis"),
    unknown: await send(server, "GET", "/apis/x.io/v1/unknown"),
  };
  await server[Symbol.asyncDispose]();
  storage[Symbol.dispose]();

  const acknowledged = writes.flatMap((each) => each.acknowledged);
  const cause = `Cannot write to "${directory}": database or disk is full; restart the server once the directory can be written to again`;
  assert.ok(acknowledged.length > 0);
  assert.deepEqual(new Set(writes.map(({ failure }) => failure)), new Set([`500 Internal error occurred: ${cause}`]));
  assert.deepEqual(
    Object.values(failed).map(({ status }) => status),
    [500, 500, 500, 500, 500],
  );
  assert.ok(isStorageError(watched.error));
  assert.equal(failed.get.message, `Internal error occurred: ${cause}`);
  assert.deepEqual(
    failures.map(({ message }) => message),
    [cause], // Once, not for each request.
  );

  // The disk has space again.
  await using restarted = await openApiServer({ directory, clock: createVirtualClock() });
  const { names } = await send(restarted, "GET", maps);
  const stored = new Set(names);
  const possible = new Set([...acknowledged, ...writes.map(({ rejected }) => rejected), "kube-root-ca.crt"]);

  assert.deepEqual(
    acknowledged.filter((name) => !stored.has(name)),
    [],
  );
  assert.deepEqual(
    names.filter((name) => !possible.has(name)),
    [],
  );
  assert.deepEqual(
    watched.names.filter((name) => !stored.has(name)),
    [],
  );
  assert.equal((await send(restarted, "POST", maps, { metadata: { name: "later" } })).status, 201);
});

test("after a failed write, resources get a Status with a reason, and discovery gets the cause as text", async () => {
  const directory = await temporaryDirectory();
  const { server, storage, limit } = startLimited(directory);
  limit(0);
  await send(server, "POST", maps, { metadata: { name: "a" }, data: { a: "x".repeat(100_000) } });
  const read = async (requestPath: string, accept: string): Promise<{ status: number; type: string; text: string }> => {
    const response = await server.transport().request({ method: "GET", path: requestPath, headers: { accept } });
    return { status: response.status, type: String(response.headers["content-type"]), text: await readText(response) };
  };

  const table = await read(maps, "application/json;as=Table;v=v1;g=meta.k8s.io,application/json");
  const discovery = await read("/apis", "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");

  const cause = `Cannot write to "${directory}": database or disk is full; restart the server once the directory can be written to again`;
  assert.deepEqual(JSON.parse(table.text), {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: `Internal error occurred: ${cause}`,
    reason: "InternalError",
    details: { causes: [{ message: cause }] },
    code: 500,
  });
  // client-go shows the text of a response to discovery, and "unknown" for any other content.
  assert.deepEqual(discovery, {
    status: 500,
    type: "text/plain; charset=utf-8",
    text: `Internal Server Error: "/apis": ${cause}\n`,
  });
  await server[Symbol.asyncDispose]();
  storage[Symbol.dispose]();
});

test("authentication precedes the check of the disk, and the check of the disk precedes impersonation", async () => {
  const { server, storage, limit } = startLimited(await temporaryDirectory());
  await using listener = await server.listen();
  await using remote = createSocketTransport({ server: listener.url, tls: { ca: listener.caCertificate } });
  limit(0);
  await send(server, "POST", maps, { metadata: { name: "a" }, data: { a: "x".repeat(100_000) } });
  const statusOf = async (headers: Readonly<Record<string, string>>): Promise<number> => {
    const response = await remote.request({ method: "GET", path: maps, headers });
    await readText(response);
    return response.status;
  };

  const impersonation = { "impersonate-user": "jane" };
  const statuses = [await statusOf({ authorization: "Bearer unknown" }), await statusOf(impersonation)];

  assert.deepEqual(statuses, [401, 500]);
  await server[Symbol.asyncDispose]();
  storage[Symbol.dispose]();
});

test("a watch that ends because the disk is full leaves no timer behind", async () => {
  const { server, storage, clock, limit } = startLimited(await temporaryDirectory());
  const watching = readWatch(server);
  await clock.advance(0);
  limit(0);
  const { status } = await send(server, "POST", maps, { metadata: { name: "a" }, data: { a: "x".repeat(100_000) } });
  await clock.advance(0);
  await watching;
  await clock.advance(0);

  assert.equal(status, 500);
  await server[Symbol.asyncDispose]();
  assert.equal(clock.pendingTimers, 0);
  storage[Symbol.dispose]();
});

interface Reviewed {
  readonly request: { readonly uid: string; readonly oldObject: { readonly data: { readonly a: string } } };
}

test("a webhook does not receive an object that a full disk has rejected", async () => {
  const received: string[] = [];
  const held = Promise.withResolvers<void>();
  const webhook: Transport = {
    async request({ body }) {
      const { request } = JSON.parse(Buffer.from(body ?? "").toString()) as Reviewed;
      received.push(request.oldObject.data.a);
      if (received.length === 1) await held.promise;
      const response = { uid: request.uid, allowed: true };
      const review = { apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response };
      return { status: 200, headers: {}, body: bodyOf(JSON.stringify(review)) };
    },
    upgrade: () => Promise.reject(new Error("A webhook has no connections")),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  const { server, storage, limit } = startLimited(await temporaryDirectory(), { webhooks: { dial: () => webhook } });
  await send(server, "POST", maps, { metadata: { name: "m" }, data: { a: "stored" } });
  await send(server, "POST", "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations", {
    metadata: { name: "w" },
    webhooks: [
      {
        name: "w.x.io",
        clientConfig: { url: "https://w.x.io/" },
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
        failurePolicy: "Ignore",
        rules: [{ operations: ["UPDATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
      },
    ],
  });

  const waiting = send(server, "PATCH", `${maps}/m`, { metadata: { labels: { a: "b" } } });
  limit(0);
  const rejected = await send(server, "PATCH", `${maps}/m`, { data: { a: "x".repeat(100_000) } });
  held.resolve();
  const waited = await waiting;

  assert.deepEqual([rejected.status, waited.status], [500, 500]);
  assert.deepEqual(received, ["stored", "stored"]);
  await server[Symbol.asyncDispose]();
  storage[Symbol.dispose]();
});

test("a damaged file is rejected with the directory and the cause", async () => {
  const directory = await temporaryDirectory();
  await (await openApiServer({ directory, clock: createVirtualClock() }))[Symbol.asyncDispose]();
  const file = path.join(directory, "objects.sqlite");
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xff, 4096)); // All pages but the first.

  await assert.rejects(openApiServer({ directory, clock: createVirtualClock() }), (error) => {
    assert.ok(isStorageError(error));
    assert.equal(error.message, `Cannot open "${directory}": database disk image is malformed`);
    return true;
  });
});
