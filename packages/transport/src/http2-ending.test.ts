/** The end of HTTP/2 connections and streams, and the errors of their requests. */
import assert from "node:assert/strict";
import { constants } from "node:http2";
import { createVirtualClock, deadlineSignal } from "@kubewright/async";
import { test } from "vitest";
import { readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp2Server, startRelay, nextTurn, until } from "./testdata/servers.ts";

const tls = { ca: pem("ca.crt") };

test("after GOAWAY, requests in flight complete and later requests use a new connection", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using api = await startHttp2Server(async (request, response) => {
    response.write("begun, ");
    if (request.url === "/slow") await released;
    response.end("ended");
  });
  await using transport = createSocketTransport({ server: api.url, tls });
  const slow = await transport.request({ method: "GET", path: "/slow" });

  api.sessions[0]?.goaway(constants.NGHTTP2_NO_ERROR);
  while (api.sessions.length === 1) await readText(await transport.request({ method: "GET", path: "/quick" }));
  release();

  assert.equal(await readText(slow), "begun, ended");
});

test("A request that the server did not process before GOAWAY is sent again over a new connection", async () => {
  const seen: string[] = [];
  await using api = await startHttp2Server((request, response) => {
    seen.push(`${request.url} on connection ${api.sessions.length}`);
    if (request.url === "/first" || api.sessions.length > 1) response.end("answered");
  });
  await using transport = createSocketTransport({ server: api.url, tls });
  await readText(await transport.request({ method: "GET", path: "/first" }));

  const text = transport
    .request({ method: "POST", path: "/second", body: "{}" })
    .then((response) => readText(response));
  await until(() => seen.length === 2);
  api.sessions[0]?.goaway(constants.NGHTTP2_NO_ERROR, 1); // The first stream is the last that it has processed.

  assert.equal(await text, "answered");
  assert.deepEqual(seen, ["/first on connection 1", "/second on connection 1", "/second on connection 2"]);
});

test("A refused stream is sent again, a bounded number of times", async () => {
  let refusals = 0;
  await using api = await startHttp2Server((request, response) => {
    if (request.url === "/never" || refusals < 1) {
      refusals++;
      request.stream.close(constants.NGHTTP2_REFUSED_STREAM);
    } else {
      response.end("accepted");
    }
  });
  await using transport = createSocketTransport({ server: api.url, tls });

  assert.equal(await readText(await transport.request({ method: "POST", path: "/once", body: "{}" })), "accepted");
  assert.equal(refusals, 1);

  await assert.rejects(transport.request({ method: "GET", path: "/never" }), (error) => {
    assert.ok(isTransportError(error));
    assert.equal(error.mayHaveBeenProcessed, false);
    return true;
  });
  assert.equal(refusals, 4);
});

test("A reset stream does not affect others, and its error names the request and that it may have been processed", async () => {
  await using api = await startHttp2Server((request, response) => {
    if (request.url === "/reset") request.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else response.end("well");
  });
  await using transport = createSocketTransport({ server: api.url, tls });

  const [failed, well] = await Promise.allSettled([
    transport.request({ method: "POST", path: "/reset", body: "{}" }),
    transport.request({ method: "GET", path: "/" }),
  ]);

  assert.equal(well.status, "fulfilled");
  assert.equal(failed.status, "rejected");
  assert.ok(isTransportError(failed.reason));
  assert.equal(failed.reason.kind, "reset");
  assert.equal(failed.reason.mayHaveBeenProcessed, true);
  assert.equal(failed.reason.address, `127.0.0.1:${api.port}`);
  assert.match(
    failed.reason.message,
    /^Cannot POST "\/reset" from https:\/\/127\.0\.0\.1:\d+: the peer reset the connection/,
  );
});

test("An incomplete body is an error, after a reset, the end of the session, or the end of the socket", async () => {
  await using api = await startHttp2Server((request, response) => {
    response.write("half");
    request.stream.on("error", () => {});
    nextTurn().then(
      () => {
        if (request.url === "/reset") request.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
        if (request.url === "/session") request.stream.session?.destroy();
        if (request.url === "/socket") api.sockets.at(-1)?.destroy();
      },
      (error: unknown) => assert.fail(String(error)),
    );
  });

  for (const path of ["/reset", "/session", "/socket"]) {
    await using transport = createSocketTransport({ server: api.url, tls });
    const broken = transport.request({ method: "GET", path }).then((response) => readText(response));
    await assert.rejects(broken, (error) => isTransportError(error) && /^(reset|ended)$/.test(error.kind), path);
  }
});

test("After a connection is lost, the next request opens a new connection", async () => {
  await using api = await startHttp2Server((_request, response) => response.end("well"));
  await using transport = createSocketTransport({ server: api.url, tls });
  await readText(await transport.request({ method: "GET", path: "/1" }));

  api.sockets[0]?.destroy();
  await until(() => api.sessions[0]?.destroyed === true);
  let answer: string | undefined;
  while (answer === undefined) {
    answer = await transport.request({ method: "GET", path: "/2" }).then(readText, () => undefined); // Until the client has detected it.
  }

  assert.equal(answer, "well");
  assert.equal(api.sessions.length, 2);
});

