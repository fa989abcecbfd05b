import assert from "node:assert/strict";
import { request } from "node:https";
import { connect } from "node:net";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { afterAll, beforeAll, test } from "vitest";
import type { TestServer } from "../testdata/test-server.ts";
import { startTestServer } from "../testdata/test-server.ts";
import type { Listener } from "./listener.ts";
import { listen } from "./listener.ts";

const configMapsPath = "/api/v1/namespaces/default/configmaps";

let server: TestServer;
let listener: Listener;
let token: string;
let port: number;

beforeAll(async () => {
  server = startTestServer();
  const { handle, issuedTokens } = server.server;
  listener = await listen({
    handle,
    issuedTokens,
    clock: createSystemClock(),
    random: createSeededRandom("certificates"),
  });
  port = Number(new URL(listener.url).port);
  const config = JSON.parse(listener.kubeconfig({ name: "admin", groups: ["system:masters"] })) as {
    users: [{ user: { token: string } }];
  };
  token = config.users[0].user.token;
});

afterAll(() => listener[Symbol.asyncDispose]());

/** A write with these headers. TOKEN and PORT are placeholders. A write without an Authorization header gets the valid token. */
function write(headers: Readonly<Record<string, string>>): Promise<{ status: number; headers: object }> {
  const all = Object.entries({ authorization: "Bearer TOKEN", ...headers })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => [name, value.replace("TOKEN", token).replace("PORT", String(port))]);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: object }>();
  const sent = request(
    `${listener.url}${configMapsPath}`,
    {
      method: "POST",
      ca: listener.caCertificate,
      agent: false,
      checkServerIdentity: () => undefined,
      headers: Object.fromEntries(all) as Record<string, string>,
    },
    (response) => {
      response.resume();
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
    },
  );
  sent.on("error", reject);
  sent.end('{"metadata":{"name":"a"}}');
  return promise;
}

const wrongHosts = [
  "evil.example",
  "evil.example:PORT",
  "localhost.evil.example:PORT",
  "127.0.0.1.evil.example:PORT",
  "127.0.0.2:PORT",
  "0.0.0.0:PORT",
  "192.168.1.7:PORT",
  "10.0.0.1",
  "[::2]:PORT",
  "[::ffff:127.0.0.1]:PORT",
  "2130706433",
  "0x7f000001",
  "127.1",
  "localhost@evil.example",
  "evil.example#localhost",
  "kubernetes.default.svc.evil.example",
  "xn--localhost-x",
  "127.0.0.1evil",
];
const origins = [
  "https://evil.example",
  "http://localhost",
  "https://localhost:PORT",
  "https://127.0.0.1:PORT",
  "null",
  "file://",
  "chrome-extension://abc",
  "*",
];
const credentials = [
  "Bearer wrong",
  "Bearer TOKENx",
  "Bearer TOKE",
  "Bearer ",
  "Bearer",
  "bearer",
  "Basic YWRtaW46YWRtaW4=",
  "Basic VE9LRU4=",
  "Token TOKEN",
  "TOKEN",
  "Digest username=admin",
  "Negotiate abc",
  "Bearer  TOKEN",
  "Bearer undefined",
];

const requests: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ...wrongHosts.map((host) => [`the host ${host}`, { host }] as const),
  ...origins.map((origin) => [`the origin ${origin}`, { origin }] as const),
  ...credentials.map((authorization) => [`the credentials "${authorization}"`, { authorization }] as const),
];

test("there are forty requests from the wrong host or origin, or with the wrong credentials", () => {
  assert.equal(requests.length, 40);
});

test.for(requests)("a write with %s is rejected and changes nothing", async ([, headers]) => {
  const before = server.server.engine.store.revision;

  const response = await write(headers);

  assert.ok([401, 403].includes(response.status), String(response.status));
  assert.equal(
    Object.keys(response.headers).some((name) => name.startsWith("access-control")),
    false,
  );
  assert.equal(server.server.engine.store.revision, before);
});

test("a request without TLS gets no response", async () => {
  const socket = connect(port, "127.0.0.1");
  let response = "";
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on("data", (chunk) => {
    response += chunk.toString();
  });
  socket.on("error", () => resolve());
  socket.on("close", () => resolve());

  socket.write(`POST ${configMapsPath} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`);

  await promise;
  assert.equal(response.includes("HTTP/1.1 2"), false);
});

test("the same write with valid headers is accepted", async () => {
  const response = await write({});

  assert.equal(response.status, 201);
});
