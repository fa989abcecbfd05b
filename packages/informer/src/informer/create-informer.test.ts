import assert from "node:assert/strict";

import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createClient } from "@kubewright/client";
import type { TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import { createFakeServer, errorLine, statusAnswer } from "../testdata/fake-server.ts";
import type { FakeServer } from "../testdata/fake-server.ts";
import { ownerUidIndex } from "../store/store.ts";
import { createInformer } from "./create-informer.ts";
import type { CreateInformerOptions } from "./create-informer.ts";
import type { Informer, InformerEvent } from "./informer.ts";

interface Widget extends KubernetesObject {
  readonly spec?: { readonly size: number };
}

const Widget: ResourceType<Widget> = {
  group: "example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

interface World extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly server: FakeServer;
  readonly informer: Informer<Widget>;
  readonly events: string[];
  stop(): Promise<void>;
}

function startWorld(
  prepare: (server: FakeServer) => void = () => {},
  options: Partial<CreateInformerOptions<Widget>> = {},
): World {
  const clock = createVirtualClock();
  const random = createSeededRandom("informer");
  const server = createFakeServer(clock, Widget);
  prepare(server);
  const client = createClient({ transport: server.transport, clock, random });
  const informer = createInformer({ verbs: client.raw, type: Widget, clock, random, ...options });
  const events: string[] = [];
  informer.addHandler((event) => events.push(textOf(event)));
  const end = new AbortController();
  const ended = informer.start({ signal: end.signal });
  const stop = async (): Promise<void> => {
    end.abort(new Error("the test is over"));
    await ended;
  };
  return { clock, server, informer, events, stop, [Symbol.asyncDispose]: stop };
}

function textOf(event: InformerEvent<Widget>): string {
  const { name } = event.object.key;
  switch (event.kind) {
    case "added":
      return `added ${name}${event.initial ? " initial" : ""}`;
    case "updated":
      return `updated ${name} ${event.old.resourceVersion}->${event.object.resourceVersion}`;
    case "deleted":
      return `deleted ${name}${event.final ? " final" : ""}`;
    case "resync":
      return `resync ${name}`;
  }
}

test("an informer lists, then follows the watch, and tells each change once", async () => {
  await using world = startWorld((server) => {
    server.put("a");
    server.put("b");
  });
  const { clock, server, informer, events } = world;

  await clock.settle();
  server.put("c");
  server.put("a");
  server.remove("b");
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "added b initial", "added c", "updated a 2->5", "deleted b final"]);
  assert.equal(informer.size, 2);
  assert.equal(informer.get({ namespace: "default", name: "a" })?.metadata.resourceVersion, "5");
  assert.equal(informer.get({ namespace: "default", name: "b" }), undefined);
  assert.equal(informer.resourceVersion, "6");
  assert.equal(informer.state.kind, "watching");
});

test("the first list may come from the server's cache, and the watch asks for bookmarks and an age of 5 to 10 minutes", async () => {
  await using world = startWorld();
  const { clock, server } = world;

  await clock.settle();

  const [list, watch] = server.requests.map(({ path }) => new URLSearchParams(path.slice(path.indexOf("?"))));
  assert.equal(server.requests.length, 2);
  assert.equal(list?.get("resourceVersion"), "0");
  assert.equal(list?.get("limit"), "500");
  assert.equal(watch?.get("resourceVersion"), "1");
  assert.equal(watch?.get("allowWatchBookmarks"), "true");
  const seconds = Number(watch?.get("timeoutSeconds"));
  assert.ok(seconds >= 300 && seconds <= 600, `timeoutSeconds is ${seconds}`);
});

test("a watch that the server ends after its time goes on from the last version, without a list", async () => {
  await using world = startWorld((server) => server.put("a"));
  const { clock, server, events } = world;
  await clock.advance(300_000);

  server.endWatches();
  server.put("b");
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "added b"]);
  assert.equal(server.requests.length, 3);
});

