import assert from "node:assert/strict";

import type { TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import { statusAnswer } from "../testdata/fake-server.ts";
import { startFixture } from "../testdata/fixture.ts";
import { missingRetryMs } from "./reflector.ts";

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
      await using fixture = startFixture((server) => {
        server.put("a");
        server.intercept = ({ path }) => {
          const matches = path.includes("watch=true") === (where === "watch");
          return matches && (failed += 1) <= 2 ? fail() : undefined;
        };
      });
      const { clock, server, informer } = fixture;

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
  await using fixture = startFixture((server) => server.put("a"));
  const { clock, server, informer } = fixture;
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

test("failures are forgiven after a healthy minute of watching, and not before", async () => {
  await using fixture = startFixture((server) => {
    server.put("a");
    let failures = 0;
    server.intercept = ({ path }) => {
      if (path.includes("watch=true") && (failures += 1) <= 4) throw new Error("connection refused");
      return undefined;
    };
  });
  const { clock, server, informer } = fixture;
  const failuresAfter = async (watchedMs: number): Promise<number> => {
    await clock.runUntil(() => server.openWatches === 1);
    await clock.advance(watchedMs);
    server.endWatches(new Error("connection reset"));
    await clock.settle();
    return informer.state.kind === "backingOff" ? informer.state.failures : 0;
  };

  assert.equal(await failuresAfter(59_000), 5);
  assert.equal(await failuresAfter(61_000), 1);
});

test("a server that answers every watch with 410 is not stormed either", async () => {
  await using fixture = startFixture((server) => {
    server.put("a");
    server.intercept = ({ path }) => (path.includes("watch=true") ? statusAnswer(410, "Expired") : undefined);
  });
  const { clock, server } = fixture;

  await clock.advance(10_000);
  assert.ok(server.requests.length <= 10);
  await clock.advance(50_000);
  const before = server.requests.length;
  await clock.advance(600_000);

  assert.ok(server.requests.length - before <= 20, `${server.requests.length - before} requests in 10 minutes`);
});

test("a Retry-After is obeyed when it is longer than our own wait", async () => {
  await using fixture = startFixture((server) => {
    server.intercept = () => statusAnswer(429, "TooManyRequests", { "retry-after": "20" });
  });
  const { clock, server } = fixture;

  await clock.advance(19_999);
  assert.equal(server.requests.length, 1);
  await clock.advance(2);

  assert.equal(server.requests.length, 2);
});

test("a kind that is not installed is pending, listed once per second, and synced within a second of its installation", async () => {
  await using fixture = startFixture((server) => {
    server.put("a");
    server.intercept = () => ({ status: 404, headers: {}, body: textBody("404 page not found\n") });
  });
  const { clock, server, informer, events } = fixture;
  await clock.advance(600_000);
  assert.equal(informer.state.kind, "pending");
  assert.equal(informer.hasSynced, false);

  const asked = server.requests.length;
  server.intercept = () => undefined;
  await clock.advance(missingRetryMs);

  assert.equal(informer.state.kind, "watching");
  assert.deepEqual(events, ["added a initial"]);
  assert.equal(asked >= 590 && asked <= 602, true);
});

async function* throwingBody(): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode('{"items":[');
  throw new Error("connection reset");
}

async function* textBody(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
