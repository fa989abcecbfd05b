import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { test } from "vitest";
import { readText } from "./body.ts";
import { isTransportError, isUpgradeRefused } from "./errors.ts";
import { headerOf } from "./headers.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp1Server, startHttp2Server, until } from "./testdata/servers.ts";

const path = "/api/v1/namespaces/default/pods/pi/exec?command=sh";

test("upgrade() returns a two-way stream of bytes, including bytes that the server sent directly after its response", async () => {
  await using api = await startHttp1Server(() => {});
  api.server.on("upgrade", ({ headers }: IncomingMessage, socket: Duplex) => {
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: ${headers.upgrade ?? ""}\r\n`);
    socket.write(`sec-websocket-protocol: ${headers["sec-websocket-protocol"] ?? ""}\r\n\r\nhello `);
    socket.on("data", (chunk) => socket.write(`<${chunk}>`)).on("end", () => socket.end(" bye"));
  });
  await using transport = createSocketTransport({ server: api.url, credentials: () => ({ "x-credentials": "here" }) });

  await using connection = await transport.upgrade({
    path,
    headers: { "sec-websocket-protocol": "v5.channel.k8s.io" },
  });
  const incoming: AsyncIterator<Uint8Array, unknown> = connection.incoming[Symbol.asyncIterator]();
  let text = await readUntil(incoming, "hello ");
  await connection.write(new TextEncoder().encode("ls"));
  text += await readUntil(incoming, "<ls>");
  await connection.end();
  text += await readUntil(incoming, " bye");

  assert.equal(headerOf(connection.headers, "sec-websocket-protocol"), "v5.channel.k8s.io");
  assert.equal(text, "hello <ls> bye");
  assert.equal((await incoming.next()).done, true);
});

test("upgrade() to a server with HTTP/2 uses its own HTTP/1.1 connection, with the same TLS checks", async () => {
  await using api = await startHttp2Server((_request, response) => response.end("h2"), { allowHTTP1: true });
  api.server.on("upgrade", (_request, socket: Duplex) => {
    socket.end("HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\nupgraded");
  });
  await using transport = createSocketTransport({ server: api.url, tls: { ca: pem("ca.crt") } });
  await using stranger = createSocketTransport({ server: api.url, tls: { ca: pem("other-ca.crt") } });

  assert.equal(await readText(await transport.request({ method: "GET", path: "/" })), "h2");
  await using connection = await transport.upgrade({ path });

  assert.equal(await readText({ body: connection.incoming }), "upgraded");
  await assert.rejects(stranger.upgrade({ path }), (error) => isTransportError(error) && error.kind === "tls");
});

test("upgrade() rejects with the server's response if its status is not 101", async () => {
  await using api = await startHttp1Server((_request, response) =>
    response.writeHead(403).end(`{"reason":"Forbidden"}`),
  );
  await using transport = createSocketTransport({ server: api.url });

  const error: unknown = await transport.upgrade({ path }).catch((thrown: unknown) => thrown);

  assert.ok(isUpgradeRefused(error));
  assert.equal(error.response.status, 403);
  assert.equal(await readText(error.response), `{"reason":"Forbidden"}`);
});

test("An abort and the end of the transport end an upgraded connection with their reason", async () => {
  await using api = await startHttp1Server(() => {});
  api.server.on("upgrade", (_request, socket: Duplex) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n");
    socket
      .on("error", () => {})
      .on("end", () => socket.end())
      .resume();
  });
  const transport = createSocketTransport({ server: api.url });
  const controller = new AbortController();
  const aborted = await transport.upgrade({ path, signal: controller.signal });
  const closed = await transport.upgrade({ path });
  const ends = [
    assert.rejects(readText({ body: aborted.incoming }), /session over/),
    assert.rejects(readText({ body: closed.incoming }), /this transport has been disposed/),
  ];

  controller.abort(new Error("session over"));
  await assert.rejects(aborted.write(new Uint8Array(1)), /session over/);
  await transport[Symbol.asyncDispose]();

  await Promise.all(ends);
  await until(() => api.sockets.every((socket) => socket.destroyed));
});

test("An upgraded connection continues after a rotation of the client certificate, and ends with the transport", async () => {
  await using api = await startHttp2Server((_request, response) => response.end(), { allowHTTP1: true });
  api.server.on("upgrade", (_request, socket: Duplex) => {
    socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: websocket\r\n\r\n");
    socket.on("error", () => {}).on("data", (chunk) => socket.write(chunk));
  });
  const names = ["localhost", "127.0.0.1"];
  const transport = createSocketTransport({
    server: api.url,
    tls: () => ({ ca: pem("ca.crt"), serverName: names.shift() ?? "kubernetes.default.svc" }),
  });
  const connection = await transport.upgrade({ path });
  await readText(await transport.request({ method: "GET", path: "/" }));

  await connection.write(new TextEncoder().encode("still here"));
  const incoming: AsyncIterator<Uint8Array, unknown> = connection.incoming[Symbol.asyncIterator]();
  assert.equal(await readUntil(incoming, "still here"), "still here");
  const ended = assert.rejects(incoming.next(), /this transport has been disposed/);

  await transport[Symbol.asyncDispose]();
  await ended;
});

async function readUntil(incoming: AsyncIterator<Uint8Array, unknown>, wanted: string): Promise<string> {
  let text = "";
  while (text.length < wanted.length) {
    const { value } = await incoming.next();
    assert.ok(value instanceof Uint8Array, `the stream ended after ${JSON.stringify(text)}`);
    text += new TextDecoder().decode(value);
  }
  return text;
}
