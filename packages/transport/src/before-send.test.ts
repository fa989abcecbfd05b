// The last check of a request, after credentials were read and the connection was established, right before the first byte.
import assert from "node:assert/strict";
import { test } from "vitest";
import { readText } from "./body.ts";
import { createSocketTransport } from "./socket-transport.ts";
import { pem, startHttp1Server, startHttp2Server } from "./testdata/servers.ts";

const servers = [
  ["HTTP/2", startHttp2Server, { ca: pem("ca.crt") }],
  ["HTTP/1.1", startHttp1Server, undefined],
] as const;

for (const [protocol, start, tls] of servers) {
  test(`beforeSend() is called over ${protocol} after credentials were read and the connection was established`, async () => {
    const order: string[] = [];
    await using api = await start((_request: unknown, response: { end(text: string): unknown }) => {
      order.push("server");
      response.end("done");
    });
    api.server.on("connection", () => order.push("connection"));
    await using transport = createSocketTransport({
      server: api.url,
      ...(tls ? { tls } : {}),
      credentials: () => {
        order.push("credentials");
        return {};
      },
    });
    const request = { method: "POST", path: "/", body: "x", beforeSend: () => void order.push("beforeSend") };

    const text = await readText(await transport.request(request));

    assert.equal(text, "done");
    assert.deepEqual(order, ["credentials", "connection", "beforeSend", "server"]);
  });

  test(`a request whose beforeSend() throws is not sent over ${protocol}, and the next one is`, async () => {
    const paths: (string | undefined)[] = [];
    await using api = await start((request: { url?: string | undefined }, response: { end(text: string): unknown }) => {
      paths.push(request.url);
      response.end("done");
    });
    await using transport = createSocketTransport({ server: api.url, ...(tls ? { tls } : {}) });
    const lost = new Error("no longer");
    const beforeSend = (): void => {
      throw lost;
    };

    await assert.rejects(transport.request({ method: "POST", path: "/refused", body: "x", beforeSend }), lost);
    const text = await readText(await transport.request({ method: "POST", path: "/sent", body: "x" }));

    assert.equal(text, "done");
    assert.deepEqual(paths, ["/sent"]);
  });
}

test("an upgrade whose beforeSend() throws is not sent", async () => {
  const paths: (string | undefined)[] = [];
  await using api = await startHttp1Server((request, response) => {
    paths.push(request.url);
    response.end();
  });
  await using transport = createSocketTransport({ server: api.url });
  const lost = new Error("no longer");
  const beforeSend = (): void => {
    throw lost;
  };

  await assert.rejects(transport.upgrade({ path: "/upgrade", beforeSend }), lost);

  assert.deepEqual(paths, []);
});