test("a healthy, idle watch with bookmarks is left alone for two hours", async () => {
  await using world = startWorld((server) => server.put("a"));
  const { clock, server } = world;
  await clock.settle();

  for (let minute = 0; minute < 120; minute += 1) {
    server.bookmark();
    await clock.advance(60_000);
  }

  assert.equal(server.requests.length, 2);
  assert.equal(server.openWatches, 1);
});

test("a watch whose bookmarks stop coming is opened again; one that never had any is not", async () => {
  await using world = startWorld();
  const { clock, server } = world;
  await clock.advance(3_600_000);
  assert.equal(server.requests.length, 2);

  server.bookmark();
  await clock.advance(209_000);
  assert.equal(server.requests.length, 2);
  await clock.advance(3_000);

  assert.equal(server.requests.length, 3);
  assert.match(server.requests[2]?.path ?? "", /resourceVersion=2&/u);
});

test("an expired version in a watch, as event or as status, leads to a list whose differences are told", async () => {
  for (const asStatus of [false, true]) {
    await using world = startWorld((server) => {
      server.put("kept");
      server.put("changed");
      server.put("gone");
      server.put("reborn", { uid: "first" });
    });
    const { clock, server, events } = world;
    await clock.settle();
    events.length = 0;
    server.intercept = ({ path }) =>
      path.includes("watch=true") && asStatus ? statusAnswer(410, "Expired") : undefined;

    server.endWatches(new Error("connection reset"));
    await clock.settle();
    server.put("changed");
    server.remove("gone");
    server.remove("reborn");
    server.put("reborn", { uid: "second" });
    server.put("new");
    server.compact();
    await clock.advance(5_000);

    assert.deepEqual(events.toSorted(), [
      "added new",
      "added reborn",
      "deleted gone",
      "deleted reborn",
      "updated changed 3->6",
    ]);
    assert.ok(events.indexOf("deleted reborn") < events.indexOf("added reborn"));
  }
});

test("an ERROR event in the middle of a watch leads to a list", async () => {
  await using world = startWorld((server) => server.put("a"));
  const { clock, server, events } = world;
  await clock.settle();

  server.sendLine(errorLine(410, "Expired"));
  server.put("b");
  await clock.advance(2_000);

  assert.deepEqual(events, ["added a initial", "added b"]);
});

test("a list whose pages expire on the way begins anew, and nobody hears of the half of it", async () => {
  let continued = 0;
  await using world = startWorld((server) => {
    for (let number = 0; number < 1_200; number += 1) server.put(`w${number}`);
    server.intercept = ({ path }) => {
      // A server that cannot answer from its cache, so that the list is paged.
      if (path.includes("resourceVersion=0")) return statusAnswer(410, "Expired");
      if (path.includes("continue=") && (continued += 1) === 2) server.compact();
      return undefined;
    };
  });
  const { clock, informer, events } = world;

  await clock.advance(1_000);
  assert.equal(events.length, 0);
  await clock.advance(30_000);

  assert.equal(informer.size, 1_200);
  assert.equal(events.length, 1_200);
  assert.ok(events.every((event) => event.endsWith("initial")));
});

test("an object that is re-created under its name within one event is a deletion and an addition", async () => {
  await using world = startWorld((server) => server.put("a", { uid: "first" }));
  const { clock, server, events } = world;
  await clock.settle();

  server.put("a", { uid: "second" });
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "deleted a", "added a"]);
});

test("an event older than what is held is left out", async () => {
  await using world = startWorld((server) => server.put("a"));
  const { clock, server, informer, events } = world;
  await clock.settle();
  server.put("a");
  server.put("a");
  await clock.settle();

  const object = { metadata: { name: "a", namespace: "default", uid: "uid-1", resourceVersion: "3" } };
  server.sendLine(JSON.stringify({ type: "MODIFIED", object }));
  await clock.settle();

  assert.equal(informer.entry({ namespace: "default", name: "a" })?.resourceVersion, "4");
  assert.equal(events.length, 3);
});

