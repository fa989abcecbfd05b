import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "vitest";
import { discardBody, readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import { headerOf } from "./headers.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp1Server, startHttps1Server, nextTurn, until } from "./testdata/servers.ts";

test("Requests to a server without TLS use HTTP/1.1", async () => {
  await using api = await startHttp1Server(async (request, response) => {
    const body = (await request.toArray()).join("");
    response.setHeader(
      "x-seen",
      `${request.httpVersion} ${request.method} ${request.url} ${String(request.headers["x-own"])}`,
    );
    response.writeHead(201).end(`got ${body}`);
  });
  await using transport = createSocketTransport({ server: `${api.url}/prefix` });

  const response = await transport.request({
    method: "PUT",
    path: "/api?a=b",
    headers: { "x-own": "mine" },
    body: "{ü}",
  });

  assert.equal(response.status, 201);
  assert.equal(headerOf(response.headers, "x-seen"), "1.1 PUT /prefix/api?a=b mine");
  assert.equal(await readText(response), "got {ü}");
});

test("Requests to a server without HTTP/2 use HTTP/1.1 on the connection that negotiated it", async () => {
  await using api = await startHttps1Server((request, response) => response.end(request.httpVersion));
  await using transport = createSocketTransport({ server: api.url, tls: { ca: pem("ca.crt") } });

  assert.equal(await get(transport, "/"), "1.1");

  assert.equal(api.sockets.length, 1);
});

test("Connections over HTTP/1.1 are reused", async () => {
  await using api = await startHttp1Server((_request, response) => response.end());
  await using transport = createSocketTransport({ server: api.url });

  for (let request = 0; request < 20; request++) await get(transport, "/");

  assert.ok(api.sockets.length <= 2, `${api.sockets.length} connections`); // One may still be busy when its body has just been read.
});

test("Open watches over HTTP/1.1 do not block other requests", async () => {
  await using api = await startHttp1Server((request, response) => {
    if (request.url === "/watch") response.write("event\n");
    else response.end("answered");
  });
  await using transport = createSocketTransport({ server: api.url });

  await Promise.all(Array.from({ length: 20 }, () => transport.request({ method: "GET", path: "/watch" })));

  assert.equal(await get(transport, "/"), "answered");
});

test("break and discardBody() end the exchange at the server over HTTP/1.1", async () => {
  const closed: string[] = [];
  await using api = await startHttp1Server((request, response) => {
    response.on("close", () => closed.push(request.url ?? ""));
    response.write("first");
  });
  await using transport = createSocketTransport({ server: api.url });

  for await (const _chunk of (await transport.request({ method: "GET", path: "/left" })).body) break;
  await until(() => closed.length === 1);
  await discardBody(await transport.request({ method: "GET", path: "/discarded" }));

  await until(() => closed.length === 2);
  assert.deepEqual(closed, ["/left", "/discarded"]);
});

test("An abort ends the exchange over HTTP/1.1 with its reason, and leaves no listener on the signal", async () => {
  const begun: string[] = [];
  const closed: string[] = [];
  await using api = await startHttp1Server((request, response) => {
    begun.push(request.url ?? "");
    response.on("close", () => closed.push(request.url ?? ""));
    if (request.url === "/answered") response.write("first");
    if (request.url === "/quick") response.end();
  });
  await using transport = createSocketTransport({ server: api.url });
  const controller = new AbortController();
  const { signal } = controller;
  await readText(await transport.request({ method: "GET", path: "/quick", signal }));
  assert.equal(getEventListeners(signal, "abort").length, 0);

  const silent = assert.rejects(transport.request({ method: "GET", path: "/silent", signal }), /leadership lost/);
  const answered = await transport.request({ method: "GET", path: "/answered", signal });
  const reading = assert.rejects(readText(answered), /leadership lost/);
  await until(() => begun.length === 3);
  controller.abort(new Error("leadership lost"));

  await Promise.all([silent, reading]);
  await until(() => closed.length === 3);
});

test("An incomplete body over HTTP/1.1 is an error, with and without a content length", async () => {
  await using api = await startHttp1Server((request, response) => {
    if (request.url === "/length") response.setHeader("content-length", "100");
    response.write("half");
    nextTurn().then(
      () => request.socket.destroy(),
      (error: unknown) => assert.fail(String(error)),
    );
  });
  await using transport = createSocketTransport({ server: api.url });

  for (const path of ["/length", "/chunked"]) {
    await assert.rejects(
      get(transport, path),
      (error) => isTransportError(error) && /^(reset|ended)$/.test(error.kind),
      path,
    );
  }
});

test("A connection that ends without a response is an error that names the request", async () => {
  await using api = await startHttp1Server((request) => request.socket.destroy());
  await using transport = createSocketTransport({ server: api.url });

  await assert.rejects(transport.request({ method: "POST", path: "/api/v1/pods", body: "{}" }), (error) => {
    assert.ok(isTransportError(error));
    assert.match(error.message, /^Cannot POST "\/api\/v1\/pods" from http:\/\/127\.0\.0\.1:\d+: /);
    assert.equal(error.mayHaveBeenProcessed, true);
    return true;
  });
});

test("Disposing ends exchanges over HTTP/1.1", async () => {
  await using api = await startHttp1Server((_request, response) => response.write("first"));
  const transport = createSocketTransport({ server: api.url });
  const watch = await transport.request({ method: "GET", path: "/watch" });
  const reading = assert.rejects(readText(watch), (error) => isTransportError(error) && error.kind === "closed");

  await transport[Symbol.asyncDispose]();

  await reading;
  await until(() => api.sockets.every((socket) => socket.destroyed));
});

async function get(transport: ReturnType<typeof createSocketTransport>, path: string): Promise<string> {
  return await readText(await transport.request({ method: "GET", path }));
}
