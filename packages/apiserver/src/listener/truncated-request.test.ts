import assert from "node:assert/strict";
import { connect } from "node:tls";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";
import { guestLingerMs, lingerMs } from "./truncated-request.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";

const chunk = Buffer.concat([Buffer.from("10000\r\n"), Buffer.alloc(0x10000, " "), Buffer.from("\r\n")]);

/** More than the buffers of both sockets. */
const socketBuffersMax = 64 * 1024 * 1024;

/** The header of a user without rights. */
function authorizationOf(listener: Listener): string {
  const config = JSON.parse(listener.kubeconfig({ name: "jane", groups: [] })) as {
    users: [{ user: { token: string } }];
  };
  return `Authorization: Bearer ${config.users[0].user.token}\r\n`;
}

async function startListener(): Promise<{ listener: Listener; clock: VirtualClock }> {
  const { handle, issuedTokens } = startTestServer().server;
  const clock = createVirtualClock({ startTime: createSystemClock().wallTime() }); // Certificates are validated with the time of the system.
  return { clock, listener: await listen({ handle, issuedTokens, clock, random: createSeededRandom("certificates") }) };
}

interface EndlessClient {
  readonly statusLine: string;
  /** Resolves with the bytes that the client has sent. */
  readonly closed: Promise<number>;
}

/** A client that has read the head of the response and continues sending until the connection is closed. */
async function startEndlessClient(listener: Listener, headers = ""): Promise<EndlessClient> {
  const { port } = new URL(listener.url);
  const socket = connect({ host: "127.0.0.1", port: Number(port), ca: listener.caCertificate });
  const closed = Promise.withResolvers<number>();
  const statusLine = Promise.withResolvers<string>();
  const send = (): void => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.on("drain", send);
  socket.on("error", () => undefined); // The server closes the connection while the client is sending.
  socket.on("close", () => closed.resolve(socket.bytesWritten));
  socket.on("data", (data: Buffer) => statusLine.resolve(data.toString().split("\r\n", 1)[0] ?? ""));
  socket.write(`POST /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n${headers}\r\n`);
  send();
  return { statusLine: await statusLine.promise, closed: closed.promise };
}

test("a client that continues sending after the response is disconnected after `lingerMs`", async () => {
  const { listener, clock } = await startListener();
  await using _listener = listener;
  const { statusLine, closed } = await startEndlessClient(listener, authorizationOf(listener));

  await clock.advance(lingerMs);
  await closed;

  assert.equal(statusLine, "HTTP/1.1 403 Forbidden");
});

test("what a client without credentials sends after the response is not read, and it is disconnected after `guestLingerMs`", async () => {
  const { listener, clock } = await startListener();
  await using _listener = listener;
  const { statusLine, closed } = await startEndlessClient(listener);

  await clock.advance(guestLingerMs);
  const sentBytes = await closed;

  assert.equal(statusLine, "HTTP/1.1 403 Forbidden");
  assert.ok(sentBytes < socketBuffersMax, `sent ${sentBytes} bytes, must be less than ${socketBuffersMax}`);
});

test("closing the listener does not wait for a client that continues sending", async () => {
  const { listener } = await startListener();
  const { statusLine, closed } = await startEndlessClient(listener);

  await listener[Symbol.asyncDispose]();
  await closed;

  assert.equal(statusLine, "HTTP/1.1 403 Forbidden");
});
