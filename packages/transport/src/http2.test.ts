import assert from "node:assert/strict";
import { constants } from "node:http2";
import { test } from "vitest";
import { discardBody, readText } from "./body.ts";
import { headerOf } from "./headers.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp2Server, until } from "./testdata/servers.ts";

const tls = { ca: pem("ca.crt") };

test("A request and its response are transferred unchanged over HTTP/2", async () => {
  await using api = await startHttp2Server(async (request, response) => {
    const body = (await request.toArray()).join("");
    response.setHeader("x-seen", [
      `${request.httpVersion} ${request.method} ${request.url}`,
      `${String(request.headers["x-own"])} ${body} of ${request.headers["content-length"] ?? "?"} bytes`,
    ]);
    response.writeHead(201).end("created");
  });
  await using transport = createSocketTransport({ server: `${api.url}/k8s/clusters/c1/`, tls });

  const response = await transport.request({
    method: "POST",
    path: "/api/v1/pods?dryRun=All",
    headers: { "x-own": "mine" },
    body: "{ü}",
  });

  assert.equal(response.status, 201);
  assert.equal(
    headerOf(response.headers, "x-seen"),
    "2.0 POST /k8s/clusters/c1/api/v1/pods?dryRun=All, mine {ü} of 4 bytes",
  );
  assert.equal(await readText(response), "created");
});

test("A transport can be wrapped by spreading it, as interceptors do", async () => {
  await using api = await startHttp2Server((request, response) => response.end(request.url));
  await using transport = createSocketTransport({ server: api.url, tls });
  const wrapped = { ...transport, upgrade: () => Promise.reject(new Error("not allowed")) };

  const response = await wrapped.request({ method: "GET", path: "/api" });

  assert.equal(await readText(response), "/api");
});

test("100 concurrent requests share one connection", async () => {
  await using api = await startHttp2Server((request, response) => response.end(request.url));
  await using transport = createSocketTransport({ server: api.url, tls });

  const texts = await Promise.all(
    Array.from({ length: 100 }, async (_, index) =>
      readText(await transport.request({ method: "GET", path: `/${index}` })),
    ),
  );

  assert.deepEqual(
    texts,
    Array.from({ length: 100 }, (_, index) => `/${index}`),
  );
  assert.equal(api.sessions.length, 1);
});

test("A second connection is opened if the server allows no more streams on the first", async () => {
  await using api = await startHttp2Server((_request, response) => response.write("open"), {
    settings: { maxConcurrentStreams: 2 },
  });
  await using transport = createSocketTransport({ server: api.url, tls });

  const responses = await Promise.all(["/1", "/2", "/3"].map((path) => transport.request({ method: "GET", path })));

  assert.deepEqual(
    responses.map((response) => response.status),
    [200, 200, 200],
  );
  assert.equal(api.sessions.length, 2);
});

test("A body of many megabytes is complete, and a stalled reader does not block other readers", async () => {
  const large = "x".repeat(20 * 1024 * 1024);
  await using api = await startHttp2Server(
    (request, response) => response.end(request.url === "/large" ? large : "small"),
    {
      maxSessionMemory: 100, // Of the server, which buffers the data that the stalled reader does not read.
    },
  );
  await using transport = createSocketTransport({ server: api.url, tls });

  const stalled = await transport.request({ method: "GET", path: "/large" });
  const others = await Promise.all(
    Array.from({ length: 10 }, async () => readText(await transport.request({ method: "GET", path: "/small" }))),
  );

  assert.deepEqual(new Set(others), new Set(["small"]));
  assert.equal((await readText(stalled)).length, large.length);
});

test("break ends the stream at the server, and the connection remains open", async () => {
  const closed: number[] = [];
  await using api = await startHttp2Server((request, response) => {
    request.stream.on("close", () => closed.push(request.stream.rstCode));
    response.write(`{"type":"ADDED"}\n`);
  });
  await using transport = createSocketTransport({ server: api.url, tls });

  const watch = await transport.request({ method: "GET", path: "/api/v1/pods?watch=1" });
  for await (const chunk of watch.body) {
    assert.equal(new TextDecoder().decode(chunk), `{"type":"ADDED"}\n`);
    break;
  }

  await until(() => closed.length === 1);
  assert.deepEqual(closed, [constants.NGHTTP2_CANCEL]);
  await transport.request({ method: "GET", path: "/" });
  assert.equal(api.sessions.length, 1);
});

test("discardBody() ends a stream that was never read", async () => {
  const closed: string[] = [];
  await using api = await startHttp2Server((request, response) => {
    request.stream.on("close", () => closed.push(request.url));
    response.write("never read");
  });
  await using transport = createSocketTransport({ server: api.url, tls });

  await discardBody(await transport.request({ method: "GET", path: "/watch" }));

  await until(() => closed.length === 1);
  assert.deepEqual(closed, ["/watch"]);
});

test("An abort ends the stream at the server and rejects with its reason, before and after the response has begun", async () => {
  const closed: string[] = [];
  await using api = await startHttp2Server((request, response) => {
    request.stream.on("close", () => closed.push(request.url));
    if (request.url === "/answered") response.write("first");
  });
  await using transport = createSocketTransport({ server: api.url, tls });
  const controller = new AbortController();
  const { signal } = controller;

  const silent = assert.rejects(transport.request({ method: "GET", path: "/silent", signal }), /leadership lost/);
  const answered = await transport.request({ method: "GET", path: "/answered", signal });
  const reading = assert.rejects(readText(answered), /leadership lost/);
  await until(() => api.sessions.length === 1);
  controller.abort(new Error("leadership lost"));

  await Promise.all([silent, reading]);
  await until(() => closed.length === 2);
  await assert.rejects(transport.request({ method: "GET", path: "/late", signal }), /leadership lost/);
});
