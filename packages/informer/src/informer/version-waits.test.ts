import assert from "node:assert/strict";

import { test } from "vitest";

import { startFixture } from "../testdata/fixture.ts";

test("a reader waits until the cache contains its own write, up to a timeout", async () => {
  await using fixture = startFixture((server) => server.put("a", { uid: "u" }));
  const { clock, server, informer } = fixture;
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
  await using fixture = startFixture();
  const { clock, server, informer } = fixture;
  await clock.settle();

  const waiting = informer.waitForVersion({ namespace: "default", name: "x" }, { resourceVersion: "2" });
  server.bookmark();

  assert.equal(await waiting, true);
});
