import assert from "node:assert/strict";

import { test } from "vitest";

import { errorLine, statusAnswer } from "../testdata/fake-server.ts";
import { startFixture } from "../testdata/fixture.ts";

test("the first list may come from the server's cache, and the watch requests bookmarks and a timeout of 5 to 10 minutes", async () => {
  await using fixture = startFixture();
  const { clock, server } = fixture;

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

test("a watch that the server ends after its timeout resumes from the last version, without a list", async () => {
  await using fixture = startFixture((server) => server.put("a"));
  const { clock, server, events } = fixture;
  await clock.advance(300_000);

  server.endWatches();
  server.put("b");
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "added b"]);
  assert.equal(server.requests.length, 3);
});

test("a healthy, idle watch with bookmarks stays open until the server ends it at the age that was requested", async () => {
  const ages: number[] = [];
  const observer = { watchEnded: ({ durationMs }: { durationMs: number }) => void ages.push(durationMs / 1000) };
  await using fixture = startFixture(
    (server) => {
      server.put("a");
      server.endsWatchesInTime = true;
    },
    { observer },
  );
  const { clock, server } = fixture;
  await clock.settle();

  for (let minute = 0; minute < 120; minute += 1) {
    server.bookmark();
    await clock.advance(60_000);
  }

  const [, ...watches] = server.requests;
  const requested = watches.map(({ path }) => Number(/timeoutSeconds=(\d+)/u.exec(path)?.[1]));
  assert.deepEqual(ages, requested.slice(0, -1));
  assert.ok(watches.length <= 24, `${watches.length} watches in two hours`);
  assert.equal(
    watches.every(({ path }) => path.includes("watch=true")),
    true,
  );
});

test("a watch that is silent before its first bookmark ends 30 s after its age, and resumes from the last version", async () => {
  await using fixture = startFixture((server) => server.put("a"));
  const { clock, server, informer } = fixture;
  await clock.settle();
  const watch = server.requests[1]?.path ?? "";
  const ageMs = Number(/timeoutSeconds=(\d+)/u.exec(watch)?.[1]) * 1000;
  server.put("b"); // An event does not prove that the next one will arrive.
  await clock.settle();
  server.losesEvent = () => true;
  server.put("c");

  await clock.advance(ageMs + 29_999);
  assert.equal(server.requests.length, 2);
  assert.equal(informer.size, 2);
  server.losesEvent = () => false;
  await clock.advance(10_000);

  assert.equal(informer.size, 3);
  assert.equal(server.openWatches, 1);
  assert.match(server.requests[2]?.path ?? "", /watch=true&resourceVersion=3&/u);
  assert.equal(server.requests.length, 3);
});

test("a watch whose bookmarks stop coming is opened again, long before its age", async () => {
  await using fixture = startFixture();
  const { clock, server } = fixture;
  await clock.advance(10_000);

  server.bookmark();
  await clock.advance(209_000);
  assert.equal(server.requests.length, 2);
  await clock.advance(3_000);

  assert.equal(server.requests.length, 3);
  assert.match(server.requests[2]?.path ?? "", /resourceVersion=2&/u);
});

test.each([
  ["list", 64_000],
  ["watch", 89_000],
])("a %s without a response is aborted after a while, and sent again", async (where, longestMs) => {
  let unanswered = 0;
  await using fixture = startFixture((server) => {
    server.put("a");
    server.hold = ({ path }) => path.includes("watch=true") === (where === "watch") && (unanswered += 1) <= 2;
  });
  const { clock, server, informer } = fixture;

  await clock.advance(longestMs);
  assert.equal(unanswered, 1);
  await clock.advance(200_000);
  server.put("b");
  await clock.settle();

  assert.equal(unanswered, 3);
  assert.equal(informer.size, 2);
});

test("a watch without its usual bookmarks for its whole time leads to a list", async () => {
  await using fixture = startFixture((server) => server.put("a"));
  const { clock, server, events } = fixture;
  await clock.settle();
  server.bookmark();
  await clock.advance(200_000);
  server.endWatches();
  await clock.settle();
  // A store restored from a backup: what we hold is gone, and our version lies in its future.
  server.lose("a");
  await clock.advance(300_000);
  const before = server.requests.length;

  server.endWatches();
  await clock.settle();

  assert.deepEqual(events, ["added a initial", "deleted a"]);
  assert.doesNotMatch(server.requests[before]?.path ?? "", /watch=true|resourceVersion/u);
});

test("an expired version in a watch, as event or as status, leads to a list whose differences are delivered", async () => {
  for (const asStatus of [false, true]) {
    await using fixture = startFixture((server) => {
      server.put("kept");
      server.put("changed");
      server.put("gone");
      server.put("reborn", { uid: "first" });
    });
    const { clock, server, events } = fixture;
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
  await using fixture = startFixture((server) => server.put("a"));
  const { clock, server, events } = fixture;
  await clock.settle();

  server.sendLine(errorLine(410, "Expired"));
  server.put("b");
  await clock.advance(2_000);

  assert.deepEqual(events, ["added a initial", "added b"]);
});

test("a list whose pages expire begins again, and no part of the first attempt is delivered", async () => {
  let continued = 0;
  await using fixture = startFixture((server) => {
    for (let number = 0; number < 1_200; number += 1) server.put(`w${number}`);
    server.intercept = ({ path }) => {
      // A server that cannot answer from its cache, so that the list is paged.
      if (path.includes("resourceVersion=0")) return statusAnswer(410, "Expired");
      if (path.includes("continue=") && (continued += 1) === 2) server.compact();
      return undefined;
    };
  });
  const { clock, informer, events } = fixture;

  await clock.advance(1_000);
  assert.equal(events.length, 0);
  await clock.advance(30_000);

  assert.equal(informer.size, 1_200);
  assert.equal(events.length, 1_200);
  assert.ok(events.every((event) => event.endsWith("initial")));
});
