import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { networkInterfaces } from "node:os";
import { gzipSync } from "node:zlib";
import { test } from "vitest";
import { readBody, readText } from "./body.ts";
import { isTransportError } from "./errors.ts";
import { isRemote } from "./gzip.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp1Server, startHttp2Server, until } from "./testdata/servers.ts";

const text = "ä list\n".repeat(300_000);
const compressed = gzipSync(text);

/** Compresses the response if the request accepts it. `x-seen` is what the request accepts. */
function respond(
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
  body: Uint8Array = compressed,
): void {
  const accepted = String(request.headers["accept-encoding"]);
  response.setHeader("x-seen", accepted);
  if (accepted !== "gzip") return void response.end(text);
  response.setHeader("content-encoding", "gzip");
  response.setHeader("content-length", body.length);
  response.end(body);
}

const list = { method: "GET", path: "/", acceptsGzip: true } as const;

test("a response is requested and decoded as gzip over HTTP/2 and HTTP/1.1", async () => {
  await using http2 = await startHttp2Server((request, response) => respond(request, response));
  await using http1 = await startHttp1Server((request, response) => respond(request, response));
  for (const api of [http2, http1]) {
    await using transport = createSocketTransport({ server: api.url, tls: { ca: pem("ca.crt") }, gzip: true });

    const response = await transport.request(list);

    assert.equal(await readText(response), text);
    assert.equal(response.headers["x-seen"], "gzip");
    assert.equal(response.headers["content-encoding"], undefined);
    assert.equal(response.headers["content-length"], undefined);
  }
});

test("gzip is not requested on loopback, if it is forbidden, or for other requests", async () => {
  await using api = await startHttp1Server((request, response) => respond(request, response));
  const seen: unknown[] = [];
  for (const options of [{}, { gzip: false }]) {
    await using transport = createSocketTransport({ server: api.url, ...options });
    seen.push((await transport.request(list)).headers["x-seen"]);
  }
  await using forced = createSocketTransport({ server: api.url, gzip: true });
  seen.push((await forced.request({ method: "GET", path: "/" })).headers["x-seen"]);

  assert.deepEqual(seen, ["undefined", "undefined", "undefined"]);
});

test.each(["127.0.0.1", "127.8.9.10", "::1", "localhost", "one.localhost"])("%s is this machine", (host) => {
  assert.equal(isRemote({ host }), false);
});

test("the addresses of the network interfaces are this machine, and others are not", () => {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);

  assert.deepEqual(
    own.filter(({ address }) => isRemote({ host: address })),
    [],
  );
  for (const host of ["192.0.2.7", "2001:db8::7", "api.example.com", "localhost.example.com"]) {
    assert.equal(isRemote({ host }), true, host);
  }
});

test.each([
  ["ends early", compressed.subarray(0, compressed.length - 20)],
  ["is not gzip", Buffer.from("plain text")],
])("a compressed response that %s is an error of the protocol", async (_problem, body) => {
  await using api = await startHttp1Server((request, response) => respond(request, response, body));
  await using transport = createSocketTransport({ server: api.url, gzip: true });

  const response = await transport.request(list);

  await assert.rejects(
    readBody(response),
    (error) =>
      isTransportError(error) &&
      error.kind === "protocol" &&
      error.message.includes("the compressed response is invalid"),
  );
});

test("a body is decoded while it is read, and its reader can end the exchange", async () => {
  let isClosed = false;
  await using api = await startHttp1Server((_request, response) => {
    response.on("close", () => (isClosed = true));
    response.setHeader("content-encoding", "gzip");
    response.write(compressed.subarray(0, compressed.length - 20)); // The end never arrives.
  });
  await using transport = createSocketTransport({ server: api.url, gzip: true });

  const response = await transport.request(list);
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > 1_000_000) break;
  }

  assert.ok(bytes > 1_000_000);
  await until(() => isClosed);
});

test("an abort and a lost connection have the same errors as without compression", async () => {
  await using api = await startHttp1Server((_request, response) => {
    response.setHeader("content-encoding", "gzip");
    response.write(compressed.subarray(0, 100));
  });
  await using transport = createSocketTransport({ server: api.url, gzip: true });
  const abort = new AbortController();

  const aborted = await transport.request({ ...list, signal: abort.signal });
  abort.abort("enough");
  await assert.rejects(readBody(aborted), (error) => error === "enough");

  const lost = await transport.request(list);
  for (const socket of api.sockets) socket.destroy();
  await assert.rejects(readBody(lost), (error) => isTransportError(error) && error.kind !== "protocol");
});
