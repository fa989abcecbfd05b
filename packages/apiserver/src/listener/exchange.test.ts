import { once } from "node:events";
import { PassThrough } from "node:stream";
import type { TLSSocket } from "node:tls";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { bodyOfBuffers, LongBody } from "../http/chunks.ts";
import type { ReceivedBody, ServerRequest, ServerResponse } from "../http/server-request.ts";
import { anonymous } from "../authentication/user-info.ts";
import { BodyBudget, bodyLimits } from "./body-budget.ts";
import type { Channel } from "./channel.ts";
import { Exchange } from "./exchange.ts";
import { guestLimits, Guests } from "./guests.ts";
import { connectionsPerUserMax, UserConnections } from "./user-connections.ts";

type Respond = (request: ServerRequest, body: ReceivedBody | undefined) => ServerResponse | Promise<ServerResponse>;

/** A POST on a channel without a socket. The handler reads the body, and `respond` returns the response. */
function startPost(respond: Respond): {
  readonly exchange: Exchange;
  readonly client: PassThrough;
  readonly outgoing: PassThrough;
  readonly clock: ReturnType<typeof createVirtualClock>;
  /** The calls of the channel, in order. */
  readonly done: readonly string[];
} {
  const clock = createVirtualClock();
  const [client, outgoing] = [new PassThrough(), new PassThrough()];
  const done: string[] = [];
  const channel: Channel = {
    method: "POST",
    url: "/api/v1/namespaces?timeout=5s",
    headers: { host: "localhost:6443" },
    socket: {} as TLSSocket, // Only `users` reads it.
    incoming: client,
    hasBody: true,
    awaitsAcceptance: false,
    acceptBody: () => undefined,
    get isRequestComplete() {
      return client.readableEnded;
    },
    outgoing,
    isHttp2: true,
    isReset: false,
    session: undefined,
    sendHead: (status) => done.push(`status ${status}`),
    flushHeaders: () => undefined,
    abort: () => done.push("abort"),
    stopRequest: () => done.push("stop the request"),
  };
  const options = {
    handle: async (request: ServerRequest) => respond(request, await request.unreadBody?.read(anonymous)),
    bodies: new BodyBudget(bodyLimits),
    connections: new UserConnections(connectionsPerUserMax),
    guests: new Guests(guestLimits, clock),
    endSession: () => undefined,
    users: () => undefined,
    tokens: new Map(),
    allowedHosts: new Set(["localhost"]),
    clock,
  };
  const exchange = new Exchange(options, channel, () => done.push("end"));
  exchange.begin();
  return { client, outgoing, clock, done, exchange };
}

const never = (): Promise<never> => Promise.withResolvers<never>().promise;

function ended(body: { isOpen: boolean }): { readonly done: true; readonly value: undefined } {
  body.isOpen = false;
  return { done: true, value: undefined };
}

async function* endless(): AsyncGenerator<Uint8Array, void, undefined> {
  for (;;) yield new Uint8Array(65_536);
}

test("one timer limits the body and the response: a response that is not read is aborted when its request ends", async () => {
  const { client, clock, done } = startPost(({ receivedAtMs = 0 }) => ({
    status: 201,
    headers: {},
    body: endless(),
    endsAtMs: receivedAtMs + 5000,
  }));
  await clock.advance(2000);
  client.end("{}");
  await clock.advance(0);
  expect(clock.pendingTimers).toBe(2); // The limit of the request, and that of the stalled stream.

  await clock.advance(2999);
  expect(done).toEqual(["status 201"]);
  await clock.advance(1);

  expect(done).toEqual(["status 201", "abort"]);
});

test("a body that does not arrive in time is late, and its response is sent although the time limit has passed", async () => {
  const { clock, done, outgoing } = startPost(({ receivedAtMs = 0 }, body) => ({
    status: body === "late" ? 504 : 201,
    headers: {},
    body: new Uint8Array(),
    endsAtMs: receivedAtMs + 5000,
  }));

  await clock.advance(5000);

  expect(done).toEqual(["status 504", "stop the request", "end"]);
  expect(outgoing.writableEnded).toBe(true);
});

test("a status that Node cannot send is sent as 500", async () => {
  const { client, clock, done } = startPost(() => ({ status: 600, headers: {}, body: new Uint8Array() }));

  client.end("{}");
  await clock.advance(0);

  expect(done).toEqual(["status 500", "end"]);
});

test("a whole response that is not read is aborted when its request ends", async () => {
  const { client, clock, done } = startPost(({ receivedAtMs = 0 }) => ({
    status: 201,
    headers: {},
    body: new Uint8Array(65_536),
    endsAtMs: receivedAtMs + 5000,
  }));
  client.end("{}");

  await clock.advance(4999);
  expect(done).toEqual(["status 201", "end"]);
  await clock.advance(1);

  expect(done).toEqual(["status 201", "end", "abort"]);
});

test("the body of a response ends if the client disconnects before the response is sent", async () => {
  const body = { isOpen: true, [Symbol.asyncIterator]: () => ({ next: never, return: async () => ended(body) }) };
  const { client, outgoing, done } = startPost(async () => {
    await once(outgoing.destroy(), "close");
    return { status: 200, headers: {}, body };
  });

  client.end("{}");

  await expect.poll(() => [done, body.isOpen]).toEqual([["end"], false]);
});

test("a body that arrives after the exchange was aborted does not reach the endpoint", async () => {
  const { client, clock, done, exchange } = startPost(() => {
    throw new Error("must not be called");
  });

  await exchange.abort(new Error("the listener closes"));
  client.end("{}");
  await clock.advance(0);

  expect(done).toEqual(["abort", "end"]);
});

test("a client that disconnects before the end of its body ends the exchange, and leaves no timer", async () => {
  const { client, outgoing, clock, done } = startPost(() => {
    throw new Error("must not be called");
  });
  client.write("{");

  outgoing.destroy();
  await clock.advance(0);

  expect([done, clock.pendingTimers]).toEqual([["abort", "end"], 0]);
});

/** A list in two chunks, which consist of the two letters. */
function longBody(letters: readonly [string, string]): LongBody {
  const body = bodyOfBuffers(letters.map((letter) => Buffer.alloc(160 * 1024, letter)));
  if (!(body instanceof LongBody)) throw new Error("the body is one chunk");
  return body;
}

test.each([
  ["a", 0],
  ["b", 1],
])("an aborted list does not change its chunk %j, which the socket still holds", async (letter, readBefore) => {
  const { client, outgoing, clock, exchange } = startPost(() => ({
    status: 200,
    headers: {},
    body: longBody(["a", "b"]),
  }));
  client.end("{}");
  await clock.advance(0);
  for (let chunk = 0; chunk < readBefore; chunk++) {
    outgoing.read();
    await clock.advance(0);
  }

  await exchange.abort(new Error("the listener closes"));
  for (const _chunk of longBody(["y", "z"]).borrowedChunks());

  expect(String(outgoing.read()).replaceAll(/(.)\1*/g, "$1")).toBe(letter);
});
