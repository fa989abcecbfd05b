// The listener against slow and many clients, over real loopback sockets. The timeouts are Node's; tests inject short ones and wait for the
// disconnection, not for a time.
import { connect } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { expect, onTestFinished, test } from "vitest";
import { createHttpListener } from "./http-listener.ts";
import type { HttpLimits, HttpListener, HttpListenerOptions } from "./http-listener.ts";

const host = "127.0.0.1";
const generous: HttpLimits = {
  connectionsMax: 100,
  handshakeTimeoutMs: 60_000,
  requestTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
};

test("a client that does not finish its TLS handshake is disconnected", async () => {
  const { port } = await listen({ handshakeTimeoutMs: 50 });

  const socket = open(port);
  socket.write(Buffer.from([0x16, 0x03, 0x01])); // The first bytes of a ClientHello.

  expect(await closed(socket)).toBe("closed");
});

test.each([
  { what: "sends no request", sent: "" },
  { what: "sends its headers too slowly", sent: "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: " },
  { what: "sends its body too slowly", sent: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{" },
])("a client that $what is disconnected", async ({ sent }) => {
  const { port, certificate } = await listen({ requestTimeoutMs: 50 }, (request, response) => {
    request.resume();
    request.once("end", () => response.end());
    return new Promise(() => {});
  });

  const socket = openTls(port, certificate);
  socket.write(sent);

  expect(await closed(socket)).toBe("closed");
});

test("a client that does not read its response is disconnected", async () => {
  const disconnected = Promise.withResolvers<string>();
  const { port, certificate } = await listen({ idleTimeoutMs: 50 }, async (_request, response) => {
    response.once("close", () => disconnected.resolve(response.writableFinished ? "sent" : "disconnected"));
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const socket = openTls(port, certificate);
  onTestFinished(() => void socket.destroy());

  socket.pause();
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");

  expect(await disconnected.promise).toBe("disconnected");
});

test("connections over the limit are closed, and one that ends makes room for another", async () => {
  const { port, certificate } = await listen({ connectionsMax: 2 });
  const first = openTls(port, certificate);
  const second = openTls(port, certificate);
  await Promise.all([secured(first), secured(second)]);

  const refused = await get(port, certificate);
  first.destroy();
  let answer = refused;
  // The server needs a moment to see that the first connection has ended.
  for (let tries = 0; tries < 1_000 && answer === "closed"; tries += 1) answer = await get(port, certificate);

  expect([refused, answer]).toEqual(["closed", "HTTP/1.1 200 OK"]);
});

test("close() waits for a response in flight, and for no idle connection", async () => {
  const answering = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  const { port, certificate, listener } = await listen({}, async (_request, response) => {
    requested.resolve();
    await answering.promise;
    response.setHeader("connection", listener.isClosing ? "close" : "keep-alive").end("done");
  });
  const answer = get(port, certificate);
  await requested.promise;

  const closing = listener.close();
  answering.resolve();
  await closing;

  expect(await answer).toBe("HTTP/1.1 200 OK");
});

test.each([
  { what: "in its TLS handshake", sent: undefined },
  { what: "with half a request", sent: "POST / HTTP/1.1\r\nHost: a\r\n" },
  { what: "whose response does not come", sent: "GET / HTTP/1.1\r\nHost: a\r\n\r\n" },
])("close() disconnects a client $what once its signal is aborted", async ({ sent }) => {
  const received = Promise.withResolvers<void>();
  const { port, certificate, listener } = await listen({}, () => {
    received.resolve();
    return new Promise(() => {});
  });
  const deadline = new AbortController();
  const socket = sent === undefined ? open(port) : openTls(port, certificate);
  if (sent === undefined) await opened(socket);
  else await secured(socket);
  socket.write(sent ?? Buffer.from([0x16, 0x03, 0x01]));
  if (sent?.endsWith("\r\n\r\n")) await received.promise;
  else await get(port, certificate, "HEAD"); // The server has accepted the first connection by then.

  const closing = listener.close({ signal: deadline.signal });
  deadline.abort(new Error("the time is over"));
  await closing;

  expect(await closed(socket)).toBe("closed");
});

interface Fixture {
  readonly port: number;
  readonly certificate: string;
  readonly listener: HttpListener;
}

async function listen(
  limits: Partial<HttpLimits>,
  handle: HttpListenerOptions["handle"] = async (_request, response) => void response.end(),
): Promise<Fixture> {
  const authority = await createCertificateAuthority({
    clock: createSystemClock(),
    random: createSeededRandom("certificates"),
  });
  const pair = await authority.issueServing({ hosts: [host] });
  const listener = createHttpListener({
    what: "test",
    address: { host, port: 0 },
    limits: { ...generous, ...limits },
    tls: { pair },
    handle: (request, response) =>
      request.method === "HEAD" ? Promise.resolve(void response.end()) : handle(request, response),
  });
  const { port } = await listener.listen();
  onTestFinished(() => listener.close({ signal: AbortSignal.abort() }));
  return { port, certificate: authority.certificate, listener };
}

function open(port: number): Socket {
  return connect({ host, port }).on("error", () => {}); // The server may reset the connection.
}

function openTls(port: number, ca: string): Socket {
  return connectTls({ host, port, ca }).on("error", () => {}); // The server may reset the connection.
}

function opened(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("connect", () => resolve()));
}

function secured(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("secureConnect", () => resolve()));
}

function closed(socket: Socket): Promise<"closed"> {
  if (socket.closed) return Promise.resolve("closed");
  socket.resume();
  return new Promise((resolve) => socket.once("close", () => resolve("closed")));
}

/** The status line of a response, or "closed" if the connection ends without a response. */
function get(port: number, ca: string, method = "GET"): Promise<string> {
  return new Promise((resolve) => {
    const socket = openTls(port, ca);
    socket.once("close", () => resolve("closed"));
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString().split("\r\n", 1).join());
      socket.destroy();
    });
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\n\r\n`);
  });
}
