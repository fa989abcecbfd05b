// Clients without credentials that hold connections, streams and responses. The limits count what they hold, so the tests do not measure memory.
import { once } from "node:events";
import { connect, constants } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import { Agent, get } from "node:https";
import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { connect as connectTls, createSecureContext } from "node:tls";
import type { TLSSocket } from "node:tls";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import { expect, onTestFinished, test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";
import { Guests } from "./guests.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";

const limits = {
  connectionsMax: 3,
  waitingMax: 2,
  turnMs: 2000,
  bytesMax: 100 * 1024,
  errorBytesMax: 16 * 1024,
  pipelinedMax: 4,
  streamsMax: 50,
  resetsMax: 3,
  headBytesMax: 64 * 1024,
};
const clock = createVirtualClock({ startTime: createSystemClock().wallTime() }); // Certificates are validated with the time of the system.

async function start(used = limits): Promise<{
  readonly listener: Listener;
  readonly guests: Guests;
  readonly authorization: string;
}> {
  const { handle, issuedTokens } = startTestServer().server;
  const guests = new Guests(used, clock);
  const listener = await listen({ handle, issuedTokens, clock, random: createSeededRandom("guests"), guests });
  onTestFinished(() => listener[Symbol.asyncDispose]());
  const config = JSON.parse(listener.kubeconfig()) as { users: [{ user: { token: string } }] };
  return { listener, guests, authorization: `Bearer ${config.users[0].user.token}` };
}

async function openConnection({ url, caCertificate }: Listener): Promise<TLSSocket> {
  const socket = connectTls({ host: "127.0.0.1", port: Number(new URL(url).port), ca: caCertificate });
  socket.on("error", () => undefined); // The server closes it.
  await once(socket, "secureConnect");
  return socket;
}

function openSession(listener: Listener, settings = {}): ClientHttp2Session {
  const session = connect(listener.url, { ca: listener.caCertificate, settings });
  session.on("error", () => undefined); // The server closes it.
  onTestFinished(() => session.destroy());
  return session;
}

function openStream(session: ClientHttp2Session, path: string, authorization?: string): ClientHttp2Stream {
  const stream = session.request({ ":path": path, ...(authorization === undefined ? {} : { authorization }) });
  stream.on("error", () => undefined); // The server closes the session.
  return stream;
}

/** Resolves when it is closed, also by an error. */
function closeOf(closing: ClientHttp2Session | ClientHttp2Stream): Promise<void> {
  return new Promise((resolve) => void closing.once("close", () => resolve()));
}

async function statusOf(stream: ClientHttp2Stream): Promise<number> {
  const [headers] = (await once(stream, "response")) as [{ ":status": number }];
  stream.resume();
  return headers[":status"];
}

test("beyond the limit connections wait, and the oldest one without credentials is closed after its time", async () => {
  const { listener, guests, authorization } = await start();
  const session = openSession(listener);
  await statusOf(openStream(session, "/version", authorization));
  const sockets: TLSSocket[] = [];
  for (let n = 0; n < limits.connectionsMax; n++) sockets.push(await openConnection(listener));
  const [first, second] = [openSession(listener), openSession(listener)];
  await expect.poll(() => guests.held).toEqual({ connections: 3, waiting: 2, bytes: 0 });

  await clock.advance(limits.turnMs - 1);
  expect(guests.held.waiting).toBe(2);
  await clock.advance(1);

  expect(await statusOf(openStream(first, "/version", authorization))).toBe(200);
  expect(await statusOf(openStream(second, "/version", authorization))).toBe(200);
  expect(await statusOf(openStream(session, "/version", authorization))).toBe(200);
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => guests.held).toEqual({ connections: 0, waiting: 0, bytes: 0 });
});

