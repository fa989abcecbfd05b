import assert from "node:assert/strict";
import { test } from "vitest";
import { readText } from "./body.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp2Server } from "./testdata/servers.ts";

test("requests of one lane share a connection, and each lane has a separate connection", async () => {
  const connections = new Map<string, unknown>();
  await using api = await startHttp2Server((request, response) => {
    connections.set(request.url, request.stream.session);
    response.end("well");
  });
  await using transport = createSocketTransport({ server: api.url, tls: { ca: pem("ca.crt") } });
  const read = async (path: string, lane?: "default" | "bulk") =>
    await readText(await transport.request({ method: "GET", path, ...(lane && { lane }) }));

  const atOnce = await Promise.all([
    read("/list", "bulk"),
    read("/lease"),
    read("/watch", "bulk"),
    read("/status", "default"),
  ]);
  const later = await read("/later", "bulk");

  assert.deepEqual([...atOnce, later], ["well", "well", "well", "well", "well"]);
  assert.equal(api.sessions.length, 2);
  assert.equal(connections.get("/list"), connections.get("/watch"));
  assert.equal(connections.get("/list"), connections.get("/later"));
  assert.equal(connections.get("/lease"), connections.get("/status"));
  assert.notEqual(connections.get("/list"), connections.get("/lease"));
});
