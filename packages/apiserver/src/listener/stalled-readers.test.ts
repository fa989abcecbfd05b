// Clients that open lists and watches and stop reading: HTTP/2 flow control stops the server. It holds one chunk per stream, serves other
// clients, and resets the streams after their time limit. The tests count the bytes that the listener reads from the handler.
import { once } from "node:events";
import { connect, constants } from "node:http2";
import type { ClientHttp2Session, ClientHttp2Stream } from "node:http2";
import { connect as connectTls } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { expect, test } from "vitest";
import type { Handler } from "../filters/handler.ts";
import type { TestServer } from "../testdata/test-server.ts";
import { startTestServer } from "../testdata/test-server.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const admin = { name: "admin", groups: ["system:masters"] };
const objectBytes = 100_000;
/** The bytes that Node buffers for a stream, and one chunk of a list. */
const heldBytesMax = 2 * 256 * 1024 + 2 * objectBytes;

interface Setup extends AsyncDisposable {
  readonly server: TestServer;
  readonly listener: Listener;
  /** The number of bytes of the body that the listener has read, by the path of the request. */
  readonly taken: ReadonlyMap<string, number>;
}

async function start(): Promise<Setup> {
  const server = startTestServer();
  const taken = new Map<string, number>();
  const handle: Handler = async (request) => {
    const response = await server.server.handle(request);
    const { body } = response;
    return body instanceof Uint8Array
      ? response
      : { ...response, body: counted(body, `${request.path}?${request.query.toString()}`) };
  };
  async function* counted(body: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      taken.set(path, (taken.get(path) ?? 0) + chunk.length);
      yield chunk;
    }
  }
  const clock = { ...server.clock, wallTime: createSystemClock().wallTime };
  const { issuedTokens } = server.server;
  const listener = await listen({ handle, issuedTokens, clock, random: createSeededRandom("certificates") });
  return { server, listener, taken, [Symbol.asyncDispose]: () => listener[Symbol.asyncDispose]() };
}

/** Creates ConfigMaps of 100 kB. */
async function createObjects({ server }: Setup, count: number, prefix = "c"): Promise<void> {
  for (let n = 0; n < count; n++) {
    const object = { metadata: { name: `${prefix}${n}` }, data: { text: "x".repeat(objectBytes) } };
    const { status } = await server.sendAs(admin, "POST", maps, object);
    expect(status).toBe(201);
  }
}

/** Opens a connection whose streams receive nothing before the client reads. */
function openSession({ listener }: Setup, initialWindowSize = 65_535): ClientHttp2Session & Disposable {
  const session = connect(listener.url, { ca: listener.caCertificate, settings: { initialWindowSize } });
  return Object.assign(session, { [Symbol.dispose]: () => session.destroy() });
}

function authorizationOf({ listener }: Pick<Setup, "listener">): string {
  const config = JSON.parse(listener.kubeconfig(admin)) as { users: [{ user: { token: string } }] };
  return `Bearer ${config.users[0].user.token}`;
}

/** Opens a stream that never reads. Resolves when the response has begun. */
async function openStalled(
  session: ClientHttp2Session,
  path: string,
  authorization: string,
): Promise<ClientHttp2Stream> {
  const stream = session.request({ ":path": path, authorization });
  stream.on("error", () => undefined); // The server resets it.
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once("response", () => resolve());
  await promise;
  return stream;
}

