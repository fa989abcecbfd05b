import assert from "node:assert/strict";
import { test } from "vitest";
import { openWatch, showEvent } from "../testdata/open-watch.ts";
import { startTestServer } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";
const merge = { "content-type": "application/merge-patch+json" };

test("a watch without a resourceVersion sends the existing objects, and then events in the order of their resourceVersions", async () => {
  const server = startTestServer();
  await server.send("POST", configMapsPath, { metadata: { name: "b" } });
  await server.send("POST", configMapsPath, { metadata: { name: "a" } });

  const watch = await openWatch(server, "/api/v1/configmaps?watch=1");
  const initial = await watch.take(2);
  await server.send("PATCH", `${configMapsPath}/b`, { data: { k: "v" } }, merge);
  await server.send("DELETE", `${configMapsPath}/a`);

  assert.deepEqual(initial, ["ADDED a@3", "ADDED b@2"]);
  const modified = await watch.next();
  assert.deepEqual(
    [modified?.type, modified?.object.kind, modified?.object.apiVersion, modified?.object.data],
    ["MODIFIED", "ConfigMap", "v1", { k: "v" }],
  );
  assert.equal(showEvent(await watch.next()), "DELETED a@5");
});

test("a watch from a resourceVersion sends all later events, and a watch from a future one waits for it", async () => {
  const server = startTestServer();
  for (const name of ["a", "b", "c"]) await server.send("POST", configMapsPath, { metadata: { name } });

  const past = await openWatch(server, `${configMapsPath}?watch=true&resourceVersion=3`);
  const future = await openWatch(server, `${configMapsPath}?watch=true&resourceVersion=5`);
  for (const name of ["d", "e"]) await server.send("POST", configMapsPath, { metadata: { name } });

  assert.deepEqual(await past.take(3), ["ADDED c@4", "ADDED d@5", "ADDED e@6"]);
  assert.deepEqual(await future.take(1), ["ADDED e@6"]);
});

test("a watch from a compacted resourceVersion responds with 200 and one ERROR event with 410, and ends", async () => {
  const server = startTestServer();
  for (const name of ["a", "b"]) await server.send("POST", configMapsPath, { metadata: { name } });
  server.server.engine.store.compact();

  const watch = await openWatch(server, `${configMapsPath}?watch=true&resourceVersion=1`);

  assert.equal(watch.status, 200);
  const event = await watch.next();
  assert.deepEqual(
    [event?.type, event?.object.reason, event?.object.code, event?.object.message],
    ["ERROR", "Expired", 410, "too old resource version: 1 (3)"],
  );
  assert.equal(await watch.next(), undefined);
});

test("compaction does not end a watch that is up to date", async () => {
  const server = startTestServer();
  const watch = await openWatch(server, `${configMapsPath}?watch=true&resourceVersion=1`);
  const first = watch.next();
  await server.send("POST", configMapsPath, { metadata: { name: "a" } });
  await first;

  const second = watch.next();
  server.server.engine.store.compact();
  await server.send("POST", configMapsPath, { metadata: { name: "b" } });

  assert.equal(showEvent(await second), "ADDED b@3");
});

test("an object that begins to match a selector is ADDED, and one that stops matching is DELETED in its last matching state", async () => {
  const server = startTestServer();
  const label = (name: string, app: string): Promise<unknown> =>
    server.send("PATCH", `${configMapsPath}/${name}`, { metadata: { labels: { app } } }, merge);
  await server.send("POST", configMapsPath, { metadata: { name: "a", labels: { app: "x" } } });

  const watch = await openWatch(server, `${configMapsPath}?watch=1&labelSelector=app=y`);
  await label("a", "z");
  await label("a", "y");
  await server.send("PATCH", `${configMapsPath}/a`, { data: { k: "v" } }, merge);
  await label("a", "x");
  await server.send("DELETE", `${configMapsPath}/a`);
  await server.send("POST", configMapsPath, { metadata: { name: "end", labels: { app: "y" } } });

  assert.deepEqual(await watch.take(2), ["ADDED a@4", "MODIFIED a@5"]);
  const left = await watch.next();
  assert.deepEqual(
    [showEvent(left), left?.object.metadata.labels, left?.object.data],
    ["DELETED a@6", { app: "y" }, { k: "v" }],
  );
  assert.deepEqual(await watch.take(1), ["ADDED end@8"]);
});

test("a watch of a namespace or a name receives no events of other objects", async () => {
  const server = startTestServer();
  const namespace = await openWatch(server, `${configMapsPath}?watch=1`);
  const name = await openWatch(server, "/api/v1/configmaps?watch=1&fieldSelector=metadata.name=b");
  const legacy = await openWatch(server, "/api/v1/watch/namespaces/default/configmaps/b");

  for (const path of ["other/a", "default/a", "other/b", "default/b"]) {
    const [ns, metadataName] = path.split("/");
    await server.send("POST", `/api/v1/namespaces/${ns}/configmaps`, { metadata: { name: metadataName } });
  }

  assert.deepEqual(await namespace.take(2), ["ADDED a@3", "ADDED b@5"]);
  assert.deepEqual(await name.take(2), ["ADDED b@4", "ADDED b@5"]);
  assert.deepEqual(await legacy.take(1), ["ADDED b@5"]);
});

