// Watches of a kind whose converter waits: initial objects, events, and what ends a watch.
import assert from "node:assert/strict";
import type { Status } from "@kubewright/apimachinery";
import { test } from "vitest";
import { startAheadServer, v1, v2, widget, widgetsWith } from "../testdata/ahead-server.ts";
import { openWatch } from "../testdata/open-watch.ts";

const mergePatch = { "content-type": "application/merge-patch+json" };

test("watches receive initial objects and events in their version, and an event is converted once for all of them", async () => {
  const server = startAheadServer();
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  const watches = [
    await openWatch(server, `${v1}?watch=1`),
    await openWatch(server, `${v1}?watch=1&fieldSelector=metadata.name!=z`),
  ];
  const initial = await Promise.all(watches.map((watch) => watch.next()));

  await server.send("POST", v2, widget("b", "v2", { size: 2 }));
  const events = await Promise.all(watches.map((watch) => watch.next()));

  assert.deepEqual(
    [...initial, ...events].map((event) => event?.object.spec),
    [{ replicas: 1 }, { replicas: 1 }, { replicas: 2 }, { replicas: 2 }],
  );
  assert.deepEqual(server.conversions, ["x.io/v1 a", "x.io/v1 b"]);
});

test("a watch list receives the bookmark after the converted objects, and then the writes during the conversion", async () => {
  const server = startAheadServer();
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  const { begun, release } = server.hold();

  const watch = await openWatch(
    server,
    `${v1}?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=1`,
  );
  const reading = watch.take(3);
  await begun;
  await server.send("POST", v2, widget("b", "v2", { size: 2 }));
  release();

  assert.deepEqual(await reading, ["ADDED a@2", "BOOKMARK @2", "ADDED b@3"]);
});

test("an object that stops matching a selector is deleted in the version of the watch", async () => {
  const server = startAheadServer();
  await server.send("POST", v2, widget("a", "v2", { size: 1 }, { labels: { on: "true" } }));
  const watch = await openWatch(server, `${v1}?watch=1&labelSelector=on`);
  await watch.next();

  await server.send("PUT", `${v2}/a`, widget("a", "v2", { size: 2 }));
  const event = await watch.next();

  assert.deepEqual([event?.type, event?.object.spec], ["DELETED", { replicas: 1 }]);
});

test("a failing converter ends only the watch that needs the object", async () => {
  const server = startAheadServer();
  const watches = {
    bad: await openWatch(server, `${v1}?watch=1&fieldSelector=metadata.name=bad`),
    good: await openWatch(server, `${v1}?watch=1&fieldSelector=metadata.name=good`),
  };
  server.failing.add("bad");

  const events = [watches.bad.next(), watches.good.next()];
  await server.send("POST", v2, widget("bad", "v2", { size: 1 }));
  await server.send("POST", v2, widget("good", "v2", { size: 1 }));

  assert.equal(await events[0], undefined);
  assert.deepEqual((await events[1])?.object.spec, { replicas: 1 });
});

test("a watch reports that its initial objects cannot be converted, and the client may try again", async () => {
  const server = startAheadServer();
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  server.failing.add("a");

  const watch = await openWatch(server, `${v1}?watch=1`);

  const events = [await watch.next(), await watch.next()];

  assert.deepEqual(
    events.map((event) => event?.type),
    ["ERROR", undefined],
  );
  const status = events[0]?.object as unknown as Status;
  assert.deepEqual([status.code, status.reason, status.details?.retryAfterSeconds], [429, "TooManyRequests", 1]);
  assert.equal(
    status.message,
    "storage is (re)initializing: failed to list x.io/v1, Kind=Widget: Internal error occurred: cannot convert a",
  );
});

test("a watch ends with its request while its converter has not returned", async () => {
  const server = startAheadServer();
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  const { begun } = server.hold();
  const request = new AbortController();
  const watch = await openWatch(server, `${v1}?watch=1`, {}, request.signal);
  const next = watch.next().catch(() => undefined);
  await begun;

  request.abort(new Error("the client has left"));

  assert.equal(await next, undefined);
});

test("a watch sends a bookmark that is due during a conversion after the converted event", async () => {
  const server = startAheadServer();
  const watch = await openWatch(server, `${v1}?watch=1&allowWatchBookmarks=1&resourceVersion=1`);
  const { begun, release } = server.hold();
  const events = watch.take(2);
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  await begun;

  await server.clock.advance(61_000);
  release();

  assert.deepEqual(await events, ["ADDED a@2", "BOOKMARK @2"]);
});

test("a watch sends a converted event while a later event is being converted", async () => {
  const server = startAheadServer();
  const watch = await openWatch(server, `${v1}?watch=1`);
  const first = server.hold();
  const event = watch.next();
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  await first.begun;
  const second = server.hold();
  await server.send("POST", v2, widget("b", "v2", { size: 2 }));

  first.release();
  const sent = await Promise.race([event, second.begun.then(() => server.clock.advance(0))]);
  second.release();
  const last = await watch.next();

  assert.deepEqual([sent?.object.spec, last?.object.spec], [{ replicas: 1 }, { replicas: 2 }]);
  assert.deepEqual(server.conversions, ["x.io/v1 a", "x.io/v1 b"]);
});

test("a watch whose definition changes sends its last events in its version and ends", async () => {
  const server = startAheadServer();
  const watch = await openWatch(server, `${v1}?watch=1`);
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  await server.send("PATCH", `${v2}/a`, { spec: { size: 2 } }, mergePatch);

  server.server.engine.registry.add(widgetsWith({ type: "direct", convert: (object) => object }));
  const events = [await watch.next(), await watch.next(), await watch.next()];

  assert.deepEqual(
    events.map((event) => event?.object.spec),
    [{ replicas: 1 }, { replicas: 2 }, undefined],
  );
});

test("a watch selects by the labels of its version", async () => {
  const server = startAheadServer({ setsLabels: true });
  await server.send("POST", v2, widget("a", "v2", { size: 1 }));
  const watches = {
    v1: await openWatch(server, `${v1}?watch=1&labelSelector=version%3Dv1`),
    v2: await openWatch(server, `${v2}?watch=1&labelSelector=version%3Dv1`),
    unlabelled: await openWatch(server, `${v1}?watch=1&timeoutSeconds=5&labelSelector=!version`),
  };

  await server.send("POST", v2, widget("b", "v2", { size: 1 }));
  await server.send("PATCH", `${v2}/a`, { spec: { size: 2 } }, mergePatch);
  await server.send("DELETE", `${v2}/a`);
  await server.send("POST", v2, widget("c", "v2", { size: 1 }, { labels: { version: "v1" } }));

  assert.deepEqual(await watches.v1.take(5), ["ADDED a@2", "ADDED b@3", "MODIFIED a@4", "DELETED a@5", "ADDED c@6"]);
  assert.deepEqual(await watches.v2.take(1), ["ADDED c@6"]);
  const none = watches.unlabelled.next();
  await server.clock.advance(6000);
  assert.equal(await none, undefined);
});
