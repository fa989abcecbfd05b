/** How HTTP/2 connections and streams end, and which errors their requests receive. */
import assert from "node:assert/strict";
import { constants } from "node:http2";
import { createVirtualClock, deadlineSignal } from "@kubewright/async";
import { test } from "vitest";
import { readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp2Server, startRelay, nextTurn, until } from "./testdata/servers.ts";

const tls = { ca: pem("ca.crt") };

test("GOAWAY lets requests in flight end well and sends later ones over a new connection", async () => {
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

test("A request that the server did not look at before GOAWAY is sent again over a new connection", async () => {
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
  api.sessions[0]?.goaway(constants.NGHTTP2_NO_ERROR, 1); // The first stream was the last one it looked at.

  assert.equal(await text, "answered");
  assert.deepEqual(seen, ["/first on connection 1", "/second on connection 1", "/second on connection 2"]);
});

test("A refused stream is sent again, but not for ever", async () => {
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

test("A reset stream fails alone: the error names the request, and that it may have been processed", async () => {
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

test("A body that breaks off is an error, never a short body: by a reset, by the end of the session, by the end of the socket", async () => {
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

test("After the connection broke, the next request makes a new one", async () => {
  await using api = await startHttp2Server((_request, response) => response.end("well"));
  await using transport = createSocketTransport({ server: api.url, tls });
  await readText(await transport.request({ method: "GET", path: "/1" }));

  api.sockets[0]?.destroy();
  await until(() => api.sessions[0]?.destroyed === true);
  let answer: string | undefined;
  while (answer === undefined) {
    answer = await transport.request({ method: "GET", path: "/2" }).then(readText, () => undefined); // Until our side has noticed.
  }

  assert.equal(answer, "well");
  assert.equal(api.sessions.length, 2);
});

test("A half-open connection is noticed within 30 s, ends its watch, and the next request goes over a new one", async () => {
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

test("After a request that was aborted without any byte, the next one goes over a new connection at once, and the watch stays", async () => {
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

test("A connection whose server was only slow is used again once it answers a PING", async () => {
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

test("A healthy watch that is idle for two hours is left alone: the probe is answered", async () => {
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

test("Disposing ends what is in flight with an error that says so, and refuses what comes later", async () => {
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

/** Lets the answers of the real server come in. */
async function clockTurns(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await nextTurn();
  await until(condition);
}
