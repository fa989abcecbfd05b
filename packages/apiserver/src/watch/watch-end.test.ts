import assert from "node:assert/strict";
import { test } from "vitest";
import type { ServedResource } from "../contracts/strategy.ts";
import { openWatch } from "../testdata/open-watch.ts";
import { configMaps, startTestServer, widgets } from "../testdata/test-server.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";

test("a watch ends at its timeout, with the server, and with its kind; an aborted watch fails with the reason", async () => {
  const server = startTestServer();
  const { clock } = server;
  const path = `${configMapsPath}?watch=1&resourceVersion=1`;
  const abort = new AbortController();
  const [timed, aborted, closed] = [
    await openWatch(server, `${path}&timeoutSeconds=5`),
    await openWatch(server, path, {}, abort.signal),
    await openWatch(server, path),
  ];
  const ofKind = await openWatch(server, "/apis/x.io/v1/widgets?watch=1&resourceVersion=1");
  const ends = [timed.next(), closed.next(), ofKind.next()];
  const failed = assert.rejects(aborted.next(), /stopped by the test/);

  await clock.advance(5000);
  abort.abort(new Error("stopped by the test"));
  server.server.engine.registry.remove({ group: "x.io", resource: "widgets" });
  await server.server.close(new Error("the server ends"));

  assert.deepEqual(await Promise.all(ends), [undefined, undefined, undefined]);
  await failed;
});

test("a watch of a kind that is replaced receives all earlier events before it ends", async () => {
  const server = startTestServer();
  const watch = await openWatch(server, "/apis/x.io/v2/widgets?watch=1&resourceVersion=1");
  await server.send("POST", "/apis/x.io/v2/namespaces/default/widgets", {
    apiVersion: "x.io/v2",
    kind: "Widget",
    metadata: { name: "w" },
  });

  const replaced: ServedResource = { ...widgets, strategy: { ...widgets.strategy } };
  server.server.engine.registry.add(replaced);

  assert.deepEqual(await watch.take(2), ["ADDED w@2", "end"]);
});

test("a watch whose reader is too slow ends, and stalled watches hold no events in memory", async () => {
  const server = startTestServer({ kinds: [configMaps] });
  const { log } = server.server.engine.store.table("configmaps");
  const stalled = await Promise.all(
    Array.from({ length: 100 }, () => openWatch(server, `${configMapsPath}?watch=1&resourceVersion=1`)),
  );
  await server.send("POST", configMapsPath, { metadata: { name: "a" } });

  for (let i = 0; i < 25_000; i++) {
    server.server.engine.context.write.update(
      { group: "", resource: "configmaps" },
      { namespace: "default", name: "a" },
      (draft) => {
        draft["data"] = { i: String(i) };
      },
    );
  }

  assert.equal(log.end - log.first, 20_000);
  assert.deepEqual(
    await Promise.all(stalled.map((watch) => watch.next())),
    stalled.map(() => undefined),
  );
});

test("disposing the transport ends its watches with an error that names the cause", async () => {
  const server = startTestServer();
  const watch = await openWatch(server, `${configMapsPath}?watch=1&resourceVersion=1`);
  const next = assert.rejects(watch.next(), /the transport has been disposed/);

  await server.transport[Symbol.asyncDispose]();

  await next;
  await assert.rejects(
    server.transport.request({ method: "GET", path: "/version" }),
    /the transport has been disposed/,
  );
});

test("closed watches leave no timers", async () => {
  const server = startTestServer();
  const watch = await openWatch(server, `${configMapsPath}?watch=1&allowWatchBookmarks=1`);
  await watch.next();
  const pending = watch.next();
  await Promise.resolve();

  await watch.close();

  assert.equal(await pending, undefined);
  assert.equal(server.clock.pendingTimers, 0);
});

test("a watch that is aborted while its reader is busy leaves no timers", async () => {
  const server = startTestServer();
  const abort = new AbortController();
  const watch = await openWatch(server, `${configMapsPath}?watch=1&resourceVersion=1`, {}, abort.signal);
  const first = watch.next();
  await server.send("POST", configMapsPath, { metadata: { name: "a" } });
  await first;

  abort.abort(new Error("stopped by the test"));

  await assert.rejects(watch.next(), /stopped by the test/);
  assert.equal(server.clock.pendingTimers, 0);
});
