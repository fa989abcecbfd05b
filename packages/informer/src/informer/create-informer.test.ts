import assert from "node:assert/strict";

import { isForbidden } from "@kubewright/apimachinery";
import { test } from "vitest";

import { ownerUidIndex } from "../store/store.ts";
import { errorLine, statusAnswer } from "../testdata/fake-server.ts";
import { startFixture } from "../testdata/fixture.ts";

test("an informer lists, then follows the watch, and delivers each change once", async () => {
  await using fixture = startFixture((server) => {
    server.put("a");
    server.put("b");
  });
  const { clock, server, informer, events } = fixture;

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

test("an object that is re-created under its name within one event is a deletion and an addition", async () => {
  await using fixture = startFixture((server) => server.put("a", { uid: "first" }));
  const { clock, server, events } = fixture;
  await clock.settle();

  server.put("a", { uid: "second" });
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "deleted a", "added a"]);
});

test("an event older than what is held is left out", async () => {
  await using fixture = startFixture((server) => server.put("a"));
  const { clock, server, informer, events } = fixture;
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

test("the cache can be listed by namespace, by labels, by owner and by an added index", async () => {
  await using fixture = startFixture((server) => {
    server.put("a", { labels: { app: "web" }, owner: "o1" });
    server.put("b", { labels: { app: "db" }, owner: "o1" });
    server.put("c", { namespace: "other", labels: { app: "web" } });
  });
  const { clock, server, informer } = fixture;
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
    message: 'Cannot list widgets: the informer has no index "size"',
  });
});

test("an object that was read belongs to its reader, and an old version stays readable", async () => {
  await using fixture = startFixture((server) => server.put("a", { labels: { v: "1" } }));
  const { clock, server, informer } = fixture;
  await clock.settle();
  const key = { namespace: "default", name: "a" };
  const before = informer.entry(key);

  Object.assign(informer.get(key)?.metadata ?? {}, { name: "damaged" });
  server.put("a", { labels: { v: "2" } });
  await clock.settle();

  assert.deepEqual(before?.read().metadata.labels, { v: "1" });
  assert.deepEqual(informer.get(key)?.metadata.labels, { v: "2" });
  assert.equal(informer.get(key)?.metadata.name, "a");
  Object.assign(informer.entry(key)?.labels ?? {}, { v: "3" });
  assert.deepEqual(informer.entry(key)?.labels, { v: "2" });
});

test("the metadata of a cached object is readable under the names that it has in the object", async () => {
  await using fixture = startFixture((server) => server.put("a", { labels: { app: "web" } }));
  await fixture.clock.settle();
  const key = { namespace: "default", name: "a" };

  const { metadata } = fixture.informer.entry(key) ?? {};

  assert.deepEqual([metadata?.namespace, metadata?.name, metadata?.labels], ["default", "a", { app: "web" }]);
  assert.equal(metadata?.uid, fixture.informer.get(key)?.metadata.uid);
});

test("a cached object has no managedFields, so that a write of it leaves the server's list alone", async () => {
  const entries = [
    { manager: "us", operation: "Apply", time: "t1", fieldsType: "FieldsV1", fieldsV1: { "f:spec": { "f:size": {} } } },
    { fieldsV1: { "f:status": { 'odd "}': {} } }, manager: "kubelet", subresource: "status" },
  ];
  await using fixture = startFixture((server) => server.put("a", { managedFields: entries, labels: { v: "1" } }));
  const { clock, informer } = fixture;

  await clock.settle();

  const metadata = informer.get({ namespace: "default", name: "a" })?.metadata;
  assert.equal(metadata !== undefined && "managedFields" in metadata, false);
  assert.deepEqual(metadata?.labels, { v: "1" });
});

test("the changes of the list size add up to the listed objects, and to zero once the informer has stopped", async () => {
  const changes: number[] = [];
  const observer = { listSizeChanged: ({ change }: { readonly change: number }) => changes.push(change) };
  const fixture = startFixture(
    (server) => {
      server.put("a");
      server.put("b");
    },
    { observer },
  );
  await fixture.clock.settle();

  await fixture.stop();

  assert.deepEqual(changes, [2, -2]);
});

test("an observer receives the error of each failed list and watch with its kind, as a watch error handler", async () => {
  const errors: string[] = [];
  let failures = 2;
  await using fixture = startFixture(
    (server) => {
      server.put("a");
      server.intercept = ({ path }) => {
        if (path.includes("watch=true") || failures === 0) return undefined;
        failures -= 1;
        return statusAnswer(403, "Forbidden");
      };
    },
    {
      observer: {
        stateChanged({ type, state }) {
          if (state.kind === "backingOff")
            errors.push(`${type.kind} ${isForbidden(state.error) || String(state.error)}`);
          if (state.kind === "expired") errors.push(`${type.kind} expired`);
        },
      },
    },
  );
  const { clock, server, informer } = fixture;

  await clock.advance(60_000);
  server.endWatches(new Error("reset"));
  await clock.advance(60_000);
  server.sendLine(errorLine(410, "Expired"));
  await clock.advance(60_000);

  assert.deepEqual(errors, ["Widget true", "Widget true", "Widget Error: reset", "Widget expired"]);
  assert.equal(informer.state.kind, "watching");
});

test("a transform decides what is kept", async () => {
  await using fixture = startFixture((server) => server.put("a", { labels: { secret: "s" } }), {
    transform: (object) => ({ ...object, metadata: { ...object.metadata, labels: {} } }),
  });
  const { clock, informer } = fixture;

  await clock.settle();

  assert.deepEqual(informer.get({ namespace: "default", name: "a" })?.metadata.labels, {});
});

test("waiting for an informer that ends before its first list rejects", async () => {
  const fixture = startFixture((server) => {
    server.intercept = () => {
      throw new Error("connection refused");
    };
  });
  await fixture.clock.settle();

  const waiting = fixture.informer.waitForSync().catch((error: unknown) => error);
  await fixture.stop();

  assert.equal(String(await waiting), "Error: the test is over");
});

test("an informer ends with its signal, closes its watch and leaves no timer behind", async () => {
  const fixture = startFixture((server) => server.put("a"));
  await fixture.clock.settle();
  fixture.server.bookmark();
  await fixture.clock.settle();

  await fixture.stop();
  await fixture.clock.settle();

  assert.equal(fixture.informer.state.kind, "stopped");
  assert.equal(fixture.server.openWatches, 0);
  assert.equal(fixture.clock.pendingTimers, 0);
  assert.equal(fixture.informer.get({ namespace: "default", name: "a" })?.metadata.name, "a");
  await assert.rejects(fixture.informer.start({ signal: new AbortController().signal }), {
    message: 'Cannot start informer of widgets: its state is "stopped", must be "idle"',
  });
});