test("if too many connections wait, the oldest ones without credentials are closed at once", async () => {
  const { listener, guests } = await start();
  const sockets: TLSSocket[] = [];
  for (let n = 0; n < limits.connectionsMax; n++) sockets.push(await openConnection(listener));

  const more = [1, 2, 3, 4].map(() => openSession(listener));
  await expect.poll(() => sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);

  expect(guests.held).toEqual({ connections: 3, waiting: 2, bytes: 0 });
  for (const opened of [...sockets, ...more]) opened.destroy();
  await expect.poll(() => guests.held).toEqual({ connections: 0, waiting: 0, bytes: 0 });
});

test("silent connections that wait do not delay a new one, also if their clients connect again", async () => {
  const silent = { ...limits, connectionsMax: 128, waitingMax: 1024 };
  const guests = new Guests(silent, clock);
  let opened = 0;
  const open = (begin: () => void): Socket => {
    const socket = new Socket();
    Object.defineProperties(socket, { remoteAddress: { value: "127.0.0.1" }, remotePort: { value: ++opened } });
    guests.add(socket, begin);
    return socket;
  };
  const openSilent = (): void => {
    open(() => undefined).once("close", () => {
      if (opened < 5000) openSilent();
    });
  };
  for (let n = 0; n < silent.connectionsMax + silent.waitingMax - 1; n++) openSilent();
  let hasBegun = false;
  open(() => (hasBegun = true));

  await clock.advance(limits.turnMs - 1);
  expect(hasBegun).toBe(false);
  await clock.advance(1);

  expect(hasBegun).toBe(true);
});

test("clients with credentials that connect at once are all answered, although few connections without credentials may be open", async () => {
  const clients = 40;
  const { listener, authorization } = await start({ ...limits, waitingMax: clients });
  const agent = new Agent({ secureContext: createSecureContext({ ca: listener.caCertificate }), maxCachedSessions: 0 });
  const request = async (): Promise<number | undefined> => {
    const [response] = (await once(
      get(`${listener.url}/version`, { agent, headers: { authorization } }),
      "response",
    )) as [IncomingMessage];
    response.resume();
    return response.statusCode;
  };

  const outcomes = await Promise.allSettled(Array.from({ length: clients }, request));

  expect(new Set(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : "lost")))).toEqual(
    new Set([200]),
  );
});

test("a client over HTTP/2 that reads no responses is disconnected", async () => {
  const { listener, guests } = await start();
  const session = openSession(listener, { initialWindowSize: 0 });
  const closed = closeOf(session);

  for (let n = 0; n < 40; n++) openStream(session, `/none/${"x".repeat(2000)}${n}`);
  await closed;

  await expect.poll(() => guests.held).toEqual({ connections: 0, waiting: 0, bytes: 0 });
});

test("a long error response is not sent, other streams of the session continue", async () => {
  const { listener } = await start();
  const session = openSession(listener);

  const long = openStream(session, `/none/${"x".repeat(20_000)}`);
  await closeOf(long);

  expect([long.rstCode === 0, await statusOf(openStream(session, "/none"))]).toEqual([false, 403]);
});

test("a client over HTTP/1.1 that reads its responses keeps its connection", async () => {
  const { listener, guests } = await start();
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: listener.caCertificate });
  onTestFinished(() => agent.destroy());
  const ports = new Set<number | undefined>();

  for (let n = 0; n < 40; n++) {
    const [response] = (await once(get(`${listener.url}/none/${"x".repeat(2000)}`, { agent }), "response")) as [
      IncomingMessage,
    ];
    ports.add(response.socket.localPort);
    await once(response.resume(), "end");
  }

  expect(ports.size).toBe(1);
  expect(guests.held.bytes).toBeLessThan(limits.bytesMax);
});

/** Sends pipelined requests in one write. Resolves with the number of responses once all have arrived or the connection is closed. */
async function pipelinedResponses(listener: Listener, count: number, headers = ""): Promise<number> {
  const socket = await openConnection(listener);
  let received = "";
  socket.on("data", (data: Buffer) => {
    received += data.toString();
    if (received.split("HTTP/1.1 404").length > count) socket.destroy();
  });
  const closed = once(socket, "close");
  socket.write(`GET /none HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`.repeat(count));
  await closed;
  return received.split("HTTP/1.1 ").length - 1;
}