test("no failure ends an informer: it is watching and up to date after each of them, in list and watch alike", async () => {
  const failures: readonly (() => TransportResponse)[] = [
    ...[400, 401, 403, 404, 409, 410, 422, 429, 500, 502, 503, 504].map((code) => () => statusAnswer(code, "")),
    () => ({ status: 200, headers: {}, body: throwingBody() }),
    () => ({ status: 200, headers: {}, body: textBody("<html>a proxy</html>") }),
    () => ({ status: 200, headers: {}, body: textBody('{"items":[{"metadata":') }),
    () => ({ status: 302, headers: { location: "https://elsewhere.example" }, body: textBody("") }),
    () => {
      throw new Error("connection refused");
    },
  ];
  for (const fail of failures) {
    for (const where of ["list", "watch"]) {
      let failed = 0;
      await using world = startWorld((server) => {
        server.put("a");
        server.intercept = ({ path }) => {
          const matches = path.includes("watch=true") === (where === "watch");
          return matches && (failed += 1) <= 2 ? fail() : undefined;
        };
      });
      const { clock, server, informer } = world;

      await clock.advance(30_000);
      server.put("b");
      await clock.settle();

      assert.equal(failed > 2, true);
      assert.equal(informer.state.kind, "watching");
      assert.equal(informer.hasSynced, true);
      assert.equal(informer.size, 2);
    }
  }
});

test("an outage costs at most 10 requests in its first 10 s and 2 a minute afterwards, and is over within 30 s", async () => {
  await using world = startWorld((server) => server.put("a"));
  const { clock, server, informer } = world;
  await clock.advance(600_000);
  const before = server.requests.length;
  let down = true;
  server.intercept = () => {
    if (down) throw new Error("connection refused");
    return undefined;
  };

  server.endWatches(new Error("connection reset"));
  const startedAt = clock.now();
  await clock.advance(10 * 60_000);
  const times = server.requests.slice(before).map(({ at }) => at - startedAt);

  assert.ok(times.filter((at) => at < 10_000).length <= 10, `in the first 10 s: ${times.join(" ")}`);
  for (let from = 60_000; from < 600_000; from += 1_000) {
    const inMinute = times.filter((at) => at >= from && at < from + 60_000).length;
    assert.ok(inMinute <= 2, `${inMinute} requests in the minute from ${from}`);
  }

  down = false;
  server.put("b");
  await clock.advance(30_000);
  assert.equal(informer.size, 2);
});

test("a server that answers every watch with 410 is not stormed either", async () => {
  await using world = startWorld((server) => {
    server.put("a");
    server.intercept = ({ path }) => (path.includes("watch=true") ? statusAnswer(410, "Expired") : undefined);
  });
  const { clock, server } = world;

  await clock.advance(10_000);
  assert.ok(server.requests.length <= 10);
  await clock.advance(50_000);
  const before = server.requests.length;
  await clock.advance(600_000);

  assert.ok(server.requests.length - before <= 20, `${server.requests.length - before} requests in 10 minutes`);
});

test("a Retry-After is obeyed when it is longer than our own wait", async () => {
  await using world = startWorld((server) => {
    server.intercept = () => statusAnswer(429, "TooManyRequests", { "retry-after": "20" });
  });
  const { clock, server } = world;

  await clock.advance(19_999);
  assert.equal(server.requests.length, 1);
  await clock.advance(2);

  assert.equal(server.requests.length, 2);
});

test("a kind that is not installed is pending, and comes by itself once it is", async () => {
  await using world = startWorld((server) => {
    server.put("a");
    server.intercept = () => ({ status: 404, headers: {}, body: textBody("404 page not found\n") });
  });
  const { clock, server, informer, events } = world;
  await clock.advance(600_000);
  assert.equal(informer.state.kind, "pending");
  assert.equal(informer.hasSynced, false);

  server.intercept = () => undefined;
  await clock.advance(30_000);

  assert.equal(informer.state.kind, "watching");
  assert.deepEqual(events, ["added a initial"]);
});

