import assert from "node:assert/strict";

import { test } from "vitest";

import { startFixture, textOf } from "../testdata/fixture.ts";

test("a handler that throws is reported, and the others receive every event", async () => {
  const failed: string[] = [];
  await using fixture = startFixture((server) => server.put("a"), {
    observer: { handlerFailed: ({ handler, error }) => failed.push(`${handler}: ${String(error)}`) },
  });
  const { clock, server, informer, events } = fixture;
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

test("a late handler receives existing objects as initial, then the changes since, and has synced then", async () => {
  await using fixture = startFixture((server) => {
    for (let number = 0; number < 10_000; number += 1) server.put(`w${number}`);
  });
  const { clock, server, informer } = fixture;
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

test("a disposed handler receives no more events", async () => {
  await using fixture = startFixture();
  const { clock, server, informer } = fixture;
  const heard: string[] = [];
  const registration = informer.addHandler((event) => heard.push(textOf(event)));
  await clock.settle();

  registration[Symbol.dispose]();
  registration[Symbol.dispose]();
  server.put("a");
  await clock.settle();

  assert.deepEqual(heard, []);
});

test("a resync delivers every object again, to handlers with a resync period", async () => {
  await using fixture = startFixture((server) => server.put("a"));
  const { clock, informer, events } = fixture;
  const resynced: string[] = [];
  informer.addHandler((event) => resynced.push(textOf(event)), { resyncPeriodMs: 36_000_000 });

  await clock.advance(72_000_000);

  assert.deepEqual(resynced, ["added a initial", "resync a", "resync a"]);
  assert.deepEqual(events, ["added a initial"]);
});