test("a client without credentials that pipelines many requests is disconnected, one with credentials is served", async () => {
  const { listener, guests, authorization } = await start();

  const withoutCredentials = await pipelinedResponses(listener, limits.pipelinedMax + 1);
  const withCredentials = await pipelinedResponses(listener, 50, `Authorization: ${authorization}\r\n`);

  expect([withoutCredentials, withCredentials]).toEqual([0, 50]);
  await expect.poll(() => guests.held).toEqual({ connections: 0, waiting: 0, bytes: 0 });
});

test("a client without credentials that sends long heads over HTTP/2 is disconnected, one with credentials is served", async () => {
  const { listener, authorization } = await start();
  const [session, authenticated] = [openSession(listener), openSession(listener)];
  const closed = closeOf(session);
  const headers = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`x-${n}`, "x".repeat(1000)]));
  const open = (sender: ClientHttp2Session, more = {}): ClientHttp2Stream => {
    const stream = sender.request({ ":path": "/none", ...headers, ...more });
    stream.on("error", () => undefined); // The server closes the session.
    return stream;
  };

  for (let n = 0; n < 4; n++) open(session);
  await closed;
  const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => statusOf(open(authenticated, { authorization }))));

  expect(statuses).toEqual([404, 404, 404, 404, 404]);
});

test("streams of a session beyond a number are refused without credentials, and clients may send them again", async () => {
  const { listener, authorization } = await start({ ...limits, streamsMax: 3 });
  const outcomeOf = async (stream: ClientHttp2Stream): Promise<string> => {
    const status = await Promise.race([statusOf(stream), closeOf(stream)]);
    return String(status ?? (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM ? "refused" : stream.rstCode));
  };
  const [session, authenticated] = [openSession(listener), openSession(listener)];

  const outcomes = [1, 2, 3, 4, 5].map(() => outcomeOf(openStream(session, "/none", "Bearer wrong")));
  const others = [1, 2, 3, 4, 5].map(() => outcomeOf(openStream(authenticated, "/none", authorization)));

  expect(await Promise.all(outcomes)).toEqual(["401", "401", "401", "refused", "refused"]);
  expect(await Promise.all(others)).toEqual(["404", "404", "404", "404", "404"]);
});

test("a session without credentials ends with its last stream, and a stream with credentials before that keeps it open", async () => {
  const { listener, authorization } = await start({ ...limits, streamsMax: 3 });
  const [session, authenticated] = [openSession(listener), openSession(listener)];
  const closed = closeOf(session);

  const statuses = [1, 2, 3].map(() => statusOf(openStream(session, "/none")));
  const others = [undefined, undefined, authorization, undefined].map((used) =>
    statusOf(openStream(authenticated, "/none", used)),
  );

  expect(await Promise.all(statuses)).toEqual([403, 403, 403]);
  expect(await Promise.all(others)).toEqual([403, 403, 404, 403]);
  await closed;
  expect(await statusOf(openStream(authenticated, "/none", authorization))).toBe(404);
});

test("a session over HTTP/2 ends a second after its first response without credentials", async () => {
  const { listener, authorization } = await start();
  const session = openSession(listener);
  const authenticated = openSession(listener);
  const closed = once(session, "close");

  expect(await statusOf(openStream(session, "/none"))).toBe(403);
  expect(await statusOf(openStream(authenticated, "/none", authorization))).toBe(404);
  await clock.advance(999);
  expect(await statusOf(openStream(session, "/none"))).toBe(403);
  await clock.advance(1);
  await closed;

  expect(await statusOf(openStream(authenticated, "/none", authorization))).toBe(404);
});