test("a handler that throws is reported, and the others hear everything", async () => {
  const failed: string[] = [];
  await using world = startWorld((server) => server.put("a"), {
    observer: { handlerFailed: (_type, handler, error) => failed.push(`${handler}: ${String(error)}`) },
  });
  const { clock, server, informer, events } = world;
  informer.addHandler(
    () => {
      throw new Error("broken");
    },
    { name: "first" },
  );

  await clock.settle();
  server.put("b");
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "added b"]);
  assert.deepEqual(failed, ["first: Error: broken", "first: Error: broken"]);
});

test("a late handler hears of what is there as initial, then of changes that came meanwhile, then has synced", async () => {
  await using world = startWorld((server) => {
    for (let number = 0; number < 10_000; number += 1) server.put(`w${number}`);
  });
  const { clock, server, informer } = world;
  await clock.settle();
  const late: string[] = [];

  const registration = informer.addHandler((event) => late.push(textOf(event)));
  assert.equal(registration.hasSynced, false);
  server.put("w0");
  server.remove("w1");
  await registration.waitForSync();

  assert.equal(late.length, 10_002);
  assert.deepEqual(late.slice(0, 2), ["added w0 initial", "added w1 initial"]);
  assert.deepEqual(late.slice(10_000), ["updated w0 2->10002", "deleted w1 final"]);
});

test("a handler that is disposed hears no more", async () => {
  await using world = startWorld();
  const { clock, server, informer } = world;
  const heard: string[] = [];
  const registration = informer.addHandler((event) => heard.push(textOf(event)));
  await clock.settle();

  registration[Symbol.dispose]();
  registration[Symbol.dispose]();
  server.put("a");
  await clock.settle();

  assert.deepEqual(heard, []);
});

test("a resync tells every object again, to those who asked for it", async () => {
  await using world = startWorld((server) => server.put("a"));
  const { clock, informer, events } = world;
  const resynced: string[] = [];
  informer.addHandler((event) => resynced.push(textOf(event)), { resyncPeriodMs: 36_000_000 });

  await clock.advance(72_000_000);

  assert.deepEqual(resynced, ["added a initial", "resync a", "resync a"]);
  assert.deepEqual(events, ["added a initial"]);
});

test("the cache can be listed by namespace, by labels, by owner and by an index of one's own", async () => {
  await using world = startWorld((server) => {
    server.put("a", { labels: { app: "web" }, owner: "o1" });
    server.put("b", { labels: { app: "db" }, owner: "o1" });
    server.put("c", { namespace: "other", labels: { app: "web" } });
  });
  const { clock, server, informer } = world;
  informer.addIndex("app", (object) => [object.labels["app"] ?? ""]);
  await clock.settle();
  server.put("b", { labels: { app: "web" } });
  await clock.settle();

  const names = async (options: Parameters<typeof informer.list>[0]): Promise<string[]> =>
    (await Array.fromAsync(informer.list(options))).map((object) => object.metadata.name);

  assert.deepEqual(await names({ namespace: "default" }), ["a", "b"]);
  assert.deepEqual(await names({ labelSelector: "app in (web)" }), ["a", "b", "c"]);
  assert.deepEqual(await names({ labelSelector: { matchLabels: { app: "web" } }, namespace: "other" }), ["c"]);
  assert.deepEqual(await names({ index: { name: ownerUidIndex, value: "o1" } }), ["a"]);
  assert.deepEqual(await names({ index: { name: "app", value: "web" } }), ["a", "c", "b"]);
  assert.deepEqual(await names({ index: { name: "app", value: "db" } }), []);
  await assert.rejects(names({ index: { name: "size", value: "1" } }), {
    message: 'Cannot list widgets by index "size": there is none of this name',
  });
});

