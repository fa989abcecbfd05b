// The end of a listener, over real loopback sockets.
import { connect as connectHttp2 } from "node:http2";
import { expect, test } from "vitest";
import {
  closed,
  get,
  host,
  http2,
  listen,
  open,
  opened,
  openTls,
  protocols,
  received,
  secured,
} from "./testdata/listener-fixture.ts";

test("close() closes each connection with the response in flight on it, and idle ones at once", async () => {
  const responding = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  const { port, certificate, listener } = await listen({
    async handle(_request, response) {
      requested.resolve();
      await responding.promise;
      response.end("done");
    },
  });
  const idle = openTls(port, certificate);
  idle.write("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n");
  await received(idle);
  const socket = openTls(port, certificate);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const response = received(socket);
  await requested.promise;

  const closing = listener.close();
  expect(await closed(idle)).toBe("closed");
  responding.resolve();

  expect(await response).toContain("Connection: close");
  expect(await closed(socket)).toBe("closed");
  await closing;
});

test("close() closes a connection whose response had begun before", async () => {
  const responding = Promise.withResolvers<void>();
  const { port, certificate, listener } = await listen({
    async handle(_request, response) {
      response.write("begun");
      await responding.promise;
      response.end("done");
    },
  });
  const socket = openTls(port, certificate);
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  await received(socket);

  const closing = listener.close();
  responding.resolve();

  expect(await closed(socket)).toBe("closed");
  await closing;
});

test("close() ends an HTTP/2 connection after its open streams", async () => {
  const responding = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  const { port, certificate, listener } = await listen({
    http2: {
      ...http2,
      handle(stream) {
        requested.resolve();
        void responding.promise.then(() => stream.respond({ ":status": 204 }, { endStream: true }));
      },
    },
  });
  const session = connectHttp2(`https://${host}:${port}`, { ca: certificate });
  const status = new Promise((resolve) => session.request().once("response", (headers) => resolve(headers[":status"])));
  const end = new Promise((resolve) => session.once("close", () => resolve("closed")));
  await requested.promise;

  const closing = listener.close();
  responding.resolve();

  expect(await status).toBe(204);
  expect(await end).toBe("closed");
  await closing;
});

test.each(
  protocols.flatMap(({ protocols: names, also }) =>
    [
      { what: "in its TLS handshake", sent: undefined },
      { what: "with half a request", sent: "POST / HTTP/1.1\r\nHost: a\r\n" },
      { what: "whose response does not come", sent: "GET / HTTP/1.1\r\nHost: a\r\n\r\n" },
    ].map((each) => ({ ...each, names, also })),
  ),
)("close() of a server of $names disconnects a client $what once its signal is aborted", async ({ sent, also }) => {
  const requested = Promise.withResolvers<void>();
  const { port, certificate, listener } = await listen({
    ...also,
    handle() {
      requested.resolve();
      return new Promise(() => {});
    },
  });
  const deadline = new AbortController();
  const socket = sent === undefined ? open(port) : openTls(port, certificate);
  if (sent === undefined) await opened(socket);
  else await secured(socket);
  socket.write(sent ?? Buffer.from([0x16, 0x03, 0x01]));
  if (sent?.endsWith("\r\n\r\n")) await requested.promise;
  else await get(port, certificate, "", "HEAD"); // The server has accepted the first connection by then.

  const closing = listener.close({ signal: deadline.signal });
  deadline.abort(new Error("the time is over"));
  await closing;

  expect(await closed(socket)).toBe("closed");
});
