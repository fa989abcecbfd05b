import assert from "node:assert/strict";

import { ApiError } from "@kubewright/apimachinery";
import { test } from "vitest";

import { InitialEventsError } from "../errors.ts";
import { errorLine, statusAnswer } from "../testdata/fake-server.ts";
import type { FakeServer } from "../testdata/fake-server.ts";
import { startFixture } from "../testdata/fixture.ts";
import { listFallbackOf } from "./initial-events.ts";

function requestsOf(server: FakeServer): string[] {
  return server.requests.map(({ path }) => {
    const query = new URLSearchParams(path.slice(path.indexOf("?")));
    if (query.get("sendInitialEvents") === "true") return "watch list";
    return query.get("watch") === "true" ? "watch" : "list";
  });
}

test("a streamed list is one request, and its watch continues with changes", async () => {
  await using fixture = startFixture((server) => server.put("a"), { watchList: true });
  const { clock, server, informer, events } = fixture;
  await clock.settle();

  server.put("a");
  server.remove("a");
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "updated a 2->3", "deleted a final"]);
  assert.deepEqual(requestsOf(server), ["watch list"]);
  const query = new URLSearchParams(server.requests[0]?.path.split("?")[1]);
  assert.deepEqual(
    ["resourceVersion", "resourceVersionMatch", "allowWatchBookmarks"].map((name) => query.get(name)),
    [null, "NotOlderThan", "true"],
  );
  assert.equal(informer.resourceVersion, "4");
});

test("the watch of a streamed list is resumed from its last version, without a list", async () => {
  await using fixture = startFixture((server) => server.put("a"), { watchList: true });
  const { clock, server, events } = fixture;
  await clock.advance(300_000);

  server.endWatches();
  server.put("b");
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "added b"]);
  assert.deepEqual(requestsOf(server), ["watch list", "watch"]);
});

test("an object that changes or disappears among the initial events is stored as the last event has it", async () => {
  const object = (name: string, version: string): string =>
    JSON.stringify({
      apiVersion: "example.dev/v1",
      kind: "Widget",
      metadata: { name, uid: name, resourceVersion: version },
    });
  const lines = [
    `{"type":"ADDED","object":${object("a", "2")}}`,
    `{"type":"ADDED","object":${object("b", "3")}}`,
    `{"type":"MODIFIED","object":${object("a", "4")}}`,
    `{"type":"DELETED","object":${object("b", "5")}}`,
    `{"type":"DELETED","object":${object("c", "6")}}`,
    '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"6"}}}',
  ];
  await using fixture = startFixture((server) => (server.silentWatchLists = true), { watchList: true });
  const { clock, server, informer, events } = fixture;
  await clock.settle();

  for (const line of lines) server.sendLine(line);
  await clock.settle();
  assert.equal(informer.hasSynced, false);
  server.sendLine(
    '{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"7","annotations":{"k8s.io/initial-events-end":"true"}}}}',
  );
  await clock.settle();

  assert.deepEqual(events, ["added a initial"]);
  assert.equal(informer.entry({ name: "a" })?.resourceVersion, "4");
  assert.equal(informer.resourceVersion, "7");
});

test("a server that rejects the parameters is listed in pages, from then on", async () => {
  await using fixture = startFixture(
    (server) => {
      server.put("a");
      server.intercept = ({ path }) => (path.includes("sendInitialEvents") ? statusAnswer(422, "Invalid") : undefined);
    },
    { watchList: true },
  );
  const { clock, server, events } = fixture;
  await clock.settle();

  server.compact();
  server.endWatches(new Error("connection reset"));
  await clock.advance(10_000);

  assert.deepEqual(events, ["added a initial"]);
  assert.deepEqual(requestsOf(server), ["watch list", "list", "watch", "watch", "list", "watch"]);
});

test("a server that never ends the initial events is listed in pages, from then on", async () => {
  await using fixture = startFixture(
    (server) => {
      server.put("a");
      server.silentWatchLists = true;
    },
    { watchList: true },
  );
  const { clock, server, events } = fixture;

  await clock.advance(29_000);
  assert.deepEqual(requestsOf(server), ["watch list"]);
  await clock.advance(2_000);

  assert.deepEqual(events, ["added a initial"]);
  assert.deepEqual(requestsOf(server), ["watch list", "list", "watch"]);
  assert.equal(server.openWatches, 1);
});

test("a client that may not watch falls back to a list each time, and a broken connection does not lead to a list", async () => {
  let failure: () => ReturnType<typeof statusAnswer> = () => statusAnswer(403, "Forbidden");
  await using fixture = startFixture(
    (server) => {
      server.put("a");
      server.intercept = ({ path }) => (path.includes("sendInitialEvents") ? failure() : undefined);
    },
    { watchList: true },
  );
  const { clock, server, informer } = fixture;
  await clock.settle();
  assert.deepEqual(requestsOf(server), ["watch list", "list", "watch"]);

  failure = () => {
    throw new Error("connection refused");
  };
  server.compact();
  server.sendLine(errorLine(410, "Expired"));
  await clock.advance(20_000);

  assert.ok(!requestsOf(server).slice(3).includes("list"), requestsOf(server).join());
  assert.equal(informer.state.kind, "backingOff");
});

test("a streamed list whose connection breaks leaves nothing behind", async () => {
  await using fixture = startFixture((server) => server.put("a"), { watchList: true });
  const { clock, server, informer, events } = fixture;
  await clock.settle();
  const { usedBytes } = informer.memory;
  server.silentWatchLists = true;
  server.sendLine(errorLine(410, "Expired"));
  await clock.advance(2_000);
  server.sendLine('{"type":"ADDED","object":{"metadata":{"name":"half","uid":"h","resourceVersion":"9"}}}');

  await clock.settle();
  assert.ok(informer.memory.usedBytes > usedBytes);
  server.silentWatchLists = false;
  server.endWatches(new Error("connection reset"));
  await clock.advance(10_000);

  assert.deepEqual(events, ["added a initial"]);
  assert.equal(informer.memory.usedBytes, usedBytes);
  assert.equal(informer.state.kind, "watching");
});

test("the status code of an error determines whether the informer falls back to a list", () => {
  const fallbacks = [400, 403, 404, 405, 410, 422, 429, 500, 503].map((code) => [
    code,
    listFallbackOf(new ApiError("watch widgets", { code })),
  ]);

  assert.deepEqual(fallbacks, [
    [400, "always"],
    [403, "once"],
    [404, "never"],
    [405, "always"],
    [410, "never"],
    [422, "always"],
    [429, "never"],
    [500, "once"],
    [503, "once"],
  ]);
  assert.equal(listFallbackOf(new InitialEventsError("the server ended the watch")), "always");
  assert.equal(listFallbackOf(new Error("connection reset")), "never");
});