test("an object that was read belongs to its reader, and an old version stays readable", async () => {
  await using world = startWorld((server) => server.put("a", { labels: { v: "1" } }));
  const { clock, server, informer } = world;
  await clock.settle();
  const key = { namespace: "default", name: "a" };
  const before = informer.entry(key);

  Object.assign(informer.get(key)?.metadata ?? {}, { name: "damaged" });
  server.put("a", { labels: { v: "2" } });
  await clock.settle();

  assert.deepEqual(before?.read().metadata.labels, { v: "1" });
  assert.deepEqual(informer.get(key)?.metadata.labels, { v: "2" });
  assert.equal(informer.get(key)?.metadata.name, "a");
  assert.throws(() => Object.assign(informer.entry(key)?.labels ?? {}, { v: "3" }), TypeError);
});

test("a reader waits until the cache is as new as its own write, no longer than it wants", async () => {
  await using world = startWorld((server) => server.put("a", { uid: "u" }));
  const { clock, server, informer } = world;
  await clock.settle();
  const key = { namespace: "default", name: "a" };

  assert.equal(informer.hasVersion(key, { resourceVersion: "2", uid: "u" }), true);
  assert.equal(informer.hasVersion(key, { resourceVersion: "3", uid: "u" }), false);
  const waiting = informer.waitForVersion(key, { resourceVersion: "3", uid: "u" });
  server.put("a");
  assert.equal(await waiting, true);

  const deleted = informer.waitForVersion(key, { resourceVersion: "3", uid: "u", deleted: true });
  server.remove("a");
  assert.equal(await deleted, true);

  const never = informer.waitForVersion(key, { resourceVersion: "99" }, { timeoutMs: 500 });
  await clock.advance(500);
  assert.equal(await never, false);
});

test("a bookmark alone brings the cache up to a version that some other collection's write made", async () => {
  await using world = startWorld();
  const { clock, server, informer } = world;
  await clock.settle();

  const waiting = informer.waitForVersion({ namespace: "default", name: "x" }, { resourceVersion: "2" });
  server.bookmark();

  assert.equal(await waiting, true);
});

test("managedFields come in with our own entries whole and those of others without their field sets", async () => {
  const entries = [
    { manager: "us", operation: "Apply", time: "t1", fieldsType: "FieldsV1", fieldsV1: { "f:spec": { "f:size": {} } } },
    { manager: "kubectl", operation: "Update", time: "t2", fieldsType: "FieldsV1", fieldsV1: { "f:data": {} } },
    { fieldsV1: { "f:status": { 'odd "}': {} } }, manager: "kubelet", subresource: "status" },
  ];
  await using world = startWorld((server) => server.put("a", { managedFields: entries }), { fieldManager: "us" });
  const { clock, informer } = world;

  await clock.settle();

  assert.deepEqual(informer.get({ namespace: "default", name: "a" })?.metadata.managedFields, [
    entries[0],
    { manager: "kubectl", operation: "Update", time: "t2", fieldsType: "FieldsV1" },
    { manager: "kubelet", subresource: "status" },
  ]);
});

test("a transform decides what is kept", async () => {
  await using world = startWorld((server) => server.put("a", { labels: { secret: "s" } }), {
    transform: (object) => ({ ...object, metadata: { ...object.metadata, labels: {} } }),
  });
  const { clock, informer } = world;

  await clock.settle();

  assert.deepEqual(informer.get({ namespace: "default", name: "a" })?.metadata.labels, {});
});

test("an informer ends with its signal, closes its watch and leaves no timer behind", async () => {
  const world = startWorld((server) => server.put("a"));
  await world.clock.settle();
  world.server.bookmark();
  await world.clock.settle();

  await world.stop();
  await world.clock.settle();

  assert.equal(world.informer.state.kind, "stopped");
  assert.equal(world.server.openWatches, 0);
  assert.equal(world.clock.pendingTimers, 0);
  assert.equal(world.informer.get({ namespace: "default", name: "a" })?.metadata.name, "a");
  await assert.rejects(world.informer.start({ signal: new AbortController().signal }), {
    message: "Cannot start informer of widgets: it is stopped already",
  });
});

async function* throwingBody(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('{"items":[');
  throw new Error("connection reset");
}

async function* textBody(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
