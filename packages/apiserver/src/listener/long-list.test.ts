// Long lists share one buffer between their chunks, so a client that reads slowly must not see a chunk that the next one has overwritten.
import assert from "node:assert/strict";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:http2";
import { request } from "node:https";
import type { Readable } from "node:stream";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { test } from "vitest";
import { startTestServer } from "../testdata/test-server.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";

const path = "/api/v1/namespaces/default/configmaps";
const count = 60;

async function startWithObjects(): Promise<Listener> {
  const server = startTestServer();
  for (let index = 0; index < count; index++) {
    const data = { text: String.fromCodePoint(97 + (index % 26)).repeat(30_000 + index) };
    await server.send("POST", path, { metadata: { name: `c${String(index).padStart(2, "0")}` }, data });
  }
  const { handle, issuedTokens } = server.server;
  return listen({ handle, issuedTokens, clock: createSystemClock(), random: createSeededRandom("certificates") });
}

function authorizationOf(listener: Listener): string {
  const config = JSON.parse(listener.kubeconfig({ name: "admin", groups: ["system:masters"] })) as {
    users: [{ user: { token: string } }];
  };
  return `Bearer ${config.users[0].user.token}`;
}

/** The response of a list over HTTP/1.1, without the body. */
async function getList(listener: Listener): Promise<IncomingMessage> {
  const headers = { authorization: authorizationOf(listener) };
  const sent = request(`${listener.url}${path}`, { ca: listener.caCertificate, agent: false, headers });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage]; // The event's arguments.
  return response;
}

/** Reads a stream in small parts, and lets the event loop turn after each of them. */
async function readSlowly(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) {
    parts.push(part as Buffer); // The stream has no encoding.
    await createSystemClock().nextTurn();
  }
  return Buffer.concat(parts).toString();
}

function assertWhole(text: string): void {
  const { items } = JSON.parse(text) as { items: readonly { data: { text: string } }[] };
  assert.equal(items.length, count);
  for (const [index, { data }] of items.entries()) {
    assert.equal(data.text, String.fromCodePoint(97 + (index % 26)).repeat(30_000 + index));
  }
}

test("a client that reads slowly gets a long list unchanged over HTTP/1.1", async () => {
  await using listener = await startWithObjects();

  assertWhole(await readSlowly(await getList(listener)));
});

test("a client that reads slowly gets a long list unchanged over HTTP/2", async () => {
  await using listener = await startWithObjects();
  const session = connect(listener.url, { ca: listener.caCertificate });
  const stream = session.request({ ":path": path, authorization: authorizationOf(listener) });

  assertWhole(await readSlowly(stream));
  session.close();
});

test("a client that disconnects in the middle of a long list leaves the server working", async () => {
  await using listener = await startWithObjects();
  const aborted = await getList(listener);
  aborted.destroy();

  assertWhole(await readSlowly(await getList(listener)));
});