test("a watch list marks the end of the initial objects by a bookmark, and then sends events", async () => {
  const server = startTestServer();
  await server.send("POST", configMapsPath, { metadata: { name: "a" } });

  const watch = await openWatch(
    server,
    `${configMapsPath}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true`,
  );
  const added = await watch.next();
  const bookmark = await watch.next();
  await server.send("POST", configMapsPath, { metadata: { name: "b" } });

  assert.equal(showEvent(added), "ADDED a@2");
  assert.deepEqual(bookmark, {
    type: "BOOKMARK",
    object: {
      kind: "ConfigMap",
      apiVersion: "v1",
      metadata: { resourceVersion: "2", annotations: { "k8s.io/initial-events-end": "true" } },
    },
  });
  assert.equal(showEvent(await watch.next()), "ADDED b@3");
});

test.for<[string, string[]]>([
  ["allowWatchBookmarks=true", ["ADDED a@2", "BOOKMARK @3"]],
  ["resourceVersion=0&allowWatchBookmarks=true", ["ADDED a@2", "BOOKMARK @3"]],
  ["resourceVersion=0", ["ADDED a@2"]],
  ["sendInitialEvents=true&resourceVersionMatch=NotOlderThan", ["ADDED a@2"]],
  ["sendInitialEvents=false&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true", []],
])("a watch with %s begins with %s", async ([query, expected]) => {
  const server = startTestServer();
  await server.send("POST", configMapsPath, { metadata: { name: "a" } });
  await server.send("POST", "/api/v1/nodes", { metadata: { name: "n" } });

  const watch = await openWatch(server, `${configMapsPath}?watch=1&${query}`);
  await server.send("POST", configMapsPath, { metadata: { name: "next" } });

  assert.deepEqual(await watch.take(expected.length + 1), [...expected, "ADDED next@4"]);
});

test("bookmarks are sent every minute and shortly before the end, with a revision of the store that never decreases", async () => {
  const server = startTestServer();
  const { clock } = server;
  const watch = await openWatch(
    server,
    `${configMapsPath}?watch=1&resourceVersion=1&allowWatchBookmarks=true&timeoutSeconds=100`,
  );

  const first = watch.next();
  await server.send("POST", "/api/v1/nodes", { metadata: { name: "n" } });
  await clock.advance(60_000);
  const second = watch.next();
  await clock.advance(38_000);
  const end = watch.next();
  await clock.advance(2000);

  assert.deepEqual(
    [showEvent(await first), showEvent(await second), showEvent(await end)],
    ["BOOKMARK @2", "BOOKMARK @2", "end"],
  );
});

test("a watch of tables names the columns only in its first event; a watch of metadata sends only metadata, also in bookmarks", async () => {
  const server = startTestServer();
  for (const name of ["a", "b"]) await server.send("POST", configMapsPath, { metadata: { name }, data: { k: "v" } });

  const table = await openWatch(server, `${configMapsPath}?watch=1`, {
    accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
  });
  const metadata = await openWatch(server, `${configMapsPath}?watch=1&allowWatchBookmarks=1`, {
    accept: "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
  });
  const [first, second] = [await table.next(), await table.next()];
  const events = [await metadata.next(), await metadata.next(), await metadata.next()];

  assert.equal(first?.object.columnDefinitions.length, 2);
  assert.equal(second?.object.columnDefinitions, null);
  assert.deepEqual([first?.object.rows.length, second?.object.rows[0].object.metadata.name], [1, "b"]);
  assert.deepEqual(
    events.map((event) => [event?.type, event?.object.kind]),
    [
      ["ADDED", "PartialObjectMetadata"],
      ["ADDED", "PartialObjectMetadata"],
      ["BOOKMARK", "PartialObjectMetadata"],
    ],
  );
  assert.equal("data" in (events[0]?.object ?? {}), false);
});

test.for<[string, number, string]>([
  [
    "resourceVersion=abc",
    500,
    'resourceVersion: Invalid value: "abc": strconv.ParseUint: parsing "abc": invalid syntax',
  ],
  [
    "continue=abc",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden when continue is provided',
  ],
  [
    "sendInitialEvents=true",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
  ],
  [
    "resourceVersionMatch=NotOlderThan",
    422,
    'ListOptions.meta.k8s.io "" is invalid: resourceVersionMatch: Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
  ],
])("a watch with %s is rejected", async ([query, code, message]) => {
  const { send } = startTestServer();

  const { status, json } = await send("GET", `${configMapsPath}?watch=1&${query}`);

  assert.deepEqual([status, json.message], [code, message]);
});

test("the ages in the rows of a table are computed when the watch begins", async () => {
  const server = startTestServer();
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const path = `${configMapsPath}?watch=1&resourceVersion=1`;
  await server.send("POST", configMapsPath, { metadata: { name: "a" } });
  const early = await openWatch(server, path, { accept });
  const first = await early.next();

  await server.clock.advance(20_000);
  const late = await openWatch(server, path, { accept });
  const second = await late.next();

  assert.deepEqual(
    [first?.object.rows[0].cells, second?.object.rows[0].cells],
    [
      ["a", "0s"],
      ["a", "20s"],
    ],
  );
});