async function readAll(session: ClientHttp2Session, path: string, authorization: string): Promise<string> {
  const stream = session.request({ ":path": path, authorization });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Resolves with the code with which the server resets the stream. */
async function resetCode(stream: ClientHttp2Stream): Promise<number | undefined> {
  if (!stream.closed) {
    const { promise, resolve } = Promise.withResolvers<void>();
    stream.once("close", () => resolve());
    await promise;
  }
  return stream.rstCode;
}

test("lists that a client does not read hold a chunk each, and are reset when their requests end", async () => {
  await using setup = await start();
  await createObjects(setup, 30);
  const authorization = authorizationOf(setup);
  using stalled = openSession(setup, 0);
  using reading = openSession(setup);
  const paths = Array.from({ length: 20 }, (_, n) => `${maps}?n=${n}`);

  const streams = await Promise.all(paths.map((path) => openStalled(stalled, path, authorization)));
  const read = JSON.parse(await readAll(reading, maps, authorization)) as { readonly items: readonly object[] };

  expect(read.items).toHaveLength(30);
  expect(Math.max(...paths.map((path) => setup.taken.get(path) ?? 0))).toBeLessThan(heldBytesMax);
  await setup.server.clock.advance(60_000);
  const codes = await Promise.all(streams.map(resetCode));
  expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_INTERNAL_ERROR]));
});

test("a list with `?timeout=` is reset after it, and other streams of the connection continue", async () => {
  await using setup = await start();
  await createObjects(setup, 10);
  const authorization = authorizationOf(setup);
  using session = openSession(setup, 0);

  const short = await openStalled(session, `${maps}?timeout=5s`, authorization);
  const long = await openStalled(session, maps, authorization);
  await setup.server.clock.advance(5_000);

  expect(await resetCode(short)).toBe(constants.NGHTTP2_INTERNAL_ERROR);
  expect(long.closed).toBe(false);
});

test("a list in the response to an upgrade request is aborted when its request ends", async () => {
  const { server, clock, sendAs } = startTestServer();
  const megabyte = 1024 * 1024;
  for (let n = 0; n < 20; n++) {
    await sendAs(admin, "POST", maps, { metadata: { name: `c${n}` }, data: { text: "x".repeat(megabyte) } });
  }
  const parts = {
    clock: { ...clock, wallTime: createSystemClock().wallTime },
    random: createSeededRandom("certificates"),
  };
  await using listener = await listen({ ...parts, handle: server.handle, issuedTokens: server.issuedTokens });
  const { port } = new URL(listener.url);
  const socket = connectTls({ host: "127.0.0.1", port: Number(port), ca: listener.caCertificate });
  socket.on("error", () => undefined); // The server closes the connection.
  const head = `GET ${maps} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorizationOf({ listener })}\r\n`;
  socket.write(`${head}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  await once(socket, "readable");

  await clock.advance(60_000);
  let receivedBytes = 0;
  for await (const chunk of socket) receivedBytes += (chunk as Buffer).length;

  expect(receivedBytes).toBeLessThan(20 * megabyte);
});

test("a watch that a client does not read holds a chunk, is reset, and delays no other watch", async () => {
  await using setup = await start();
  await createObjects(setup, 10);
  const authorization = authorizationOf(setup);
  using stalled = openSession(setup, 0);
  using reading = openSession(setup);
  const paths = Array.from({ length: 10 }, (_, n) => `${maps}?watch=1&n=${n}`);
  const streams = await Promise.all(paths.map((path) => openStalled(stalled, path, authorization)));
  const other = reading.request({ ":path": `${maps}?watch=1`, authorization });

  const seen = readUntil(other, `"name":"z"`);
  await createObjects(setup, 20, "later");
  await setup.server.sendAs(admin, "POST", maps, { metadata: { name: "z" } });
  await seen;
  // A response on this connection follows what the client has acknowledged before.
  await readAll(reading, "/version", authorization);

  expect(Math.max(...paths.map((path) => setup.taken.get(path) ?? 0))).toBeLessThan(heldBytesMax);
  await setup.server.clock.advance(60_000);
  const codes = await Promise.all(streams.map(resetCode));
  expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_INTERNAL_ERROR]));
  expect(other.closed).toBe(false);
  other.close();
});

/** Reads until the text has come. */
async function readUntil(stream: ClientHttp2Stream, text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let received = "";
  stream.on("data", (chunk: Buffer) => {
    received = (received + chunk.toString()).slice(-2 * objectBytes);
    if (received.includes(text)) resolve();
  });
  await promise;
}