test("A half-open connection is detected within 30 s, its watch ends, and the next request uses a new connection", async () => {
  const clock = createVirtualClock();
  await using api = await startHttp2Server((_request, response) => response.write("event\n"));
  await using relay = await startRelay(api.port);
  await using transport = createSocketTransport({ server: relay.url, tls, clock });
  const watch = await transport.request({ method: "GET", path: "/watch" });
  const events = watch.body[Symbol.asyncIterator]();
  await events.next();
  const ended = assert.rejects(events.next(), (error) => {
    assert.ok(isTransportError(error));
    assert.equal(error.kind, "timeout");
    assert.match(
      error.message,
      /^Cannot GET "\/watch" from .*: nothing came for 20000 ms, not even the answer to a PING/,
    );
    return true;
  });

  relay.blackHole();
  await clock.advance(30_000);

  await ended;
  assert.equal((await transport.request({ method: "GET", path: "/watch" })).status, 200);
  assert.equal(api.sessions.length, 2);
});

test("After a request was aborted without a received byte, the next request uses a new connection at once, and the watch continues", async () => {
  const clock = createVirtualClock();
  await using api = await startHttp2Server((_request, response) => response.write("event\n"));
  await using relay = await startRelay(api.port);
  await using transport = createSocketTransport({ server: relay.url, tls, clock });
  const watch = await transport.request({ method: "GET", path: "/watch" });
  const events = watch.body[Symbol.asyncIterator]();
  await events.next();
  let hasWatchEnded = false;
  const ended = assert.rejects(events.next()).then(() => (hasWatchEnded = true));

  relay.blackHole();
  using deadline = deadlineSignal(clock, 5_000);
  const lost = assert.rejects(transport.request({ method: "PUT", path: "/lease", signal: deadline.signal }));
  await nextTurn();
  await clock.advance(5_000);
  await lost;
  const next = await transport.request({ method: "PUT", path: "/lease" });

  assert.equal(next.status, 200);
  assert.equal(api.sessions.length, 2);
  assert.equal(hasWatchEnded, false);
  await clock.advance(30_000);
  await ended;
});

test("A connection to a slow server is used again once the server responds to a PING", async () => {
  const clock = createVirtualClock();
  let pings = 0;
  const usedBy: unknown[] = [];
  await using api = await startHttp2Server((request, response) => {
    usedBy.push(request.stream.session);
    if (request.url !== "/slow") response.end();
  });
  api.server.on("session", (session) => session.on("ping", () => pings++));
  await using transport = createSocketTransport({ server: api.url, tls, clock });
  await readText(await transport.request({ method: "GET", path: "/quick" }));

  using deadline = deadlineSignal(clock, 5_000);
  const slow = assert.rejects(transport.request({ method: "GET", path: "/slow", signal: deadline.signal }));
  await until(() => usedBy.length === 2);
  await clock.advance(5_000);
  await slow;
  do await readText(await transport.request({ method: "GET", path: "/quick" }));
  while (usedBy.at(-1) !== api.sessions[0]);

  assert.equal(pings, 1);
  assert.ok(api.sessions.length <= 2);
});

test("A healthy watch that is idle for two hours is not ended, because the server responds to the probe", async () => {
  const clock = createVirtualClock();
  let pings = 0;
  let finish = (): void => {};
  await using api = await startHttp2Server((_request, response) => {
    response.write("first, ");
    finish = () => response.end("last");
  });
  api.server.on("session", (session) => session.on("ping", () => pings++));
  await using transport = createSocketTransport({ server: api.url, tls, clock });
  const watch = await transport.request({ method: "GET", path: "/watch" });

  for (let passedMs = 0; passedMs < 2 * 60 * 60 * 1000; passedMs += 10_000) {
    const before = api.sockets[0]?.bytesWritten ?? 0;
    const asked = pings;
    await clock.advance(10_000);
    await clockTurns(() => pings === asked || (api.sockets[0]?.bytesWritten ?? 0) > before);
  }
  finish();

  assert.equal(await readText(watch), "first, last");
  assert.ok(pings > 300, `${pings} pings`);
});

test("Disposing ends requests in flight with an error that names the reason, and rejects later requests", async () => {
  await using api = await startHttp2Server((request, response) => {
    if (request.url === "/answered") response.write("first");
  });
  const transport = createSocketTransport({ server: api.url, tls });
  const answered = await transport.request({ method: "GET", path: "/answered" });
  const isClosed = (error: unknown): boolean => isTransportError(error) && error.kind === "closed";
  const ends = [
    assert.rejects(readText(answered), isClosed),
    assert.rejects(transport.request({ method: "GET", path: "/silent" }), isClosed),
  ];

  await transport[Symbol.asyncDispose]();
  await transport[Symbol.asyncDispose]();

  await Promise.all(ends);
  await assert.rejects(transport.request({ method: "GET", path: "/late" }), /this transport has been disposed/);
  await until(() => api.sockets.every((socket) => socket.destroyed));
});

/** Waits for the responses of the real server. */
async function clockTurns(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  await until(condition);
}
